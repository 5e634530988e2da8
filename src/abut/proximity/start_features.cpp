#include "abut/proximity/start_features.h"

#include <algorithm>

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
  constexpr int kMaxRounds = 6;
  constexpr double kNear = 0.03;  // of the distance: what a cell of the table leaves open
  const auto difference = [&](std::uint32_t v, std::uint32_t w) -> Vec3 {
    return pose.to_b(a.pieces.vertices[v].p) - b.pieces.vertices[w].p;
  };
  std::uint32_t v = find_any_vertex(a.pieces, last.a), w = find_any_vertex(b.pieces, last.b);
  Vec3 z = difference(v, w);  // a point of A - B, moved towards the origin
  const double last_square = z.squaredNorm();
  for (int round = 0; round < kMaxRounds && !z.isZero(); ++round) {
    v = look_up(a, -pose.turn_to_a(z), v), w = look_up(b, z, w);
    const Vec3 along = difference(v, w) - z;
    const double gain = -z.dot(along);  // how much nearer the supporting plane is, times |z|
    if (gain <= kNear * z.squaredNorm()) break;
    z += std::min(1.0, gain / along.squaredNorm()) * along;
  }
  if (!(difference(v, w).squaredNorm() < last_square)) return last;
  return {PieceFeature::vertex(v), PieceFeature::vertex(w)};
}

}  // namespace abut::proximity
