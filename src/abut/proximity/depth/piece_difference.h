// The Minkowski difference M = B - A = {b - a} of two convex pieces, in B's frame: convex, its vertices among the
// differences of vertices. The pieces overlap exactly where M contains the origin, and moving A by d n (n unit) takes
// the origin to d n in M's frame: the shortest translation that separates ends on the boundary of M (paper 002, II C).
//
// Points of M are scaled by a power of two so that none is farther than 1 from the origin: what is computed from them
// then needs one tolerance, and nothing overflows. A point is the difference of two vertices rounded, always to the
// same doubles: it lies within kDifferencePointBound of the real difference (of the doubles that `pose` holds).
#pragma once

#include <cmath>
#include <cstdint>

#include "abut/math/types.h"
#include "abut/proximity/depth/extreme_vertex.h"
#include "abut/proximity/piece_pair.h"

namespace abut::proximity {

struct DifferencePoint {
  math::Vec3 w;  // scaled
  std::uint32_t a = 0, b = 0;
  static constexpr std::uint32_t kNone = 0xffffffffu;  // for a and b of a point that is no difference of vertices
};

// Each of |R v|, |p_BA| and |b| is below 1 when scaled, all together too. With u = 2^-53, a coordinate of R v + p errs
// by 4 u |R v|' + u (|R v| + |p|), |R v|' the sum of magnitudes, at most sqrt(3) |v|; the difference adds u. Over three
// coordinates that is at most (4 sqrt(3) + 3) sqrt(3) u < 18 u.
inline constexpr double kDifferencePointBound = 18 * 0x1p-53;

class PieceDifference {
 public:
  PieceDifference(const PieceRef& a, const PieceRef& b, const RelativePose& pose)
      : a_(a), b_(b), pose_(pose), scale_(compute_scale(a, b, pose)) {}

  double scale() const { return scale_; }  // of points, against lengths in metres

  DifferencePoint at(std::uint32_t a, std::uint32_t b) const {
    return {scale_ * (b_.pieces.vertices[b].p - pose_.to_b(a_.pieces.vertices[a].p)), a, b};
  }

  // The vertex of M farthest along `direction` (in B's frame), sought from the vertices `a` and `b`.
  DifferencePoint find_extreme(const math::Vec3& direction, std::uint32_t a, std::uint32_t b) const {
    return at(update_extreme_vertex(a_, -pose_.turn_to_a(direction), a), update_extreme_vertex(b_, direction, b));
  }

 private:
  static double compute_scale(const PieceRef& a, const PieceRef& b, const RelativePose& pose) {
    const double reach = a.piece().reach + b.piece().reach + pose.p_BA.norm();
    return reach > 0.0 ? std::ldexp(1.0, -std::ilogb(reach) - 1) : 1.0;
  }

  const PieceRef a_, b_;
  const RelativePose& pose_;
  double scale_;
};

}  // namespace abut::proximity
