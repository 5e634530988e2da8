#include "abut/geometry/pieces/guides.h"

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
  if (num_vertices < kLeastVerticesWithGuides) return 0;
  return num_vertices < 400 ? 8 : 16;
}

math::Vec3 compute_guide_direction(std::uint32_t cell, std::uint32_t side) {
  const std::uint32_t j = cell % side, i = cell / side % side, face = cell / (side * side);
  const int axis = static_cast<int>(face / 2);
  math::Vec3 direction;
  direction[axis] = face % 2 == 0 ? 1.0 : -1.0;
  direction[(axis + 1) % 3] = (2.0 * i + 1.0) / side - 1.0;
  direction[(axis + 2) % 3] = (2.0 * j + 1.0) / side - 1.0;
  return direction;
}

std::vector<std::uint32_t> make_guides(const ConvexPieces& pieces, const Piece& piece, std::uint32_t side) {
  std::vector<std::uint32_t> guides;
  guides.reserve(std::size_t{6} * side * side);
  std::uint32_t vertex = piece.first_vertex;
  for (std::uint32_t cell = 0; cell < 6 * side * side; ++cell) {
    vertex = climb_to_extreme(pieces, vertex, compute_guide_direction(cell, side));
    guides.push_back(vertex);
  }
  return guides;
}

}  // namespace abut::geometry
