#include "abut/math/motion_bounds.h"

#include <gtest/gtest.h>

#include <limits>

#include "abut/math/random.h"
#include "oracle/rational.h"

namespace abut::math {
namespace {

using oracle::Rational;

TEST(MotionBounds, ASpeedGrowsWithTheDistanceFromTheOrigin) {
  const MotionBounds bounds{.origin_speed = 2, .origin_acceleration = 3, .rate = 4, .angular_acceleration = 5};
  const auto expect_just_above = [](double bound, double exact) {
    EXPECT_GE(bound, exact);
    EXPECT_LE(bound, exact * (1 + 1e-14));
  };
  expect_just_above(compute_speed_bound(bounds, 0), 2);
  expect_just_above(compute_speed_bound(bounds, 10), 42);
  expect_just_above(compute_acceleration_bound(bounds, 0), 3);
  expect_just_above(compute_acceleration_bound(bounds, 10), 3 + (16 + 5) * 10);
}

TEST(MotionBounds, ProductsTooSmallForADoubleAreBelowTheBound) {
  const MotionBounds bounds{.rate = 0x1p-600, .angular_acceleration = 0x1p-700};
  const Rational rate(0x1p-600), radius(0x1p-600);
  EXPECT_GE(Rational(compute_speed_bound(bounds, 0x1p-600)), rate * radius);
  EXPECT_GE(Rational(compute_acceleration_bound(bounds, 0x1p-600)), radius * (rate * rate + Rational(0x1p-700)));
}

TEST(MotionBounds, RoundingIsWithinTheBound) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const MotionBounds b{random.next_unit(), random.next_unit(), random.next_unit(), random.next_unit()};
    const double r = random.next_unit();
    const Rational rate(b.rate), radius(r);
    ASSERT_GE(Rational(compute_speed_bound(b, r)), Rational(b.origin_speed) + rate * radius);
    ASSERT_GE(Rational(compute_acceleration_bound(b, r)),
              Rational(b.origin_acceleration) + (rate * rate + Rational(b.angular_acceleration)) * radius);
  }
}

TEST(MotionBounds, AnUnboundedRateGivesAnUnboundedSpeed) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(compute_speed_bound({.rate = infinity}, 1), infinity);
  EXPECT_EQ(compute_speed_bound({.rate = infinity}, 0), infinity);
}

TEST(MotionBounds, AParabolaTouchesItsPathBox) {
  // x(s) = (s^2, s, 0) on [0, 2]: the chord of x is 2 s, which it leaves by 1 = 2 * 2^2 / 8 at s = 1.
  const RoundUpward scope;
  const IVec3 box = make_path_box(Vec3(0, 0, 0), Vec3(4, 2, 0), Interval(2.0), Vec3(2, 0, 0));
  EXPECT_EQ(make_aabb(box).lower, Vec3(-1, 0, 0));
  EXPECT_EQ(make_aabb(box).upper, Vec3(5, 2, 0));
}

TEST(MotionBounds, TheLeverBoundsEachComponentOfACrossProduct) {
  const RoundUpward scope;
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 axis = random.next_direction(), z = random.next_direction();
    const Vec3 across = axis.cross(z).cwiseAbs();
    const IVec3 lever = compute_lever(axis);
    ASSERT_LE(across[0], lever.x.upper() + 1e-15);
    ASSERT_LE(across[1], lever.y.upper() + 1e-15);
    ASSERT_LE(across[2], lever.z.upper() + 1e-15);
  }
  EXPECT_EQ(compute_lever(Vec3(0, 0, 3)).z.upper(), 0);  // nothing moves along the axis
  EXPECT_EQ(compute_lever(Vec3(0, 4, 3)).x.upper(), 5);
}

}  // namespace
}  // namespace abut::math
