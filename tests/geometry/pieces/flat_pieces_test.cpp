#include "abut/geometry/pieces/flat_pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "abut/base/input_error.h"
#include "geometry/support/grid_mesh.h"
#include "geometry/support/piece_checks.h"

namespace abut::geometry {
namespace {

using math::Vec3;

const std::vector<std::string> kNone;

std::map<PieceKind, std::size_t> count_kinds(const ConvexPieces& pieces) {
  std::map<PieceKind, std::size_t> num;
  for (const Piece& piece : pieces.pieces) ++num[piece.kind];
  return num;
}

// Every piece is in exactly one leaf, and every leaf's box contains its pieces.
void expect_tree_holds_pieces(const PiecesWithTree& flat) {
  std::vector<int> num_leaves(flat.pieces.pieces.size());
  for (const PieceNode& node : flat.tree.nodes) {
    for (std::uint32_t k = 0; k < node.num_pieces; ++k) {
      const PieceId piece(node.first_piece + k);
      num_leaves[piece.index()] += node.is_leaf();
      EXPECT_TRUE(node.box.contains(compute_bounds(flat.pieces, piece)));
    }
  }
  EXPECT_EQ(num_leaves, std::vector<int>(num_leaves.size(), 1));
}

void expect_sources_in_place(const Brep& brep, const ConvexPieces& pieces) {
  for (const PieceVertex& v : pieces.vertices) {
    ASSERT_FALSE(v.source.is_cut());
    if (v.source.kind() == FeatureKind::kVertex) {
      EXPECT_EQ(v.p, brep.vertices[v.source.vertex().index()]);
    }
  }
  for (const PieceFace& f : pieces.faces) {
    EXPECT_GT(f.normal.dot(brep.faces[f.source.face().index()].normal), 0.999);
  }
}

TEST(FlatPieces, TheBoundaryOfAnLIsTenPolygons) {
  const Brep brep = make_brep(make_cell_mesh(kLCells, 1, make_skew_map()));
  const PiecesWithTree flat = make_flat_pieces(brep);
  EXPECT_EQ(count_kinds(flat.pieces), (std::map<PieceKind, std::size_t>{{PieceKind::kPolygon, 10}}));
  EXPECT_EQ(check_pieces(flat.pieces), kNone);
  expect_tree_holds_pieces(flat);
  expect_sources_in_place(brep, flat.pieces);
}

TEST(FlatPieces, ASoupHasPolygonsSegmentsAndPoints) {
  //  a square, a fin on its diagonal, a wire that leaves its corner, a loose wire and a loose point
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {5, 5, 5}, {6, 5, 5}, {9, 9, 9}};
  const auto id = [](int i) { return VertexId(i); };
  mesh.triangles = {{id(0), id(1), id(2)}, {id(0), id(2), id(3)}, {id(0), id(2), id(4)}};
  mesh.segments = {{id(1), id(5)}, {id(5), id(6)}};
  mesh.points = {id(7)};
  const Brep brep = make_brep(mesh);
  ASSERT_EQ(brep.kind, BrepKind::kSoup);
  const PiecesWithTree flat = make_flat_pieces(brep, 0.125);
  EXPECT_EQ(count_kinds(flat.pieces), (std::map<PieceKind, std::size_t>{
                                          {PieceKind::kPolygon, 3}, {PieceKind::kSegment, 2}, {PieceKind::kPoint, 1}}));
  EXPECT_EQ(check_pieces(flat.pieces), kNone);
  for (const Piece& piece : flat.pieces.pieces) EXPECT_EQ(piece.radius, 0.125);
  expect_tree_holds_pieces(flat);
  expect_sources_in_place(brep, flat.pieces);
}

TEST(FlatPieces, AFaceWithoutAreaIsItsEdgesAndNoEdgeIsThereTwice) {
  // Collinear 0, 1, 2, alone: its edges are segments. Beside a triangle on 0 - 1, only the others are.
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}, {1, 0, 0}};
  const auto id = [](int i) { return VertexId(i); };
  mesh.triangles = {{id(0), id(1), id(2)}};
  for (const bool has_neighbour : {false, true}) {
    if (has_neighbour) mesh.triangles.push_back({id(1), id(0), id(3)});
    const Brep brep = make_brep(mesh);
    const PiecesWithTree flat = make_flat_pieces(brep);
    EXPECT_EQ(check_pieces(flat.pieces), kNone);
    std::map<EdgeId, int> num;
    for (const PieceEdge& e : flat.pieces.edges) ++num[e.source.edge()];
    EXPECT_EQ(num.size(), brep.edges.size());
    for (const auto& [edge, n] : num) EXPECT_EQ(n, 1);
    EXPECT_EQ(count_kinds(flat.pieces)[PieceKind::kPolygon], has_neighbour ? 1u : 0u);
    expect_tree_holds_pieces(flat);
  }
}

TEST(FlatPieces, AnEdgeWithoutLengthIsAPoint) {
  Mesh mesh;
  mesh.vertices = {{1, 2, 3}, {1, 2, 3}};
  mesh.segments = {{VertexId(0), VertexId(1)}};
  const PiecesWithTree flat = make_flat_pieces(make_brep(mesh));
  ASSERT_EQ(flat.pieces.pieces.size(), 1u);
  EXPECT_EQ(flat.pieces.pieces[0].kind, PieceKind::kPoint);
  EXPECT_EQ(flat.pieces.vertices[0].source, Feature(EdgeId(0)));
}

TEST(FlatPieces, EveryEdgeOfTheBoundaryIsAnEdgeOfPiecesAsOftenAsItHasFaces) {
  for (const std::set<Cell>& cells : {kOneCell, kLCells, make_ring_cells()}) {
    const Brep brep = make_brep(make_cell_mesh(cells, 1, make_skew_map()));
    const PiecesWithTree flat = make_flat_pieces(brep);
    std::vector<double> length(brep.edges.size());
    for (const PieceEdge& e : flat.pieces.edges) {
      if (e.source.is_cut()) continue;
      length[e.source.edge().index()] += (flat.pieces.vertices[e.head].p - flat.pieces.vertices[e.tail].p).norm();
    }
    for (std::size_t i = 0; i < brep.edges.size(); ++i) {
      const Edge& e = brep.edges[i];
      const double truth = (brep.vertices[e.head.index()] - brep.vertices[e.tail.index()]).norm();
      EXPECT_NEAR(length[i], 2 * truth, 1e-12 * truth);
    }
  }
}

TEST(FlatPieces, ABadRadiusIsRefused) {
  EXPECT_THROW(make_flat_pieces(make_brep(make_cell_mesh(kOneCell)), -1), InputError);
}

}  // namespace
}  // namespace abut::geometry
