#include "abut/continuous/moving_piece.h"

#include <algorithm>
#include <limits>

#include "abut/math/interval_rotation.h"

namespace abut::continuous {
namespace {

using math::Interval;
using math::IVec3;
using math::Vec3;

constexpr double kPositionBound = 4 * 0x1p-53;
constexpr double kTurnBound = 20 * 0x1p-53;

double compute_step_error(const math::StepMotion& motion, double reach) {
  return kPositionBound * std::max(motion.X0.p.norm(), motion.X1.p.norm()) * (1 + 0x1p-50) + kTurnBound * reach;
}

// x(v) - X v = d_0 + sum v_i (d_i - d_0), with d_0 that of the origin and d_i that of a unit point; and
// sum |v_i| <= sqrt(3) |v|.
double measure_error(const math::Motion& motion, const math::Pose& X_WB, double s, double reach) {
  const math::RoundUpward scope;
  const auto measure = [&](const Vec3& v) {
    const IVec3 placed = IVec3(X_WB.p) + rotate(math::IQuat(X_WB.q), v);
    return norm(compute_path_box(motion, Interval(s), v) - placed);
  };
  const Interval at_origin = measure(Vec3::Zero());
  const Interval at_units =
      max(max(measure(Vec3::UnitX()), measure(Vec3::UnitY())), measure(Vec3::UnitZ())) + at_origin;
  return (at_origin + 1.75 * (reach * at_units)).upper();
}

}  // namespace

math::MotionBounds compute_body_bounds(const math::Motion& motion) {
  constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  if (!is_valid_pose(compute_pose(motion, 0.0)) || !is_valid_pose(compute_pose(motion, 1.0))) {
    return {kUnbounded, kUnbounded, kUnbounded, kUnbounded};
  }
  return compute_motion_bounds(motion, Interval(0.0, 1.0));
}

MovingPiece make_moving_piece(const proximity::PieceRef& piece, const math::Motion& motion,
                              const math::MotionBounds& bounds, PlacingMemo* memo) {
  const double reach = piece.piece().reach;
  return {piece, motion, bounds.rate * reach * (1 + 0x1p-50), compute_acceleration_bound(bounds, reach), memo};
}

MovingPiece make_moving_piece(const proximity::PieceRef& piece, const math::Motion& motion) {
  return make_moving_piece(piece, motion, compute_body_bounds(motion));
}

Placing compute_placing(const math::Motion& motion, double s, double reach) {
  Placing placing{compute_pose(motion, s)};
  if (const auto* step = std::get_if<math::StepMotion>(&motion)) {
    if (s == 0.0 || s == 1.0) return placing;
    placing.X_WB.q.normalize();
    placing.error = compute_step_error(*step, reach);
  } else if (s != 0.0) {
    placing.X_WB.q.normalize();
    placing.error = measure_error(motion, placing.X_WB, s, reach);
  }
  return placing;
}

Placing PlacingMemo::place(double s) {
  const auto known = std::ranges::find(entries_, s, &Entry::s);
  if (known != entries_.end()) return known->placing;
  Entry& entry = entries_[next_];
  next_ = (next_ + 1) % entries_.size();
  entry = {s, compute_placing(motion_, s, reach_)};
  return entry.placing;
}

Placing MovingPiece::place(double s) const {
  return memo != nullptr ? memo->place(s) : compute_placing(motion, s, piece.piece().reach);
}

}  // namespace abut::continuous
