#include "abut/proximity/start_features.h"

#include <algorithm>
#include <cmath>

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

// Where tables have so many cells along a side, a second look costs less than the steps that it saves.
constexpr std::uint32_t kFineSide = 32;

}  // namespace

ClosestFeatures choose_start_features(const PieceRef& a, const PieceRef& b, const RelativePose& pose,
                                      const ClosestFeatures& last) {
  const std::uint32_t side_a = a.piece().guide_side, side_b = b.piece().guide_side;
  if (side_a == 0 && side_b == 0) return last;
  std::uint32_t v = find_any_vertex(a.pieces, last.a), w = find_any_vertex(b.pieces, last.b);
  const auto difference = [&]() -> Vec3 { return pose.to_b(a.pieces.vertices[v].p) - b.pieces.vertices[w].p; };
  const auto look_along = [&](const Vec3& n) { v = look_up(a, -pose.turn_to_a(n), v), w = look_up(b, n, w); };
  const double last_square = difference().squaredNorm();
  const Vec3 z = pose.to_b(a.piece().middle) - b.piece().middle;
  if (z.isZero()) return last;
  look_along(z);
  Vec3 d = difference();
  if (side_a >= kFineSide && side_b >= kFineSide) {
    const Vec3 n = d + std::max(1.0 - std::sqrt(d.squaredNorm() / z.squaredNorm()), 0.0) * z;
    if (!n.isZero()) look_along(n), d = difference();
  }
  if (!(d.squaredNorm() < last_square)) return last;
  return {PieceFeature::vertex(v), PieceFeature::vertex(w)};
}

}  // namespace abut::proximity
