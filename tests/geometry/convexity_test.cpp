#include "abut/geometry/convexity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "abut/geometry/hull.h"
#include "geometry/sample_points.h"
#include "oracle/rational.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using test::make_box_mesh;

// A box with a vertex in the middle of each side, raised outward by the given heights.
Mesh make_pointed_box(const std::array<double, 6>& heights) {
  const Mesh box = make_box_mesh({-1, -1, -1}, {1, 1, 1});
  Mesh mesh;
  mesh.vertices = box.vertices;
  for (std::size_t side = 0; side < 6; ++side) {
    const std::size_t middle = mesh.vertices.size();
    Vec3 p = Vec3::Zero();
    p[static_cast<int>(side / 2)] = (side % 2 == 0 ? -1 : 1) * heights[side];
    mesh.vertices.push_back(p);
    const Triangle& t = box.triangles[2 * side];
    const VertexId fourth = box.triangles[2 * side + 1][2];
    const std::array<VertexId, 4> corners = {t[0], t[1], t[2], fourth};
    for (std::size_t k = 0; k < 4; ++k)
      test::add_triangle(mesh, corners[k].value(), corners[(k + 1) % 4].value(), middle);
  }
  return mesh;
}

// Two pyramids, on both sides of a polygon in the plane z = 0, with their tips over `middle`.
Mesh make_double_pyramid(const std::vector<Vec3>& polygon, const Vec3& middle) {
  Mesh mesh;
  mesh.vertices = polygon;
  const std::size_t n = polygon.size();
  mesh.vertices.push_back(middle + Vec3(0, 0, 1));
  mesh.vertices.push_back(middle - Vec3(0, 0, 1));
  for (std::size_t i = 0; i < n; ++i) {
    test::add_triangle(mesh, i, (i + 1) % n, n);
    test::add_triangle(mesh, (i + 1) % n, i, n + 1);
  }
  return mesh;
}

std::vector<Vec3> make_polygon(int n, int turns) {
  std::vector<Vec3> polygon;
  for (int i = 0; i < n; ++i) {
    const double a = 2 * std::numbers::pi * turns * i / n;
    polygon.emplace_back(std::cos(a), std::sin(a), 0);
  }
  return polygon;
}

bool has_only_convex_edges(const Brep& brep) {
  return std::ranges::all_of(brep.edges, [](const Edge& e) { return e.kind == EdgeKind::kConvex; });
}

// Of a surface of one shell that does not cross itself: no vertex is beyond any triangle's plane.
bool is_convex_by_definition(const Mesh& mesh) {
  using oracle::operator-;
  for (const Triangle& t : mesh.triangles) {
    const oracle::RVec3 a = oracle::exact(mesh.vertices[t[0].index()]);
    const oracle::RVec3 n =
        oracle::cross(oracle::exact(mesh.vertices[t[1].index()]) - a, oracle::exact(mesh.vertices[t[2].index()]) - a);
    for (const Vec3& v : mesh.vertices) {
      if (oracle::dot(n, oracle::exact(v) - a) > 0) return false;
    }
  }
  return true;
}

TEST(Convexity, BoxesAndPyramidsAreConvex) {
  EXPECT_TRUE(is_convex(make_brep(make_box_mesh({0, 0, 0}, {1, 2, 3}))));
  EXPECT_TRUE(is_convex(make_brep(make_double_pyramid(make_polygon(3, 1), Vec3::Zero()))));
  EXPECT_TRUE(is_convex(make_brep(make_double_pyramid(make_polygon(17, 1), Vec3(0.5, 0.1, 0)))));
}

TEST(Convexity, VerticesInsideFacesAndEdgesChangeNothing) {
  EXPECT_TRUE(is_convex(make_brep(make_pointed_box({1, 1, 1, 1, 1, 1}))));
  // A box cut in two along exactly collinear edges.
  Mesh mesh = make_box_mesh({0, 0, 0}, {1, 1, 1});
  mesh.vertices.emplace_back(0.5, 0, 0);  // on the edge from corner 0 to corner 1
  std::erase_if(mesh.triangles, [](const Triangle& t) {
    return std::ranges::count(t, VertexId(0)) + std::ranges::count(t, VertexId(1)) == 2;
  });
  ASSERT_EQ(mesh.triangles.size(), 10u);
  for (const std::size_t apex : {5, 3}) {
    const bool is_front = apex == 5;
    test::add_triangle(mesh, is_front ? 0 : 8, is_front ? 8 : 0, apex);
    test::add_triangle(mesh, is_front ? 8 : 1, is_front ? 1 : 8, apex);
  }
  EXPECT_TRUE(is_convex(make_brep(mesh)));
}

TEST(Convexity, OneUlpDecides) {
  const double in = std::nextafter(1.0, 0.0);
  const double out = std::nextafter(1.0, 2.0);
  EXPECT_TRUE(is_convex(make_brep(make_pointed_box({1, 1, 1, out, 1, 1}))));
  EXPECT_FALSE(is_convex(make_brep(make_pointed_box({1, 1, 1, in, 1, 1}))));
}

