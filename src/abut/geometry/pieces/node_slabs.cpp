#include "abut/geometry/pieces/node_slabs.h"

#include <algorithm>
#include <limits>
#include <span>

namespace abut::geometry {
namespace {

using math::Vec3;

// A surface that faces one way no more than this share of its area has no normal worth having.
constexpr double kLeastFacing = 0.25;

// A sum of three products is off by at most 3 u |normal| |x|, and |normal| is at most 1 + 4 u; of the reach.
constexpr double kSlabBound = 8 * 0x1p-53;

Vec3 compute_vector_area(const ConvexPieces& pieces, PieceId id) {
  Vec3 area = Vec3::Zero();
  if (pieces.pieces[id.index()].kind != PieceKind::kPolygon) return area;
  const std::span<const PieceVertex> vertices = pieces.vertices_of(id);
  for (std::size_t i = 2; i < vertices.size(); ++i) {
    area += (vertices[i - 1].p - vertices[0].p).cross(vertices[i].p - vertices[0].p);
  }
  return area;
}

// The surface in a node.
struct Facing {
  Vec3 sum = Vec3::Zero();
  double total = 0.0;

  Vec3 find_normal() const {
    const double facing = sum.stableNorm();
    return facing > kLeastFacing * total ? Vec3(sum / facing) : Vec3(Vec3::Zero());
  }
};

std::vector<Facing> find_facings(const ConvexPieces& pieces, const PieceTree& tree) {
  std::vector<Facing> facings(tree.nodes.size());
  for (std::size_t i = facings.size(); i-- > 0;) {  // children stand after their parents
    const PieceNode& node = tree.nodes[i];
    if (!node.is_leaf()) {
      facings[i] = {facings[i + 1].sum + facings[node.right].sum, facings[i + 1].total + facings[node.right].total};
      continue;
    }
    for (std::uint32_t k = node.first_piece; k < node.first_piece + node.num_pieces; ++k) {
      const Vec3 area = compute_vector_area(pieces, PieceId(k));
      facings[i].sum += area;
      facings[i].total += area.stableNorm();
    }
  }
  return facings;
}

NodeSlab make_slab(const ConvexPieces& pieces, const PieceNode& node, const Vec3& normal) {
  if (normal.isZero(0)) return {};
  NodeSlab slab{normal, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (std::uint32_t i = node.first_piece; i < node.first_piece + node.num_pieces; ++i) {
    const Piece& piece = pieces.pieces[i];
    const double beyond = piece.radius * (1 + 8 * 0x1p-53) + kSlabBound * (piece.reach + piece.radius);
    for (const PieceVertex& v : pieces.vertices_of(PieceId(i))) {
      const double height = normal.dot(v.p);
      slab.lower = std::min(slab.lower, height - beyond);
      slab.upper = std::max(slab.upper, height + beyond);
    }
  }
  return slab;
}

}  // namespace

std::vector<NodeSlab> make_node_slabs(const ConvexPieces& pieces, const PieceTree& tree) {
  std::vector<NodeSlab> slabs(tree.nodes.size());
  const std::vector<Facing> facings = find_facings(pieces, tree);
  for (std::size_t i = 0; i < slabs.size(); ++i) {
    if (tree.nodes[i].num_pieces <= kMostSlabPieces)
      slabs[i] = make_slab(pieces, tree.nodes[i], facings[i].find_normal());
  }
  return slabs;
}

}  // namespace abut::geometry
