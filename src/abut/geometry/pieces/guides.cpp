#include "abut/geometry/pieces/guides.h"

#include <algorithm>
#include <cmath>

#include "abut/geometry/convex_pieces.h"

namespace abut::geometry {
namespace {

// Uphill from vertex to vertex. On a convex piece the first without a higher neighbour is the highest; each step is
// higher, so none comes twice.
std::uint32_t climb_to_extreme(const ConvexPieces& pieces, std::uint32_t vertex, const math::Vec3& direction) {
  double height = pieces.vertices[vertex].p.dot(direction);
  for (bool is_higher = true; is_higher;) {
    is_higher = false;
    for (const PieceSpoke& spoke : pieces.spokes_of(vertex)) {
      const double h = pieces.vertices[spoke.tip].p.dot(direction);
      if (h <= height) continue;
      height = h, vertex = spoke.tip, is_higher = true;
      break;
    }
  }
  return vertex;
}

}  // namespace

std::uint32_t choose_guide_side(std::uint32_t num_vertices) {
  constexpr double kLargestSide = 64;
  if (num_vertices < kLeastVerticesWithGuides) return 0;
  return static_cast<std::uint32_t>(std::min(std::ceil(std::sqrt(2.0 * num_vertices)), kLargestSide));
}

math::Vec3 compute_guide_direction(std::uint32_t cell, std::uint32_t side) {
  const std::uint32_t i = cell / side, j = cell % side;
  const double u = (2.0 * i + 1.0) / side - 1.0, v = (2.0 * j + 1.0) / side - 1.0;
  const double z = 1.0 - std::abs(u) - std::abs(v);
  if (z >= 0) return {u, v, z};
  return {std::copysign(1.0 - std::abs(v), u), std::copysign(1.0 - std::abs(u), v), z};
}

std::vector<std::uint32_t> make_guides(const ConvexPieces& pieces, const Piece& piece, std::uint32_t side) {
  std::vector<std::uint32_t> guides;
  guides.reserve(std::size_t{side} * side);
  std::uint32_t vertex = piece.first_vertex;
  for (std::uint32_t cell = 0; cell < side * side; ++cell) {
    vertex = climb_to_extreme(pieces, vertex, compute_guide_direction(cell, side));
    guides.push_back(vertex);
  }
  return guides;
}

}  // namespace abut::geometry
