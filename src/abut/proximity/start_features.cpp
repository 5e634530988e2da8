#include "abut/proximity/start_features.h"

#include "abut/geometry/pieces/guides.h"

namespace abut::proximity {
namespace {

using math::Vec3;

// The vertex of the table in that direction, or the given one if the piece has no table.
std::uint32_t look_up(const PieceRef& ref, const Vec3& direction, std::uint32_t otherwise) {
  const geometry::Piece& piece = ref.piece();
  if (piece.guide_side == 0) return otherwise;
  return ref.pieces.guides[piece.first_guide + geometry::compute_guide_cell(direction, piece.guide_side)];
}

}  // namespace

ClosestFeatures choose_start_features(const PieceRef& a, const PieceRef& b, const RelativePose& pose,
                                      const ClosestFeatures& last) {
  if (a.piece().guide_side == 0 && b.piece().guide_side == 0) return last;
  const auto difference = [&](std::uint32_t v, std::uint32_t w) -> Vec3 {
    return pose.to_b(a.pieces.vertices[v].p) - b.pieces.vertices[w].p;
  };
  std::uint32_t v = find_any_vertex(a.pieces, last.a), w = find_any_vertex(b.pieces, last.b);
  const double last_square = difference(v, w).squaredNorm();
  const Vec3 z = pose.to_b(a.piece().middle) - b.piece().middle;
  if (z.isZero()) return last;
  v = look_up(a, -pose.turn_to_a(z), v), w = look_up(b, z, w);
  if (!(difference(v, w).squaredNorm() < last_square)) return last;
  return {PieceFeature::vertex(v), PieceFeature::vertex(w)};
}

}  // namespace abut::proximity
