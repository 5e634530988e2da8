#include "abut/continuous/moving_piece.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "abut/math/interval.h"

namespace abut::continuous {
namespace {

using math::Interval;

constexpr double kPositionBound = 4 * 0x1p-53;
constexpr double kTurnBound = 20 * 0x1p-53;

double compute_step_error(const math::StepMotion& motion, double reach) {
  return kPositionBound * (std::max(motion.X0.p.norm(), motion.X1.p.norm()) + motion.bend.norm()) * (1 + 0x1p-50) +
         kTurnBound * reach;
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
  if (s == 0.0) return placing;
  if (const auto* step = std::get_if<math::StepMotion>(&motion)) {
    if (s == 1.0) return placing;
    placing.X_WB.q.normalize();
    placing.error = compute_step_error(*step, reach);
    return placing;
  }
  placing.X_WB.q.normalize();
  if (const auto* screw = std::get_if<math::ScrewMotion>(&motion)) {
    placing.error = compute_pose_error(*screw, s, placing.X_WB, reach);
  } else if (const auto* steady = std::get_if<math::ConstantVelocityMotion>(&motion)) {
    placing.error = compute_pose_error(*steady, s, placing.X_WB, reach);
  }
  return placing;
}

const Placing& PlacingMemo::place(double s) {
  // Times are mostly fractions of few digits: the high bits of a product with the golden ratio's spread them.
  const std::uint64_t spread = std::bit_cast<std::uint64_t>(s) * 0x9e3779b97f4a7c15u;
  Entry& entry = entries_[spread >> 56];
  if (entry.s != s) entry = {s, compute_placing(motion_, s, reach_)};
  return entry.placing;
}

Placing MovingPiece::place(double s) const {
  return memo != nullptr ? memo->place(s) : compute_placing(motion, s, piece.piece().reach);
}

}  // namespace abut::continuous
