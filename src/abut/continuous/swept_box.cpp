#include "abut/continuous/swept_box.h"

#include <cmath>

#include "abut/math/interval_rotation.h"

namespace abut::continuous {
namespace {

using math::Interval;
using math::IVec3;
using math::Vec3;

// All of these need a RoundUpward scope.
math::Aabb grow_box(const IVec3& box, double margin) {
  const Interval around(-margin, margin);
  return make_aabb(box + IVec3(around, around, around));
}

math::Aabb sweep_corners(const math::Aabb& bounds_B, const math::Motion& motion, double margin) {
  const math::RoundUpward scope;
  const Interval whole_step(0.0, 1.0);
  IVec3 box = compute_path_box(motion, whole_step, bounds_B.lower);
  for (int corner = 1; corner < 8; ++corner) {
    Vec3 p_BQ = bounds_B.lower;
    for (int axis = 0; axis < 3; ++axis) {
      if ((corner >> axis & 1) != 0) p_BQ[axis] = bounds_B.upper[axis];
    }
    box = hull(box, compute_path_box(motion, whole_step, p_BQ));
  }
  return grow_box(box, margin);
}

}  // namespace

math::Aabb compute_swept_box(const math::Aabb& bounds_B, const math::StepMotion& motion, double margin) {
  return compute_swept_box(bounds_B, motion, compute_step_bounds(motion), margin);
}

// The box around p + R (m + x), |x_i| <= e_i, has the middle p + R m and the half sides |R| e. Off by 18 u of |m|_1 +
// |e|_1 in R (math::kRotationBound), 6 u in the products and sums, 2 u of |p| and of the result in the sums that
// follow.
math::Aabb compute_swept_box(const math::Aabb& bounds_B, const math::StepMotion& motion,
                             const math::MotionBounds& bounds, double margin) {
  constexpr double kBodyBound = 40 * 0x1p-53, kPlaceBound = 8 * 0x1p-53;
  const Vec3 middle = bounds_B.center(), half = bounds_B.extent() * (0.5 * (1 + 0x1p-50));
  const double size = middle.lpNorm<1>() + half.lpNorm<1>();
  const Vec3 farthest = bounds_B.lower.cwiseAbs().cwiseMax(bounds_B.upper.cwiseAbs());
  const double sag = compute_acceleration_bound(bounds, farthest.norm() * (1 + 0x1p-50)) / 8;
  const math::Aabb everywhere = math::make_aabb({Interval::whole(), Interval::whole(), Interval::whole()});
  math::Aabb box;
  for (const math::Pose* X : {&motion.X0, &motion.X1}) {
    const math::Mat3 R = math::compute_rotation(X->q);
    const Vec3 at = X->p + R * middle, around = R.cwiseAbs() * half;
    if (!at.allFinite() || !around.allFinite()) return everywhere;
    box.grow(math::Aabb{at - around, at + around});
  }
  const double place = box.lower.cwiseAbs().maxCoeff() + box.upper.cwiseAbs().maxCoeff();
  const double slack = margin + sag + kBodyBound * size + kPlaceBound * (place + margin + sag);
  box.lower.array() -= slack, box.upper.array() += slack;
  return std::isfinite(slack) ? box : everywhere;
}

math::Aabb compute_swept_box(const math::Aabb& bounds_B, const math::Motion& motion, double margin) {
  if (const auto* step = std::get_if<math::StepMotion>(&motion)) return compute_swept_box(bounds_B, *step, margin);
  return sweep_corners(bounds_B, motion, margin);
}

}  // namespace abut::continuous
