#include "abut/continuous/require_motion.h"

#include <fmt/format.h>

#include <cmath>

#include "abut/base/input_error.h"
#include "abut/geometry/shape.h"
#include "abut/math/interval_trig.h"
#include "abut/proximity/require_input.h"

namespace abut::continuous {
namespace {

using math::Vec3;

void require_finite(const char* whose, const char* what, const Vec3& v) {
  if (v.allFinite()) return;
  throw InputError(
      {"", whose, fmt::format("{} is ({}, {}, {}), not finite", what, v.x(), v.y(), v.z()), "give finite numbers"});
}

void require_finite(const char* whose, const char* what, double value) {
  if (std::isfinite(value)) return;
  throw InputError({"", whose, fmt::format("{} is {}, not finite", what, value), "give a finite number"});
}

void require_parts(const char* whose, const math::StepMotion& motion) {
  proximity::require_pose(whose, motion.X0);
  proximity::require_pose(whose, motion.X1);
  require_finite(whose, "the bend of the path", motion.bend);
  const auto &q1 = motion.q1.coeffs(), &recorded = motion.X1.q.coeffs();
  if (q1 == recorded || q1 == -recorded) return;
  throw InputError({"", whose, "q1 is neither the quaternion of the pose at which the motion ends nor its negative",
                    "make it with make_step_motion"});
}

void require_parts(const char* whose, const math::ConstantVelocityMotion& motion) {
  proximity::require_pose(whose, motion.X_WB);
  require_finite(whose, "the body's point", motion.p_BC);
  require_finite(whose, "the velocity", motion.V_WBc.v);
  require_finite(whose, "the angular velocity", motion.V_WBc.w);
  if (std::isfinite(motion.duration) && motion.duration > 0) return;
  throw InputError({"", whose, fmt::format("lasts {} s, in which nothing can move", motion.duration),
                    "give a duration in seconds, more than 0"});
}

void require_parts(const char* whose, const math::ScrewMotion& motion) {
  proximity::require_pose(whose, motion.X_WB);
  require_finite(whose, "the point of the axis", motion.p_WA);
  require_finite(whose, "the axis", motion.axis_W);
  require_finite(whose, "the angle", motion.angle);
  require_finite(whose, "the translation", motion.translation);
  if (!motion.axis_W.isZero(0.0)) return;
  throw InputError({"", whose, "the axis of the screw is zero and has no direction", "give a direction of any length"});
}

}  // namespace

void require_motion(const char* whose, const math::Motion& motion) {
  std::visit([&](const auto& m) { require_parts(whose, m); }, motion);
  const math::MotionBounds bounds = compute_motion_bounds(motion, math::Interval(0.0, 1.0));
  if (!(bounds.rate <= math::kLargestAngle)) {
    throw InputError({"", whose, fmt::format("turns by {:g} rad, more than {:g}", bounds.rate, math::kLargestAngle),
                      "ask about a shorter time"});
  }
  if (!(bounds.origin_speed <= geometry::kLargestCoordinate)) {
    throw InputError({"", whose,
                      fmt::format("moves by {:g} m, more than {:g}", bounds.origin_speed, geometry::kLargestCoordinate),
                      "ask about a shorter time, or choose other units"});
  }
}

}  // namespace abut::continuous
