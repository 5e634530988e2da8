#include "abut/scene/split_mesh.h"

#include <gtest/gtest.h>

#include "abut/base/input_error.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/scene/scaling.h"

namespace abut::scene {
namespace {

using math::Vec3;

// Adds a copy of `part` to `mesh`, moved, its triangles after those that are there.
void append(geometry::Mesh& mesh, geometry::Mesh part, const Vec3& by) {
  move_mesh(part, by);
  const std::size_t offset = mesh.vertices.size();
  mesh.vertices.insert(mesh.vertices.end(), part.vertices.begin(), part.vertices.end());
  for (geometry::Triangle t : part.triangles) {
    for (VertexId& v : t) v = VertexId(v.index() + offset);
    mesh.triangles.push_back(t);
  }
}

TEST(SplitMesh, EachConnectedPartIsAMesh) {
  const geometry::Mesh box = geometry::make_box({1, 1, 1});
  const geometry::Mesh tetrahedron = geometry::make_tetrahedron(1.0);
  geometry::Mesh mesh;
  append(mesh, box, Vec3::Zero());
  append(mesh, tetrahedron, Vec3(5, 0, 0));
  append(mesh, box, Vec3(0, 5, 0));
  const std::vector<geometry::Mesh> parts = split_mesh(mesh);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[0].vertices, box.vertices);
  EXPECT_EQ(parts[0].triangles, box.triangles);
  EXPECT_EQ(parts[1].triangles, tetrahedron.triangles);
  EXPECT_EQ(parts[1].vertices[0], tetrahedron.vertices[0] + Vec3(5, 0, 0));
  EXPECT_EQ(parts[2].triangles, box.triangles);
}

TEST(SplitMesh, PartsThatTouchAtAVertexAreDifferentAndKeepTheirOwnCopyOfIt) {
  geometry::Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(0), VertexId(3), VertexId(4)}};
  const std::vector<geometry::Mesh> parts = split_mesh(mesh);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[1].vertices, (std::vector<Vec3>{{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}}));
}

TEST(SplitMesh, LooseSegmentsAndPointsAreRefused) {
  geometry::Mesh mesh = geometry::make_box({1, 1, 1});
  mesh.points.emplace_back(0);
  try {
    split_mesh(mesh);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(),
                 "a mesh of 12 triangles, 0 loose segments and 1 loose points cannot be split; only triangles "
                 "can: remove the rest, or do not ask for it");
  }
}

}  // namespace
}  // namespace abut::scene
