#include "abut/geometry/hull_proof.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/geometry/exact_hull.h"
#include "geometry/sample_points.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using test::make_box_mesh;

const std::array<VertexId, 4> kStart = {VertexId(0), VertexId(1), VertexId(2), VertexId(4)};

TEST(HullProof, AcceptsABoxAndPointsInsideAndOnIt) {
  Mesh box = make_box_mesh({0, 0, 0}, {2, 3, 4});
  EXPECT_TRUE(is_proven_hull(box.vertices, box.triangles));
  for (const Vec3& p : {Vec3(1, 1, 1), Vec3(2, 1, 1), Vec3(1, 0, 0), Vec3(2, 3, 4), Vec3(1, 1.5, 2)})
    box.vertices.push_back(p);
  EXPECT_TRUE(is_proven_hull(box.vertices, box.triangles));
}

TEST(HullProof, RefusesAPointOutsideByAnUlp) {
  Mesh box = make_box_mesh({0, 0, 0}, {2, 3, 4});
  box.vertices.emplace_back(1, 1, std::nextafter(4.0, 5.0));
  EXPECT_FALSE(is_proven_hull(box.vertices, box.triangles));
  box.vertices.back() = Vec3(0, std::nextafter(3.0, 4.0), 0);
  EXPECT_FALSE(is_proven_hull(box.vertices, box.triangles));
}

TEST(HullProof, RefusesAnOpenAnInsideOutAndAnEmptyMesh) {
  Mesh box = make_box_mesh({0, 0, 0}, {1, 1, 1});
  Mesh open = box;
  open.triangles.pop_back();
  EXPECT_FALSE(is_proven_hull(open.vertices, open.triangles));
  for (Triangle& t : box.triangles) std::swap(t[0], t[1]);
  EXPECT_FALSE(is_proven_hull(box.vertices, box.triangles));
  EXPECT_FALSE(is_proven_hull(box.vertices, {}));
}

TEST(HullProof, RefusesAReflexEdgeAndAFlatVertex) {
  // A box with its top raised or lowered in the middle.
  for (const double z : {0.75, 1.0, 1.25}) {
    Mesh mesh = make_box_mesh({0, 0, 0}, {1, 1, 1});
    mesh.triangles.resize(mesh.triangles.size() - 2);
    mesh.vertices.emplace_back(0.5, 0.5, z);
    constexpr std::size_t kTop[] = {4, 5, 7, 6};
    for (std::size_t i = 0; i < 4; ++i) test::add_triangle(mesh, kTop[i], kTop[(i + 1) % 4], 8);
    EXPECT_EQ(is_proven_hull(mesh.vertices, mesh.triangles), z > 1) << z;
  }
}

TEST(HullProof, RefusesASurfaceThatWindsTwice) {
  // A double pyramid over a pentagram: closed, no edge reflex, of Euler characteristic 2, and not convex.
  Mesh mesh;
  for (int i = 0; i < 5; ++i) {
    const double a = 4 * std::numbers::pi * i / 5;
    mesh.vertices.emplace_back(std::cos(a), std::sin(a), 0);
  }
  mesh.vertices.emplace_back(0, 0, 1);
  mesh.vertices.emplace_back(0, 0, -1);
  for (std::size_t i = 0; i < 5; ++i) {
    test::add_triangle(mesh, i, (i + 1) % 5, 5);
    test::add_triangle(mesh, (i + 1) % 5, i, 6);
  }
  EXPECT_FALSE(is_proven_hull(mesh.vertices, mesh.triangles));
}

TEST(HullProof, RefusesTwoBodies) {
  Mesh mesh = make_box_mesh({-1, -1, -1}, {1, 1, 1});
  const Mesh inner = make_box_mesh({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
  for (const Vec3& v : inner.vertices) mesh.vertices.push_back(v);
  for (const Triangle& t : inner.triangles)
    test::add_triangle(mesh, 8 + t[0].value(), 8 + t[1].value(), 8 + t[2].value());
  EXPECT_FALSE(is_proven_hull(mesh.vertices, mesh.triangles));
}

TEST(HullProof, AcceptsTrueHullsAndNoneWithAPointLeftOut) {
  test::Random random(17);
  for (int round = 0; round < 20; ++round) {
    std::vector<Vec3> points;
    for (int i = 0; i < 300; ++i) points.push_back(random.point(-1, 1));
    const auto triangles = make_exact_hull(points, kStart);
    EXPECT_TRUE(is_proven_hull(points, triangles));
    // Without the last vertex the hull is smaller, and that vertex outside of it.
    const VertexId left_out = triangles.back()[0];
    std::vector<Vec3> fewer = points;
    fewer[left_out.index()] = Vec3::Zero();
    const auto smaller = make_exact_hull(fewer, kStart);
    EXPECT_FALSE(is_proven_hull(points, smaller));
  }
}

}  // namespace
}  // namespace abut::geometry
