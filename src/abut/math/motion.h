// Any motion of a body over s in [0, 1], by the same names for each: step_motion.h, uniform_motion.h.
#pragma once

#include <variant>

#include "abut/math/step_motion.h"
#include "abut/math/uniform_motion.h"

namespace abut::math {

using Motion = std::variant<StepMotion, ConstantVelocityMotion, ScrewMotion>;

// Where the body is at s, rounded.
inline Pose compute_pose(const Motion& motion, double s) {
  return std::visit([&](const auto& m) { return compute_pose(m, s); }, motion);
}

// A box that contains the body's point Q for all s in the interval.
inline IVec3 compute_path_box(const Motion& motion, const Interval& s, const Vec3& p_BQ) {
  return std::visit([&](const auto& m) { return compute_path_box(m, s, p_BQ); }, motion);
}

// An upper bound of |dx/ds| of the body's point Q for all s in the interval.
inline double compute_speed_bound(const Motion& motion, const Interval& s, const Vec3& p_BQ) {
  return std::visit([&](const auto& m) { return compute_speed_bound(m, s, p_BQ); }, motion);
}

// Bounds for every point of the body, by its distance from the body's origin.
inline MotionBounds compute_motion_bounds(const Motion& motion, const Interval& s) {
  return std::visit([&](const auto& m) { return compute_motion_bounds(m, s); }, motion);
}

}  // namespace abut::math
