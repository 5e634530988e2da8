#include "abut/scene/scaling.h"

#include <gtest/gtest.h>

#include "abut/base/input_error.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/mass_properties.h"

namespace abut::scene {
namespace {

using math::Vec3;

TEST(ScaleMesh, FactorsMultiplyEachCoordinateOnce) {
  geometry::Mesh mesh = geometry::make_box({1.0, 1.0, 1.0});
  const geometry::Mesh before = mesh;
  scale_mesh(mesh, {Vec3(0.1, 3.0, 7.0), {}});
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    EXPECT_EQ(mesh.vertices[i],
              Vec3(0.1 * before.vertices[i].x(), 3.0 * before.vertices[i].y(), 7.0 * before.vertices[i].z()));
  }
  EXPECT_EQ(mesh.triangles, before.triangles);
}

TEST(ScaleMesh, AMirroredSolidKeepsItsOutside) {
  const int cases[][3] = {{1, 1, -1}, {-1, -1, 1}, {-1, -1, -1}};
  for (const auto& signs : cases) {
    geometry::Mesh mesh = geometry::make_box({1.0, 2.0, 3.0});
    scale_mesh(mesh, {Vec3(signs[0], signs[1], signs[2]), {}});
    EXPECT_DOUBLE_EQ(geometry::compute_solid_mass(mesh, 1.0).mass, 6.0);
  }
}

TEST(ScaleMesh, ASizeIsThatOfTheBoundingBox) {
  geometry::Mesh mesh = geometry::make_box({1.0, 2.0, 4.0});
  scale_mesh(mesh, {Vec3::Ones(), Vec3(5.0, 1.0, 2.0)});
  for (const Vec3& v : mesh.vertices) EXPECT_EQ(v.cwiseAbs(), Vec3(2.5, 0.5, 1.0));
}

TEST(ScaleMesh, AFlatExtentStaysFlatWhateverItsSize) {
  // As in public scenes: a plane in x and z of dimensions 100, 0, 100.
  geometry::Mesh mesh;
  mesh.vertices = {{-5, 0, 5}, {5, 0, 5}, {0, 0, -5}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  geometry::Mesh other = mesh;
  scale_mesh(mesh, {Vec3::Ones(), Vec3(100, 0, 100)});
  EXPECT_EQ(mesh.vertices[1], Vec3(50, 0, 50));
  scale_mesh(other, {Vec3::Ones(), Vec3(100, 7, 100)});
  EXPECT_EQ(other.vertices[1], Vec3(50, 0, 50));
}

TEST(ScaleMesh, ASizeThatWouldFlattenASolidIsRefused) {
  geometry::Mesh mesh = geometry::make_box({1.0, 2.0, 4.0});
  try {
    scale_mesh(mesh, {Vec3::Ones(), Vec3(1.0, 0.0, 1.0)});
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(), "the size along y is 0, which would flatten a mesh that is 2 m there; give a positive size");
  }
}

TEST(MoveMesh, EveryVertexMoves) {
  geometry::Mesh mesh = geometry::make_box({2.0, 2.0, 2.0});
  move_mesh(mesh, {10.0, 0.0, 0.0});
  for (const Vec3& v : mesh.vertices) EXPECT_TRUE(v.x() == 9.0 || v.x() == 11.0);
}

}  // namespace
}  // namespace abut::scene
