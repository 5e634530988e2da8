#include "abut/geometry/brep/half_edges.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abut/geometry/brep/corners.h"
#include "geometry/brep_invariants.h"
#include "geometry/brep_samples.h"

namespace abut::geometry {
namespace {

using namespace samples;

HalfEdges half_edges_of(const Mesh& mesh) {
  const TriangleAdjacency adjacency = make_triangle_adjacency(mesh);
  const MergedFaces merged = make_merged_faces(mesh.vertices, mesh.triangles, adjacency);
  return make_half_edges(
      mesh.vertices, mesh.triangles, adjacency, merged,
      compute_corners(mesh.vertices, mesh.triangles, adjacency, merged, make_loose_parts(mesh, adjacency)));
}

// With every invariant checked on the way.
Brep make_checked(const Mesh& mesh) {
  const Brep brep = make_brep(mesh);
  for (const std::string& fault : check_brep_invariants(mesh, brep)) ADD_FAILURE() << fault;
  return brep;
}

std::size_t loop_length(const Brep& brep, const Face& face, std::uint32_t loop) {
  const HalfEdgeId first = brep.loops[face.first_loop + loop].half_edge;
  std::size_t length = 0;
  HalfEdgeId h = first;
  do {
    ++length;
    h = brep.half_edges[h.index()].next;
  } while (h != first);
  return length;
}

TEST(HalfEdges, ATetrahedronHasThreeForEachFaceInTheOrderOfItsTriangles) {
  MeshBuilder builder;
  const Vec3 a(0, 0, 0), b(1, 0, 0), c(0, 1, 0), d(0, 0, 1);
  builder.polygon({a, c, b}).polygon({a, b, d}).polygon({b, c, d}).polygon({c, a, d});
  const HalfEdges result = half_edges_of(builder.mesh());
  ASSERT_EQ(result.half_edges.size(), 12u);
  EXPECT_EQ(result.edges.size(), 6u);
  EXPECT_EQ(result.face_to_loop, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
  for (std::size_t h = 0; h < 12; ++h) {
    const HalfEdge& half_edge = result.half_edges[h];
    EXPECT_EQ(half_edge.origin, builder.mesh().triangles[h / 3][h % 3]);
    EXPECT_EQ(half_edge.face, FaceId(h / 3));
    EXPECT_EQ(half_edge.next, HalfEdgeId(h % 3 == 2 ? h - 2 : h + 1));
  }
}

TEST(HalfEdges, TheMatesOfAJoinedEdgeRunBetweenTheSameCorners) {
  // Three fans of three triangles about one line that is cut in three.
  MeshBuilder builder;
  for (const Vec3& p : {Vec3(1, 1, 0), Vec3(-1, 1, 0), Vec3(0, 1, 1)}) {
    for (int i = 0; i < 3; ++i) {
      const Vec3 low(0, i, 0), high(0, i + 1, 0);
      builder.polygon(p[2] > 0 ? std::vector<Vec3>{p, high, low} : std::vector<Vec3>{p, low, high});
    }
  }
  const Brep brep = make_checked(builder.mesh());
  ASSERT_EQ(brep.faces.size(), 3u);
  const auto is_fold = [](const Edge& e) { return e.kind == EdgeKind::kNonManifold; };
  ASSERT_EQ(std::count_if(brep.edges.begin(), brep.edges.end(), is_fold), 1);
  const Edge& fold = *std::find_if(brep.edges.begin(), brep.edges.end(), is_fold);
  EXPECT_EQ((brep.vertices[fold.head.index()] - brep.vertices[fold.tail.index()]).norm(), 3.0);
  const HalfEdge& second = brep.half_edges[brep.half_edges[fold.half_edge.index()].mate.index()];
  const HalfEdge& third = brep.half_edges[second.mate.index()];
  EXPECT_EQ(third.mate, fold.half_edge);
  EXPECT_EQ(second.origin, fold.tail);
  EXPECT_EQ(third.origin, fold.head);
}

TEST(HalfEdges, ASlitThatAThirdSheetKeepsOpenIsWalkedOnBothSides) {
  // A square of 2 x 2 about its centre; on the line from the centre to one side stands another sheet.
  MeshBuilder builder;
  const std::vector<Vec3> rim = {{1, 0, 0}, {1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}};
  for (int i = 0; i < 5; ++i) builder.polygon({{0, 0, 0}, rim[i], rim[(i + 1) % 5]});
  builder.polygon({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}});
  const Brep brep = make_checked(builder.mesh());
  EXPECT_EQ(brep.kind, BrepKind::kSoup);
  ASSERT_EQ(brep.faces.size(), 2u);
  EXPECT_EQ(brep.faces[0].num_loops, 1u);
  EXPECT_EQ(loop_length(brep, brep.faces[0], 0), 7u);  // in along the slit and out again, and five sides
}

TEST(HalfEdges, TheOuterLoopComesFirstWhereverTheMeshStarts) {
  std::set<Cell> cells = make_block(5, 5, 1);
  cells.erase({1, 1, 0});
  cells.erase({3, 3, 0});
  cells.erase({3, 1, 0});
  const Mesh mesh = make_cells(cells);
  std::mt19937 random(4);
  for (int round = 0; round < 20; ++round) {
    const Brep brep = make_checked(make_relabelled(mesh, random));  // the invariants say which loop is outer
    EXPECT_EQ(std::count_if(brep.faces.begin(), brep.faces.end(), [](const Face& f) { return f.num_loops == 4; }), 2);
  }
}

// The top of a block, with two square pits that are pyramids upside down and meet at one corner. That corner has one
// fan: top, pit, top, pit.
Mesh make_two_pits_that_touch() {
  MeshBuilder builder;
  const auto p = [](double x, double y, double z = 0) { return Vec3(x, y, z); };
  for (const double s : {1.0, 2.0}) {
    const Vec3 apex = p(s + 0.5, s + 0.5, -0.5);
    const std::vector<Vec3> rim = {p(s, s), p(s + 1, s), p(s + 1, s + 1), p(s, s + 1)};
    for (int i = 0; i < 4; ++i) builder.polygon({rim[i], rim[(i + 1) % 4], apex});
  }
  // The rest of the top in squares of a 4 x 4 grid.
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 4; ++y) {
      const bool is_pit = x == y && (x == 1 || x == 2);
      if (!is_pit) builder.polygon({p(x, y), p(x + 1, y), p(x + 1, y + 1), p(x, y + 1)});
    }
  }
  const auto wall = [&](int x0, int y0, int dx, int dy) {
    for (int i = 0; i < 4; ++i) {
      const double x = x0 + i * dx, y = y0 + i * dy;
      builder.polygon({p(x, y), p(x, y, -1), p(x + dx, y + dy, -1), p(x + dx, y + dy)});
    }
  };
  wall(0, 0, 1, 0), wall(4, 0, 0, 1), wall(4, 4, -1, 0), wall(0, 4, 0, -1);
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 4; ++y) builder.polygon({p(x, y, -1), p(x, y + 1, -1), p(x + 1, y + 1, -1), p(x + 1, y, -1)});
  }
  return builder.mesh();
}

TEST(HalfEdges, TwoHolesThatTouchAtAVertexAreOneLoopThatTouchesItself) {
  const Brep brep = make_checked(make_two_pits_that_touch());
  EXPECT_EQ(brep.kind, BrepKind::kSolid);
  // A block, and two pits of four faces and eight edges each.
  EXPECT_EQ(brep.edges.size(), 12u + 16u);
  EXPECT_EQ(brep.faces.size(), 6u + 8u);
  const auto top = std::find_if(brep.faces.begin(), brep.faces.end(), [](const Face& f) { return f.num_loops > 1; });
  ASSERT_NE(top, brep.faces.end());
  EXPECT_EQ(top->num_loops, 2u);
  EXPECT_EQ(loop_length(brep, *top, 0), 4u);
  EXPECT_EQ(loop_length(brep, *top, 1), 8u);
}

}  // namespace
}  // namespace abut::geometry
