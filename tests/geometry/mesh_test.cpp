#include "abut/geometry/mesh.h"

#include <gtest/gtest.h>

namespace abut::geometry {
namespace {

using math::Vec3;

Mesh make_four_vertices() {
  Mesh mesh;
  mesh.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 2, -3), Vec3(9, 9, 9)};
  return mesh;
}

TEST(Mesh, BoundsOfNothingAreEmpty) {
  EXPECT_TRUE(compute_bounds(make_four_vertices()).is_empty());
}

TEST(Mesh, BoundsContainTrianglesSegmentsAndPointsButNoUnusedVertex) {
  Mesh mesh = make_four_vertices();
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  EXPECT_EQ(compute_bounds(mesh).lower, Vec3(0, 0, -3));
  EXPECT_EQ(compute_bounds(mesh).upper, Vec3(1, 2, 0));

  mesh.segments = {{VertexId(0), VertexId(3)}};
  EXPECT_EQ(compute_bounds(mesh).upper, Vec3(9, 9, 9));

  mesh.segments.clear();
  mesh.points = {VertexId(3)};
  EXPECT_EQ(compute_bounds(mesh).upper, Vec3(9, 9, 9));
}

}  // namespace
}  // namespace abut::geometry
