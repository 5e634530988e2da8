// A table of vertices by direction: where to start a walk over a large convex piece when nothing better is known.
//
// The sphere of directions is cut into the cells of a cube's faces, `side` by `side` on each; a cell holds a vertex of
// the piece that is extreme in the direction of its centre. So a walk that starts there has only the angle of a cell to
// go, a few degrees, however far the last one was from here. Only where walks can be long: small pieces have none.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/math/types.h"

namespace abut::geometry {

struct ConvexPieces;
struct Piece;

// Pieces with fewer vertices have no table.
inline constexpr std::uint32_t kLeastVerticesWithGuides = 100;
// Cells along an edge of the cube, for a piece of so many vertices: a cell for about every vertex, up to 6 KiB.
std::uint32_t choose_guide_side(std::uint32_t num_vertices);

// The table of a piece whose vertices and spokes are in place: 6 side^2 vertices, extreme in their directions.
std::vector<std::uint32_t> make_guides(const ConvexPieces& pieces, const Piece& piece, std::uint32_t side);

// The centre of a cell; not of unit length.
math::Vec3 compute_guide_direction(std::uint32_t cell, std::uint32_t side);

// The cell that a direction lies in. Precondition: it is not zero, and finite.
inline std::uint32_t compute_guide_cell(const math::Vec3& direction, std::uint32_t side) {
  const double x = std::abs(direction.x()), y = std::abs(direction.y()), z = std::abs(direction.z());
  const int axis = x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
  const double along = direction[axis];
  const double scale = 0.5 * side / std::abs(along), middle = 0.5 * side;
  const auto clamp = [side](double k) { return k < 0 ? 0u : k >= side ? side - 1 : static_cast<std::uint32_t>(k); };
  const std::uint32_t i = clamp(direction[(axis + 1) % 3] * scale + middle);
  const std::uint32_t j = clamp(direction[(axis + 2) % 3] * scale + middle);
  const std::uint32_t face = 2 * static_cast<std::uint32_t>(axis) + (along < 0 ? 1u : 0u);
  return (face * side + i) * side + j;
}

}  // namespace abut::geometry
