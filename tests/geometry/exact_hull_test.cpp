#include "abut/geometry/exact_hull.h"

#include <gtest/gtest.h>

#include "geometry/sample_points.h"
#include "oracle/hull_oracle.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using oracle::operator-;

// Four points of the set that span space, by rational arithmetic, in some order.
std::array<VertexId, 4> find_start(const std::vector<Vec3>& points, test::Random& random) {
  for (;;) {
    std::array<std::size_t, 4> i{};
    for (std::size_t& index : i) index = random.below(points.size());
    const oracle::RVec3 o = oracle::exact(points[i[0]]);
    const auto from_o = [&](std::size_t k) { return oracle::exact(points[i[k]]) - o; };
    if (oracle::dot(from_o(1), oracle::cross(from_o(2), from_o(3))) == 0) continue;
    return {VertexId(i[0]), VertexId(i[1]), VertexId(i[2]), VertexId(i[3])};
  }
}

std::vector<Vec3> drop_doubles(const std::vector<Vec3>& points) {
  std::vector<Vec3> distinct;
  for (const Vec3& p : points) {
    if (std::ranges::find(distinct, p) == distinct.end()) distinct.push_back(p);
  }
  return distinct;
}

TEST(ExactHull, OfATetrahedronIsItself) {
  const std::vector<Vec3> points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const auto hull = oracle::find_hull(points);
  ASSERT_EQ(hull.faces.size(), 4u);
  const std::array<VertexId, 4> forward = {VertexId(0), VertexId(1), VertexId(2), VertexId(3)};
  const std::array<VertexId, 4> mirrored = {VertexId(1), VertexId(0), VertexId(2), VertexId(3)};
  EXPECT_TRUE(test::is_boundary_of(hull, points, make_exact_hull(points, forward)));
  EXPECT_TRUE(test::is_boundary_of(hull, points, make_exact_hull(points, mirrored)));
}

TEST(ExactHull, APointOnAFaceAnEdgeOrACornerIsNoVertexInEitherOrder) {
  const std::vector<Vec3> corners = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};
  for (const Vec3& extra : {Vec3(1, 1, 0), Vec3(2, 0, 0), Vec3(1, 1, 1)}) {
    std::vector<Vec3> points = corners;
    points.push_back(extra);
    const std::array<VertexId, 4> start = {VertexId(0), VertexId(1), VertexId(2), VertexId(3)};
    EXPECT_EQ(make_exact_hull(points, start).size(), 4u);
    // Started with the point that has to go again.
    test::Random random(1);
    for (int i = 0; i < 20; ++i) {
      EXPECT_TRUE(
          test::is_boundary_of(oracle::find_hull(points), points, make_exact_hull(points, find_start(points, random))));
    }
  }
}

TEST(ExactHull, AgreesWithTheDefinitionFromAnyStart) {
  test::Random random(5);
  for (const test::PointSet& set : test::make_point_sets()) {
    const std::vector<Vec3> points = drop_doubles(set.points);
    const oracle::Hull hull = oracle::find_hull(points);
    if (hull.faces.empty()) continue;  // scaled down into one plane
    for (int i = 0; i < 2; ++i) {
      EXPECT_TRUE(test::is_boundary_of(hull, points, make_exact_hull(points, find_start(points, random)))) << set.name;
    }
  }
}

TEST(ExactHull, ManyPointsOnASphereAreAllVertices) {
  test::Random random(8);
  std::vector<Vec3> points;
  while (points.size() < 2000) {
    const Vec3 p = random.point(-1, 1);
    if (p.norm() > 0.1 && p.norm() < 1) points.push_back(p.normalized());
  }
  // Euler: a triangulated sphere of V vertices has 2 V - 4 triangles.
  EXPECT_EQ(make_exact_hull(points, find_start(points, random)).size(), 2 * points.size() - 4);
}

}  // namespace
}  // namespace abut::geometry
