#include "abut/proximity/depth/thin_depth.h"

#include <algorithm>

namespace abut::proximity {
namespace {

using math::Vec3;

// tail + s along, s in [0, 1]; a point has no length.
struct ThinPiece {
  Vec3 tail, along;
  PieceFeature feature;

  Vec3 at(double s) const { return tail + s * along; }
  double find_nearest(const Vec3& p) const {
    const double length_sq = along.squaredNorm();
    return length_sq > 0.0 ? std::clamp(along.dot(p - tail) / length_sq, 0.0, 1.0) : 0.0;
  }
};

ThinPiece make_thin_piece(const PieceRef& ref) {
  const geometry::Piece& piece = ref.piece();
  const Vec3& tail = ref.pieces.vertices[piece.first_vertex].p;
  if (piece.num_edges == 0) return {tail, Vec3::Zero(), PieceFeature::vertex(piece.first_vertex)};
  return {tail, ref.pieces.vertices[piece.first_vertex + 1].p - tail, PieceFeature::edge(piece.first_edge)};
}

// Where the line of a is nearest that of b. Between nearly parallel lines that place is poor, so what it misses b by is
// used once more.
double find_crossing_share(const ThinPiece& a, const ThinPiece& b) {
  const Vec3 across = b.along.cross(a.along.cross(b.along));
  double s = 0.0;
  for (int round = 0; round < 2; ++round) {
    const Vec3 gap = b.tail - a.at(s);
    s += (gap - b.along * (b.along.dot(gap) / b.along.squaredNorm())).dot(across) / a.along.dot(across);
  }
  return std::clamp(s, 0.0, 1.0);
}

// Lines that are not parallel are nearest each other at one place. Where that is beyond an end, or they are parallel,
// an end of one is nearest the other; of four ends, the best.
std::pair<double, double> find_nearest_shares(const ThinPiece& a, const ThinPiece& b) {
  std::pair<double, double> best{0.0, b.find_nearest(a.at(0.0))};
  double best_sq = (a.at(best.first) - b.at(best.second)).squaredNorm();
  const auto try_shares = [&](double s, double t) {
    const double distance_sq = (a.at(s) - b.at(t)).squaredNorm();
    if (distance_sq < best_sq) best_sq = distance_sq, best = {s, t};
  };
  try_shares(1.0, b.find_nearest(a.at(1.0)));
  try_shares(a.find_nearest(b.at(0.0)), 0.0);
  try_shares(a.find_nearest(b.at(1.0)), 1.0);
  if (!a.along.cross(b.along).isZero(0.0)) {
    const double s = find_crossing_share(a, b), t = b.find_nearest(a.at(s));
    try_shares(t > 0.0 && t < 1.0 ? s : a.find_nearest(b.at(t)), t);
  }
  return best;
}

// v without its part along the unit vector (or zero).
Vec3 remove_part_along(const Vec3& unit, const Vec3& v) {
  return v - unit.dot(v) * unit;
}

// A unit vector perpendicular to both segments, as far as they have a direction. The cross product of nearly parallel
// ones is all rounding: what of it is perpendicular to one is so to the other too, to rounding.
Vec3 compute_thin_normal(const ThinPiece& a, const ThinPiece& b) {
  const Vec3 along_a = a.along.stableNormalized(), along_b = b.along.stableNormalized();
  const Vec3 cross = remove_part_along(along_a, along_a.cross(along_b)).stableNormalized();
  if (!cross.isZero(0.0)) return remove_part_along(along_a, cross).normalized();
  const Vec3& along = along_a.isZero(0.0) ? along_b : along_a;
  return along.isZero(0.0) ? Vec3::UnitX() : along.unitOrthogonal();
}

// From b at t to a at s, perpendicular to a segment that is met between its ends: if the gap is short, rounding would
// tilt it.
Vec3 compute_gap_direction(const ThinPiece& a, double s, const ThinPiece& b, double t) {
  const bool is_inner_a = s > 0.0 && s<1.0, is_inner_b = t> 0.0 && t < 1.0;
  const Vec3 gap = a.at(s) - b.at(t);
  if (is_inner_a && is_inner_b) {
    const Vec3 normal = compute_thin_normal(a, b);
    return normal.dot(gap) < 0.0 ? Vec3(-normal) : normal;
  }
  const Vec3 along = is_inner_a ? a.along : is_inner_b ? b.along : Vec3(Vec3::Zero());
  return remove_part_along(along.stableNormalized(), gap).stableNormalized();
}

}  // namespace

Depth compute_thin_depth(const PieceRef& a, const PieceRef& b, const RelativePose& pose) {
  ThinPiece thin_a = make_thin_piece(a);
  thin_a.tail = pose.to_b(thin_a.tail);
  thin_a.along = pose.turn_to_b(thin_a.along);
  const ThinPiece thin_b = make_thin_piece(b);
  const auto [s, t] = find_nearest_shares(thin_a, thin_b);

  Depth depth{.feature_a = thin_a.feature, .feature_b = thin_b.feature, .p_BCa = thin_a.at(s), .p_BCb = thin_b.at(t)};
  const Vec3 gap = depth.p_BCa - depth.p_BCb;
  const bool is_apart = gap.stableNorm() > compute_depth_bound(a, b, pose);
  depth.nhat_BA_B = is_apart ? compute_gap_direction(thin_a, s, thin_b, t) : compute_thin_normal(thin_a, thin_b);
  if (depth.nhat_BA_B.dot(gap) < 0.0) depth.nhat_BA_B = -depth.nhat_BA_B;  // without an inside, nothing is deep
  depth.depth = -depth.nhat_BA_B.dot(gap);
  return depth;
}

}  // namespace abut::proximity
