#include "abut/continuous/swept_box.h"

#include "abut/math/interval_rotation.h"

namespace abut::continuous {
namespace {

using math::Interval;
using math::IVec3;
using math::Vec3;

// All of these need a RoundUpward scope.
IVec3 make_box_vector(const math::Aabb& box) {
  return {{box.lower[0], box.upper[0]}, {box.lower[1], box.upper[1]}, {box.lower[2], box.upper[2]}};
}

// p + R v for v in the box: each coordinate of v stands once in each sum, so intervals are exact but for rounding.
IVec3 pose_box(const math::Pose& X_WB, const IVec3& box_B) {
  const math::IQuat q(X_WB.q);
  return IVec3(X_WB.p) + box_B.x * rotate(q, Vec3(Vec3::UnitX())) + box_B.y * rotate(q, Vec3(Vec3::UnitY())) +
         box_B.z * rotate(q, Vec3(Vec3::UnitZ()));
}

bool is_finite_pose(const math::Pose& X) {
  return X.p.allFinite() && X.q.coeffs().allFinite();
}

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
  const math::RoundUpward scope;
  if (!is_finite_pose(motion.X0) || !is_finite_pose(motion.X1)) {
    return math::make_aabb({Interval::whole(), Interval::whole(), Interval::whole()});
  }
  const IVec3 box_B = make_box_vector(bounds_B);
  const math::MotionBounds bounds = compute_motion_bounds(motion, Interval(0.0, 1.0));
  const Interval acceleration(compute_acceleration_bound(bounds, norm(box_B).upper()));
  const IVec3 box = make_path_box(pose_box(motion.X0, box_B), pose_box(motion.X1, box_B), Interval(1.0),
                                  {acceleration, acceleration, acceleration});
  return grow_box(box, margin);
}

math::Aabb compute_swept_box(const math::Aabb& bounds_B, const math::Motion& motion, double margin) {
  if (const auto* step = std::get_if<math::StepMotion>(&motion)) return compute_swept_box(bounds_B, *step, margin);
  return sweep_corners(bounds_B, motion, margin);
}

}  // namespace abut::continuous