TEST(Convexity, OpenHollowSeveralAndInsideOutAreNotConvex) {
  Mesh open = make_box_mesh({0, 0, 0}, {1, 1, 1});
  open.triangles.pop_back();
  EXPECT_FALSE(is_convex(make_brep(open)));

  Mesh turned = make_box_mesh({0, 0, 0}, {1, 1, 1});
  for (Triangle& t : turned.triangles) std::swap(t[0], t[1]);
  EXPECT_FALSE(is_convex(make_brep(turned)));

  for (const double at : {-0.5, 5.0}) {  // a cavity; a second body
    Mesh two = make_box_mesh({-1, -1, -1}, {1, 1, 1});
    const Mesh other = make_box_mesh(Vec3::Constant(at), Vec3::Constant(at + 1));
    two.vertices.insert(two.vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const Triangle& t : other.triangles) {
      test::add_triangle(two, 8 + t[0].value(), 8 + t[at < 0 ? 2 : 1].value(), 8 + t[at < 0 ? 1 : 2].value());
    }
    EXPECT_FALSE(is_convex(make_brep(two)));
  }
  EXPECT_FALSE(is_convex(make_brep(test::make_rough_torus_mesh(8, 6, 0.0, 1))));
  EXPECT_FALSE(is_convex(make_brep({})));
}

TEST(Convexity, ADoublePyramidThatWindsTwiceIsNotConvex) {
  // Whatever else the boundary representation may say of it: its edges are all convex.
  Brep brep = make_brep(make_double_pyramid(make_polygon(5, 2), Vec3::Zero()));
  ASSERT_TRUE(has_only_convex_edges(brep));
  ASSERT_EQ(brep.shells.size(), 1u);
  brep.kind = BrepKind::kSolid;
  EXPECT_FALSE(is_convex(brep));
}

TEST(Convexity, ADoublePyramidOverALoopWithinALoopIsNotConvex) {
  // A limacon, r = 1/2 + cos t: always turns left, twice around, the second time within the first. From most of its
  // corners all the others are on one side.
  std::vector<Vec3> polygon;
  for (int i = 0; i < 24; ++i) {
    const double t = 2 * std::numbers::pi * (i + 0.5) / 24;
    const double r = 0.5 + std::cos(t);
    polygon.emplace_back(r * std::cos(t), r * std::sin(t), 0);
  }
  for (int shift = 0; shift < 24; ++shift) {
    Brep brep = make_brep(make_double_pyramid(polygon, Vec3(0.25, 0, 0)));
    ASSERT_TRUE(has_only_convex_edges(brep));
    brep.kind = BrepKind::kSolid;
    EXPECT_FALSE(is_convex(brep));
    std::ranges::rotate(polygon, polygon.begin() + 1);
  }
}

TEST(Convexity, APrismThatWindsTwiceIsNotConvex) {
  // Its caps are flat, cut into triangles around a middle vertex about which they wind twice.
  const auto star = make_polygon(5, 2);
  Mesh mesh;
  for (const double z : {0.0, 1.0}) {
    for (const Vec3& p : star) mesh.vertices.emplace_back(p.x(), p.y(), z);
  }
  mesh.vertices.emplace_back(0, 0, 0);
  mesh.vertices.emplace_back(0, 0, 1);
  for (std::size_t i = 0; i < 5; ++i) {
    const std::size_t j = (i + 1) % 5;
    test::add_triangle(mesh, i, j, 5 + j);
    test::add_triangle(mesh, i, 5 + j, 5 + i);
    test::add_triangle(mesh, j, i, 10);
    test::add_triangle(mesh, 5 + i, 5 + j, 11);
  }
  Brep brep = make_brep(mesh);
  ASSERT_TRUE(has_only_convex_edges(brep));
  ASSERT_EQ(brep.faces.size(), 7u);
  brep.kind = BrepKind::kSolid;
  EXPECT_FALSE(is_convex(brep));
}

TEST(Convexity, AFaceWithAHoleIsNotConvex) {
  // A dent in a box whose rim lies in the face: a face with a hole, and reflex edges; the hole alone must do.
  Brep brep = make_brep(make_box_mesh({0, 0, 0}, {1, 1, 1}));
  ASSERT_TRUE(is_convex(brep));
  brep.faces[0].num_loops = 2;
  EXPECT_FALSE(is_convex(brep));
}

TEST(Convexity, HullsAreConvex) {
  for (const test::PointSet& set : test::make_point_sets()) {
    const Hull hull = make_hull(set.points);
    if (hull.outcome != HullOutcome::kSolid) continue;
    EXPECT_TRUE(is_convex(make_brep(hull.mesh))) << set.name;
  }
}

TEST(Convexity, AgreesWithTheDefinition) {
  test::Random random(31);
  int num_convex = 0;
  constexpr int kCases = 300;
  for (int i = 0; i < kCases; ++i) {
    std::array<double, 6> heights{};
    for (double& h : heights) {
      const std::size_t way = random.below(7);
      h = way == 0 ? std::nextafter(1.0, 0.0) : way < 3 ? 1.0 : std::nextafter(1.0, 2.0);
    }
    Mesh mesh = make_pointed_box(heights);
    if (i % 2 == 1) {
      for (Vec3& v : mesh.vertices) v = test::nudge(v, random);
    }
    std::ranges::rotate(mesh.triangles, mesh.triangles.begin() + static_cast<long>(random.below(20)));
    const bool expected = is_convex_by_definition(mesh);
    num_convex += expected ? 1 : 0;
    EXPECT_EQ(is_convex(make_brep(mesh)), expected) << i;
  }
  EXPECT_GT(num_convex, kCases / 10);
  EXPECT_LT(num_convex, kCases * 9 / 10);
}

}  // namespace
}  // namespace abut::geometry
