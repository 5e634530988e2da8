#include "abut/math/motion.h"

#include <gtest/gtest.h>

namespace abut::math {
namespace {

// The same screw three ways: 0.1 rad about the z axis and 0.2 along it.
const double kAngle = 0.1, kShift = 0.2;
Motion as_step() {
  return make_step_motion({{1, 0, 0}, Quat(1, 0, 0, 0)}, {{std::cos(kAngle), std::sin(kAngle), kShift},
                                                          Quat(Eigen::AngleAxisd(kAngle, Vec3::UnitZ()))});
}
Motion as_screw() {
  return ScrewMotion{.X_WB = Pose::from_translation({1, 0, 0}), .angle = kAngle, .translation = kShift};
}
Motion as_constant() {
  return ConstantVelocityMotion{.X_WB = Pose::from_translation({1, 0, 0}),
                                .p_BC = {-1, 0, 0},
                                .V_WBc = {{0, 0, kAngle / 2}, {0, 0, kShift / 2}},
                                .duration = 2};
}

TEST(Motion, TheThreeKindsOfOneScrewNearlyAgree) {
  const Vec3 v(1, 2, 3);
  const Interval all(0, 1);
  // A step moves its origin along the chord, off the arc by angle^2 / 8, at a rate off by a share of angle^2.
  const double allowed = 3 * kAngle * kAngle;
  for (const Motion& motion : {as_step(), as_screw(), as_constant()}) {
    const Aabb box = make_aabb(compute_path_box(motion, all, v)),
               expected = make_aabb(compute_path_box(as_screw(), all, v));
    EXPECT_LT((box.lower - expected.lower).norm() + (box.upper - expected.upper).norm(), allowed);
    EXPECT_NEAR(compute_speed_bound(motion, all, v), compute_speed_bound(as_screw(), all, v), allowed);
    EXPECT_NEAR(compute_motion_bounds(motion, all).rate, kAngle, allowed * kAngle);
    for (const double s : {0.0, 0.5, 1.0}) {
      const Vec3 x = compute_pose(motion, s) * v;
      EXPECT_LT((x - compute_pose(as_screw(), s) * v).norm(), allowed);
      EXPECT_TRUE(make_aabb(compute_path_box(motion, all, v)).contains(x));
    }
  }
}

TEST(Motion, AllKindsEndWhereTheScrewEnds) {
  for (const Motion& motion : {as_step(), as_screw(), as_constant()}) {
    EXPECT_LT((compute_pose(motion, 1).p - Vec3(std::cos(kAngle), std::sin(kAngle), kShift)).norm(), 1e-14);
  }
}

}  // namespace
}  // namespace abut::math
