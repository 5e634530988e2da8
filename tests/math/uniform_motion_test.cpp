#include "abut/math/uniform_motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "math/motion_checks.h"

namespace abut::math {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

LVec3 scaled(const Long& k, const LVec3& a) {
  return {k * a[0], k * a[1], k * a[2]};
}
Long length_of(const LVec3& a) {
  return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

auto path_of(const ConstantVelocityMotion& m, const Vec3& v) {
  return [&m, v](const Long& s) {
    const Long t = s * m.duration;
    const LVec3 start = oracle::pose_point(m.X_WB, v), w = oracle::to_long(m.V_WBc.w);
    const LVec3 shift = scaled(t, oracle::to_long(m.V_WBc.v));
    const Long rate = length_of(w);
    if (rate == 0) return LVec3{start[0] + shift[0], start[1] + shift[1], start[2] + shift[2]};
    return oracle::turned_point(start, oracle::pose_point(m.X_WB, m.p_BC), w, t * rate, shift);
  };
}

auto path_of(const ScrewMotion& m, const Vec3& v) {
  return [&m, v](const Long& s) {
    const LVec3 axis = oracle::to_long(m.axis_W);
    return oracle::turned_point(oracle::pose_point(m.X_WB, v), oracle::to_long(m.p_WA), axis, s * m.angle,
                                scaled(s * m.translation / length_of(axis), axis));
  };
}

Pose draw_pose(Random& random) {
  return {draw_vector(random, 2), random.next_rotation()};
}

ConstantVelocityMotion draw_constant(Random& random, double largest_rate) {
  return {draw_pose(random),
          draw_vector(random, 1),
          {draw_vector(random, largest_rate), draw_vector(random, 3)},
          random.next_between(0.1, 2)};
}
ScrewMotion draw_screw(Random& random, double largest_angle) {
  return {draw_pose(random), draw_vector(random, 2), random.next_between(0.1, 5) * random.next_direction(),
          random.next_between(-largest_angle, largest_angle), random.next_between(-2, 2)};
}

TEST(UniformMotion, AFullTurnOfAScrewAdvancesByItsPitch) {
  const ScrewMotion motion{.X_WB = Pose::from_translation({2, 0, 0}),
                           .p_WA = {1, 0, 7},
                           .axis_W = {0, 0, 3},
                           .angle = 2 * M_PI,
                           .translation = 0.5};
  const Pose end = compute_pose(motion, 1);
  EXPECT_LT((end.p - Vec3(2, 0, 0.5)).norm(), 1e-14);
  const Pose half = compute_pose(motion, 0.5);
  EXPECT_LT((half.p - Vec3(0, 0, 0.25)).norm(), 1e-14);
  EXPECT_LT((half * Vec3(1, 0, 0) - Vec3(-1, 0, 0.25)).norm(), 1e-14);
}

TEST(UniformMotion, ABodyTurnsAboutItsOwnPointWhileThatMovesStraight) {
  // C is 1 along the body's x. A quarter turn in 2 s about z, while C moves by 4 along y.
  const ConstantVelocityMotion motion{.p_BC = {1, 0, 0}, .V_WBc = {{0, 0, M_PI / 4}, {0, 2, 0}}, .duration = 2};
  const Pose end = compute_pose(motion, 1);
  EXPECT_LT((end * Vec3(1, 0, 0) - Vec3(1, 4, 0)).norm(), 1e-14);
  EXPECT_LT((end.p - Vec3(1, 3, 0)).norm(), 1e-14);  // C minus one along the turned x, which is y
}

TEST(UniformMotion, StartsAtItsPoseToTheBit) {
  Random random(1);
  const ConstantVelocityMotion constant = draw_constant(random, 3);
  EXPECT_EQ(compute_pose(constant, 0).q.coeffs(), constant.X_WB.q.coeffs());
  EXPECT_EQ(compute_pose(constant, 0).p, constant.X_WB.p);
}

TEST(UniformMotion, PosesAreWithinRoundingOfThePath) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const ConstantVelocityMotion constant = draw_constant(random, 10);
    const ScrewMotion screw = draw_screw(random, 10);
    const Vec3 v = draw_vector(random, 1);
    const double s = random.next_unit();
    const LVec3 a = path_of(constant, v)(s), b = path_of(screw, v)(s);
    const Vec3 x = compute_pose(constant, s) * v, y = compute_pose(screw, s) * v;
    for (int axis = 0; axis < 3; ++axis) {
      ASSERT_LT(abs(a[axis] - x[axis]), 2e-14);
      ASSERT_LT(abs(b[axis] - y[axis]), 2e-14);
    }
  }
}

// How far points on a sphere of radius `reach` are from where X places them, in fifty digits.
template <class M>
double measure_error(const M& motion, double s, const Pose& X, double reach, Random& random) {
  Long largest = 0;
  for (int k = 0; k < 20; ++k) {
    const Vec3 v = reach * random.next_direction();
    const LVec3 is = path_of(motion, v)(Long(s)), placed = oracle::pose_point(X, v);
    largest = std::max<Long>(largest, length_of({is[0] - placed[0], is[1] - placed[1], is[2] - placed[2]}));
  }
  return static_cast<double>(largest);
}

TEST(UniformMotion, ErrorsOfPosesAreBoundedAndHardlyMoreForPosesNearAndFar) {
  Random random(23);
  const double reach = 1.5;
  const auto check = [&](const auto& motion) {
    const double s = random.next_unit();
    const Pose near = compute_pose(motion, s);
    const double error = compute_pose_error(motion, s, near, reach);
    ASSERT_GE(error, measure_error(motion, s, near, reach, random));
    ASSERT_LE(error, 1e-13);
    const Pose far{near.p + 1e-3 * random.next_direction(),
                   Quat(Eigen::AngleAxisd(random.next_between(0, 0.1), random.next_direction())) * near.q};
    const double of_far = compute_pose_error(motion, s, far, reach),
                 measured = measure_error(motion, s, far, reach, random);
    ASSERT_GE(of_far, measured);
    ASSERT_LE(of_far, 2 * measured + 2e-3);
  };
  for (int i = 0; i < 100; ++i) {
    check(draw_constant(random, 5));
    check(draw_screw(random, 20));
  }
}

