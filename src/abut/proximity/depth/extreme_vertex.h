// The vertex of a convex piece farthest along a direction, by walking up the edges from any vertex: on a convex piece
// there is no local maximum but the global ones.
//
// Rounding: a step is judged by direction . (tip - v), which errs by at most 4 u |direction| |tip - v|, so no plateau
// of short, nearly level edges stops the walk early: what is returned is level, to 4 u, with all its neighbours. Nearly
// level edges could lead in a circle; no shortest way up visits a vertex twice, so the walk ends after as many steps as
// there are vertices.
// Cost: the degree of each vertex passed; from the answer itself, one degree.
#pragma once

#include <cstdint>

#include "abut/math/types.h"
#include "abut/proximity/piece_pair.h"

namespace abut::proximity {

// `direction` in the frame of the piece. Precondition: `start` is a vertex of the piece.
inline std::uint32_t update_extreme_vertex(const PieceRef& ref, const math::Vec3& direction, std::uint32_t start) {
  const geometry::ConvexPieces& pieces = ref.pieces;
  std::uint32_t best = start;
  for (std::uint32_t step = 0; step < ref.piece().num_vertices; ++step) {
    const math::Vec3& p = pieces.vertices[best].p;
    double largest_rise = 0.0;
    std::uint32_t highest = best;
    for (const geometry::PieceSpoke& spoke : pieces.spokes_of(best)) {
      const double rise = direction.dot(pieces.vertices[spoke.tip].p - p);
      if (rise > largest_rise) largest_rise = rise, highest = spoke.tip;
    }
    if (highest == best) break;
    best = highest;
  }
  return best;
}

}  // namespace abut::proximity
