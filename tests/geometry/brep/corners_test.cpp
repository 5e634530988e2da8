#include "abut/geometry/brep/corners.h"

#include <gtest/gtest.h>

#include "geometry/brep_samples.h"
#include "oracle/coplanar_faces.h"

namespace abut::geometry {
namespace {

using namespace samples;

std::vector<VertexId> corners_of(const Mesh& mesh) {
  const TriangleAdjacency adjacency = make_triangle_adjacency(mesh);
  const MergedFaces merged = make_merged_faces(mesh.vertices, mesh.triangles, adjacency);
  const std::vector<char> is_corner =
      compute_corners(mesh.vertices, mesh.triangles, adjacency, merged, make_loose_parts(mesh, adjacency));
  std::vector<VertexId> corners;
  for (std::size_t v = 0; v < is_corner.size(); ++v) {
    if (is_corner[v]) corners.emplace_back(v);
  }
  return corners;
}

TEST(Corners, AFineCubeHasEight) {
  const Mesh mesh = make_cube(4);
  const std::vector<VertexId> corners = corners_of(mesh);
  EXPECT_EQ(corners.size(), 8u);
  for (const VertexId v : corners) {
    for (const double x : mesh.vertices[v.index()]) EXPECT_TRUE(x == 0.0 || x == 1.0);
  }
}

// A triangle with an additional vertex near the middle of its lower side.
Mesh make_triangle_with_vertex_at(const Vec3& p) {
  MeshBuilder builder;
  builder.polygon({{0, 2, 0}, {-1, 0, 0}, p, {1, 0, 0}});
  return builder.mesh();
}

TEST(Corners, AVertexInABorderIsOneUnlessTheBorderIsExactlyStraight) {
  EXPECT_EQ(corners_of(make_triangle_with_vertex_at({0, 0, 0})).size(), 3u);
  EXPECT_EQ(corners_of(make_triangle_with_vertex_at({0, 0x1p-1074, 0})).size(), 4u);
  EXPECT_EQ(corners_of(make_triangle_with_vertex_at({0, -0x1p-1074, 0})).size(), 4u);
}

TEST(Corners, ATipThatTurnsStraightBackIsOne) {
  // Without area: the sides go 0, 3, 1 along a line. 1 lies inside the side from 3 to 0.
  MeshBuilder builder;
  builder.polygon({{0, 0, 0}, {3, 0, 0}, {1, 0, 0}});
  EXPECT_EQ(corners_of(builder.mesh()), (std::vector{VertexId(0), VertexId(1)}));
}

TEST(Corners, WhereSomethingLooseEndsIsOne) {
  Mesh mesh = make_triangle_with_vertex_at({0, 0, 0});
  const VertexId middle(2);
  ASSERT_EQ(mesh.vertices[2], Vec3(0, 0, 0));
  mesh.points = {middle};
  EXPECT_EQ(corners_of(mesh).size(), 4u);
  mesh.points.clear();
  mesh.vertices.emplace_back(0, -1, 0);
  mesh.segments = {{VertexId(4), middle}};
  EXPECT_EQ(corners_of(mesh).size(), 5u);
}

TEST(Corners, AnEdgeOfThreeSheetsIsJoinedToo) {
  MeshBuilder builder;
  for (const Vec3& p : {Vec3(1, 1, 0), Vec3(-1, 1, 0), Vec3(0, 1, 1)}) {
    builder.polygon({p, {0, 0, 0}, {0, 1, 0}}).polygon({p, {0, 1, 0}, {0, 2, 0}});
  }
  EXPECT_EQ(corners_of(builder.mesh()).size(), 5u);  // the ends and the three tips
}

TEST(Corners, TwoSheetsThatMeetAlongPartOfABorderKeepTheEndOfThatPart) {
  // The second sheet hangs on the lower half of the first one's side only.
  MeshBuilder builder;
  builder.polygon({{1, 1, 0}, {0, 2, 0}, {0, 1, 0}, {0, 0, 0}}).polygon({{0, 1, 0}, {0, 0, 0}, {0, 0.5, -1}});
  EXPECT_EQ(corners_of(builder.mesh()).size(), 5u);
}

TEST(CornersOracle, UnionsOfCubesAndHeightFieldsAgree) {
  std::mt19937 random(13);
  for (int round = 0; round < 24; ++round) {
    const Mesh cells = make_sheared(make_cells(make_random_cells(random, 3, 20 + 3 * round), 1 + round % 2));
    EXPECT_EQ(corners_of(cells), oracle::find_corners(cells));
    const Mesh field = make_coarse_height_field(random);
    EXPECT_EQ(corners_of(field), oracle::find_corners(field));
  }
}

}  // namespace
}  // namespace abut::geometry
