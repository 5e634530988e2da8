// A table of vertices by direction: where to start a walk over a large convex piece when nothing better is known.
//
// The sphere of directions is laid out on a square: d / (|x| + |y| + |z|) is on an octahedron, whose upper half, seen
// from above, is the inner diamond of the square, and whose lower half is folded out into the four corners. The square
// is cut into `side` by `side` cells; a cell holds a vertex of the piece that is extreme in the direction of its
// centre. So a walk that starts there has only the angle of a cell to go, however far the last one was from here. (A
// cube's faces would make better cells, but finding the face takes branches that nobody can predict.) Only where walks
// can be long: a box has none.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/math/types.h"

namespace abut::geometry {

struct ConvexPieces;
struct Piece;

// Pieces with fewer vertices have no table.
inline constexpr std::uint32_t kLeastVerticesWithGuides = 10;
// Cells along a side of the square, for a piece of so many vertices: two cells for every vertex, up to 16 KiB.
std::uint32_t choose_guide_side(std::uint32_t num_vertices);

// The table of a piece whose vertices and spokes are in place: side^2 vertices, extreme in their directions.
std::vector<std::uint32_t> make_guides(const ConvexPieces& pieces, const Piece& piece, std::uint32_t side);

// The centre of a cell; not of unit length.
math::Vec3 compute_guide_direction(std::uint32_t cell, std::uint32_t side);

// The cell that a direction lies in. Precondition: it is not zero, and finite.
inline std::uint32_t compute_guide_cell(const math::Vec3& direction, std::uint32_t side) {
  const double x = std::abs(direction.x()), y = std::abs(direction.y()), z = std::abs(direction.z());
  const double scale = 1.0 / (x + y + z), half = 0.5 * side;
  const double below = std::max(-direction.z(), 0.0);  // what folds the lower half out
  const double u = std::copysign((x + below) * scale, direction.x());
  const double v = std::copysign((y + below) * scale, direction.y());
  const auto clamp = [side](double k) { return std::min(static_cast<std::uint32_t>(k), side - 1); };
  return clamp((u + 1.0) * half) * side + clamp((v + 1.0) * half);
}

}  // namespace abut::geometry
