#include "abut/continuous/swept_nodes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "continuous/motion_samples.h"

namespace abut::continuous {
namespace {

using math::Aabb;
using math::Motion;
using math::Pose;
using math::Quat;
using math::Vec3;

const geometry::Shape kCube = geometry::make_shape(geometry::make_box({1, 1, 1}));

Motion make_shift(const Vec3& from, const Vec3& to) {
  return math::make_step_motion(Pose::from_translation(from), Pose::from_translation(to));
}

double bound(const Motion& motion_a, const Motion& motion_b, double s_begin, double s_end) {
  MovingShape a = make_moving_shape(kCube, motion_a), b = make_moving_shape(kCube, motion_b);
  const SweptNodes sweep(a, b, s_begin, s_end);
  return sweep.bound_separation(kCube.bounds, kCube.bounds).throughout;
}

TEST(SweptNodes, OfCubesThatApproachKnowTheGapAtTheEnd) {
  const Motion falling = make_shift({0.1, 0.2, 3}, {0.1, 0.2, 2}), still = make_shift(Vec3::Zero(), Vec3::Zero());
  EXPECT_NEAR(bound(falling, still, 0, 1), 1, 1e-12);
  EXPECT_NEAR(bound(falling, still, 0, 0.5), 1.5, 1e-12);
  EXPECT_LE(bound(falling, still, 0, 1), 1);
}

TEST(SweptNodes, OfCubesThatOverlapKnowNothing) {
  const Motion still = make_shift(Vec3::Zero(), Vec3::Zero());
  EXPECT_EQ(bound(still, still, 0, 1), -std::numeric_limits<double>::infinity());
}

TEST(SweptNodes, OfACubeThatTurnsLoseWhatItsCornersMayLeaveTheirChordsBy) {
  // By 0.5 rad about z, 2 away along x: the corners' acceleration is at most 0.25 sqrt(0.75), an eighth of it the loss.
  const Motion turning = math::ScrewMotion{{}, Vec3::Zero(), Vec3::UnitZ(), 0.5, 0.0};
  const Motion still = make_shift({-2, 0, 0}, {-2, 0, 0});
  const double gap = 2 - 0.5 - 0.5 * (std::cos(0.5) + std::sin(0.5));  // at the end, along x
  EXPECT_GE(bound(turning, still, 0, 1), gap - 0.25 * std::sqrt(0.75) / 8 - 0.05);
  EXPECT_LE(bound(turning, still, 0, 1), gap);
}

TEST(SweptNodes, AreNeverNearerThanTheirBoundInRandomMotions) {
  math::Random random(31);
  const JudgedShape a = make_judged(geometry::make_shape(geometry::make_box({0.5, 0.4, 0.3})));
  const JudgedShape b = make_judged(geometry::make_shape(geometry::make_box({1.0, 0.05, 0.2})));
  int num_bounded = 0;
  for (int i = 0; i < 1000; ++i) {
    const JudgedMotion motion_a = draw_motion(random, {1, 0, 0}, a.reach, 2.0);
    const JudgedMotion motion_b = draw_motion(random, Vec3::Zero(), b.reach, 2.0);
    double s_begin = random.next_unit(), s_end = random.next_unit();
    if (s_begin > s_end) std::swap(s_begin, s_end);
    MovingShape moving_a = make_moving_shape(a.shape, motion_a.motion);
    MovingShape moving_b = make_moving_shape(b.shape, motion_b.motion);
    const SweptNodes sweep(moving_a, moving_b, s_begin, s_end);
    const double least = sweep.bound_separation(a.shape.bounds, b.shape.bounds).throughout;
    if (!(least > 0)) continue;
    ++num_bounded;
    const oracle::MovingPair arbiter{a.core, b.core, motion_a.path, motion_b.path, motion_a.speed + motion_b.speed};
    ASSERT_FALSE(arbiter.find_first(least - 1e-12, s_begin, s_end, 1e-4)) << i;
  }
  EXPECT_GT(num_bounded, 300);
}

}  // namespace
}  // namespace abut::continuous
