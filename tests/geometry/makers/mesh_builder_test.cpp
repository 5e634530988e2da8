#include "abut/geometry/makers/mesh_builder.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "oracle/surface.h"

namespace abut::geometry {
namespace {

using math::Vec2;
using math::Vec3;

const std::vector<Vec2> kSquare = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

Vec3 area_vector(const Mesh& mesh) {
  Vec3 sum = Vec3::Zero();
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3& p = mesh.vertices[a.index()];
    sum += 0.5 * (mesh.vertices[b.index()] - p).cross(mesh.vertices[c.index()] - p);
  }
  return sum;
}

TEST(MeshBuilder, AQuadIsSplitFromItsFirstToItsThirdCorner) {
  MeshBuilder builder;
  const VertexLoop q = builder.add_loop(kSquare, 2.0);
  builder.add_quad(q[0], q[1], q[2], q[3]);
  const Mesh mesh = builder.take();
  EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{q[0], q[1], q[2]}, {q[0], q[2], q[3]}}));
  EXPECT_EQ(mesh.vertices[2], Vec3(1, 1, 2));
}

TEST(MeshBuilder, AQuadWithCoincidingCornersLosesThatTriangle) {
  MeshBuilder builder;
  const VertexLoop q = builder.add_loop(kSquare, 0.0);
  builder.add_quad(q[0], q[0], q[1], q[2]);
  builder.add_quad(q[0], q[1], q[2], q[2]);
  builder.add_quad(q[0], q[1], q[1], q[2]);
  builder.add_quad(q[0], q[1], q[2], q[0]);
  builder.add_quad(q[0], q[0], q[1], q[1]);
  const Mesh mesh = builder.take();
  ASSERT_EQ(mesh.triangles.size(), 4u);
  for (const Triangle& t : mesh.triangles) EXPECT_EQ(t, (Triangle{q[0], q[1], q[2]}));
}

TEST(MeshBuilder, AConvexQuadNeverFoldsInward) {
  // The fourth corner a hair above, on, and below the plane of the others; outside is +z.
  for (const double height : {1e-300, 0.0, -1e-300}) {
    MeshBuilder builder;
    const VertexLoop q = builder.add_loop(kSquare, 0.0);
    const VertexId lifted = builder.add_vertex(0, 1, height);
    builder.add_convex_quad(q[0], q[1], q[2], lifted);
    const Mesh mesh = builder.take();
    ASSERT_EQ(mesh.triangles.size(), 2u);
    // Seen from outside, the diagonal 0 - 2 is a ridge if the lifted corner is below, and 1 - 3 if it is above.
    const bool is_split_at_0_2 = mesh.triangles[0] == Triangle{q[0], q[1], q[2]};
    EXPECT_EQ(is_split_at_0_2, height <= 0.0);
  }
}

TEST(MeshBuilder, AConvexPolygonIsCoveredOnceWithoutNewVertices) {
  const std::vector<Vec2> points = {{3, 0}, {2, 2}, {0, 3}, {-2, 2}, {-3, 0}, {-2, -2}, {0, -3}};
  double twice_area = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2& p = points[i];
    const Vec2& q = points[(i + 1) % points.size()];
    twice_area += p.x() * q.y() - p.y() * q.x();
  }
  MeshBuilder builder;
  builder.add_convex_polygon(builder.add_loop(points, 0.0));
  const Mesh mesh = builder.take();
  EXPECT_EQ(mesh.triangles.size(), points.size() - 2);
  EXPECT_EQ(area_vector(mesh), Vec3(0, 0, 0.5 * twice_area));
  EXPECT_EQ(oracle::find_sheet_faults(mesh, 1), "");
  EXPECT_DOUBLE_EQ(oracle::compute_area(mesh), 0.5 * twice_area);  // no triangle is turned over
}

TEST(MeshBuilder, WallsAndPolygonsCloseASolid) {
  for (const bool convex : {false, true}) {
    MeshBuilder builder;
    const VertexLoop below = builder.add_loop(kSquare, 0.0);
    const VertexLoop above = builder.add_loop(kSquare, 2.0);
    convex ? builder.add_convex_wall(below, above) : builder.add_wall(below, above);
    builder.add_convex_polygon(make_reversed(below));
    builder.add_fan(builder.add_vertex(0.5, 0.5, 2.0), above);
    const Mesh mesh = builder.take();
    EXPECT_EQ(oracle::find_solid_faults(mesh, 0), "");
    EXPECT_DOUBLE_EQ(oracle::compute_signed_volume(mesh), 2.0);
  }
}

TEST(MeshBuilder, AClosedTubeHasOneHole) {
  MeshBuilder builder;
  std::vector<VertexLoop> loops;
  for (const Vec2& radial : std::vector<Vec2>{{1, 0}, {0, 1}, {-1, -1}}) {
    VertexLoop& loop = loops.emplace_back();
    for (const Vec2& p : std::vector<Vec2>{{2, 0}, {1, -1}, {1, 1}}) {
      loop.push_back(builder.add_vertex(radial.x() * p.x(), radial.y() * p.x(), p.y()));
    }
  }
  builder.add_closed_tube(loops);
  EXPECT_EQ(oracle::find_solid_faults(builder.take(), 1), "");
}

}  // namespace
}  // namespace abut::geometry