TEST(UniformMotion, BoundsHoldOverRandomMotionsInFiftyDigits) {
  Random random(3);
  for (int i = 0; i < 40; ++i) {
    const Vec3 v = draw_vector(random, 2);
    const ConstantVelocityMotion constant = draw_constant(random, i % 4 == 0 ? 30 : 1);
    expect_bounds_hold(constant, path_of(constant, v), draw_part(random), v, 4);
    const ScrewMotion screw = draw_screw(random, i % 4 == 0 ? 30 : 1);
    expect_bounds_hold(screw, path_of(screw, v), draw_part(random), v, 4);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

// A point that is farthest out along x, and fastest, halfway: what a bound from the ends has to add is needed in full.
TEST(UniformMotion, AnArcThatBulgesHalfwayIsContainedAndHardlyMore) {
  const double angle = 0.2, sag = 1 - std::cos(angle / 2);
  const ConstantVelocityMotion motion{.X_WB = {{0, -5, 0}, Quat(Eigen::AngleAxisd(-angle / 2, Vec3::UnitZ()))},
                                      .V_WBc = {{0, 0, angle}, {0, 10, 0}}};
  const Vec3 v(1, 0, 0);
  expect_bounds_hold(motion, path_of(motion, v), Interval(0, 1), v, 20);
  const Excess excess = measure_excess(motion, path_of(motion, v), Interval(0, 1), v);
  EXPECT_LT(compute_path_box(motion, Interval(0, 1), v).x.upper(), 1 + 0.02 * sag);
  EXPECT_LT(excess.speed, 0.02 * angle * sag);
}

TEST(UniformMotion, BoundsConvergeAsTheIntervalShrinks) {
  Random random(4);
  const Vec3 v = 2 * random.next_direction();
  ConstantVelocityMotion constant = draw_constant(random, 1);
  constant.V_WBc.w = 1.2 * random.next_direction();
  expect_bounds_converge(constant, path_of(constant, v), 0.25, 0.5, v);
  ScrewMotion screw = draw_screw(random, 1);
  screw.angle = 1.2;
  expect_bounds_converge(screw, path_of(screw, v), 0.25, 0.5, v);
}

TEST(UniformMotion, ManyTurnsStayWithinTheCylinderTheySweep) {
  const ScrewMotion motion{.axis_W = {0, 0, 1}, .angle = 1000, .translation = 3};
  const Aabb box = make_aabb(compute_path_box(motion, Interval(0, 1), Vec3(2, 0, 0)));
  EXPECT_GE(box.lower[0], -6.1);  // 2 + 2 + 2, since the terms of the path vary one by one
  EXPECT_LE(box.upper[0], 6.1);
  EXPECT_LT((Vec3(0, 0, box.upper[2] - 3) - Vec3(0, 0, box.lower[2])).norm(), 1e-13);
  // 2 m off the axis at 1000 rad, and 3 m along it, at right angles.
  EXPECT_NEAR(compute_speed_bound(motion, Interval(0), Vec3(2, 0, 0)), std::hypot(2000, 3), 1e-9);
}

TEST(UniformMotion, ARateOfZeroIsATranslation) {
  const ConstantVelocityMotion motion{.V_WBc = {Vec3::Zero(), {1, 2, 2}}, .duration = 3};
  const Aabb box = make_aabb(compute_path_box(motion, Interval(0, 1), Vec3(1, 1, 1)));
  EXPECT_LT((box.lower - Vec3(1, 1, 1)).norm() + (box.upper - Vec3(4, 7, 7)).norm(), 1e-14);
  EXPECT_NEAR(compute_speed_bound(motion, Interval(0, 1), Vec3(1, 1, 1)), 9, 1e-14);
  EXPECT_EQ(compute_motion_bounds(motion, Interval(0, 1)).rate, 0);
}

TEST(UniformMotion, TheSmallestRatesHaveADirectionToo) {
  Random random(5);
  for (const double size : {1e-300, 5e-324, 1e-160}) {
    ConstantVelocityMotion motion = draw_constant(random, 1);
    motion.V_WBc.w = size * Vec3(1, 2, -3);
    const Vec3 v(1, 1, 1);
    const IVec3 box = compute_path_box(motion, Interval(0, 1), v);
    EXPECT_TRUE(encloses(box, path_of(motion, v)(1)));
    EXPECT_LT(box.x.upper() - box.x.lower(), 10);
  }
}

TEST(UniformMotion, WhatIsNotDefinedIsBoundedByNothing) {
  const Interval all(0, 1);
  const ScrewMotion no_axis{.axis_W = Vec3::Zero(), .angle = 1};
  EXPECT_FALSE(compute_path_box(no_axis, all, Vec3(1, 2, 3)).x.is_bounded());
  EXPECT_EQ(compute_speed_bound(no_axis, all, Vec3(1, 2, 3)), kInf);
  const ConstantVelocityMotion lost{.V_WBc = {{0, std::nan(""), 0}, {0, 0, 0}}};
  EXPECT_FALSE(compute_path_box(lost, all, Vec3(1, 2, 3)).x.is_bounded());
  EXPECT_EQ(compute_motion_bounds(lost, all).rate, kInf);
}

}  // namespace
}  // namespace abut::math
