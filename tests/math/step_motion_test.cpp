#include "abut/math/step_motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "math/motion_checks.h"

namespace abut::math {
namespace {

constexpr double kDegree = M_PI / 180;
constexpr double kInf = std::numeric_limits<double>::infinity();

// A step of a body: turns by up to `largest` rad, quaternions of nearly unit length, either sign; two in three along a
// path that is bent.
StepMotion draw_motion(Random& random, double largest) {
  const Quat q0 = random.next_rotation();
  const Quat q1 = draw_turn(random, random.next_between(0, largest)) * q0;
  const double length = random.next_between(1 - 1e-6, 1 + 1e-6), sign = random.next_index(2) == 0 ? 1 : -1;
  return make_step_motion({draw_vector(random, 2), Quat(length * q0.coeffs())},
                          {draw_vector(random, 2), Quat(sign * q1.coeffs())},
                          0.5 * static_cast<double>(random.next_index(3)) * draw_vector(random, 1));
}

auto path_of(const StepMotion& m, const Vec3& v) {
  return [&m, v](const Long& s) { return oracle::step_point(m.X0, m.X1, s, v, m.bend); };
}

TEST(StepMotion, StartsAndEndsAtTheRecordedPosesToTheBit) {
  const Pose X0{{0.1, 0.2, 0.3}, Quat(1, 0, 0, 0)}, X1{{0.4, 0.5, 0.6}, Quat(-1, 0, 0, -0.1)};
  const StepMotion motion = make_step_motion(X0, X1);
  EXPECT_EQ(compute_pose(motion, 0).p, X0.p);
  EXPECT_EQ(compute_pose(motion, 0).q.coeffs(), X0.q.coeffs());
  EXPECT_EQ(compute_pose(motion, 1).p, X1.p);
  EXPECT_EQ(compute_pose(motion, 1).q.coeffs(), X1.q.coeffs());
}

TEST(StepMotion, WithTheVelocitiesAtItsEndsItGoesAlongTheParabolaOfWhatFalls) {
  const double h = 0.5, g = 10;
  const Vec3 v0(3, 0, 1), v1 = v0 - h * g * Vec3::UnitZ(), p0(1, 2, 3);
  const Vec3 p1 = p0 + 0.5 * h * (v0 + v1);
  const StepMotion motion =
      make_step_motion(Pose::from_translation(p0), Pose::from_translation(p1), 0.5 * h * (v0 - v1));
  for (const double s : {0.0, 0.125, 0.5, 0.75, 1.0}) {
    const double t = s * h;
    EXPECT_LT((compute_pose(motion, s).p - (p0 + t * v0 - 0.5 * t * t * g * Vec3::UnitZ())).norm(), 1e-15);
  }
}

// A rod of length r turns about its lower end, which is to stand still: the chord dips by r (w h)^2 / 8, the arc by
// less than r (w h)^4 / 100.
TEST(StepMotion, WhatTurnsAboutAPointHardlyMovesItThere) {
  const double r = 2, turn = 0.05;
  const auto place = [&](double angle) {
    return Pose{{r * std::sin(angle), 0, r * std::cos(angle)}, Quat(Eigen::AngleAxisd(angle, Vec3::UnitY()))};
  };
  const auto speed = [&](double angle) { return Vec3(r * turn * std::cos(angle), 0, -r * turn * std::sin(angle)); };
  const auto measure_dip = [&](const StepMotion& motion) {
    double dip = 0;
    for (double s = 0; s <= 1; s += 1.0 / 64) dip = std::max(dip, (compute_pose(motion, s) * Vec3(0, 0, -r)).norm());
    return dip;
  };
  const Pose X0 = place(0.3), X1 = place(0.3 + turn);
  EXPECT_NEAR(measure_dip(make_step_motion(X0, X1)), r * turn * turn / 8, 1e-2 * r * turn * turn / 8);
  EXPECT_LT(measure_dip(make_step_motion(X0, X1, 0.5 * (speed(0.3) - speed(0.3 + turn)))), r * std::pow(turn, 3) / 50);
}

TEST(StepMotion, TakesTheShorterWayWhateverTheSignOfTheQuaternion) {
  // A turn of 20 degrees about z is at 10 degrees halfway.
  const Pose X0, X1 = Pose::from_rotation(Quat(Eigen::AngleAxisd(20 * kDegree, Vec3::UnitZ())));
  const Pose minus_X1 = Pose::from_rotation(Quat(-X1.q.coeffs()));
  for (const Pose& end : {X1, minus_X1}) {
    const Vec3 x = compute_pose(make_step_motion(X0, end), 0.5) * Vec3(1, 0, 0);
    EXPECT_NEAR(x[0], std::cos(10 * kDegree), 1e-15);
    EXPECT_NEAR(x[1], std::sin(10 * kDegree), 1e-15);
  }
}

TEST(StepMotion, LeavesAConstantRateByTwoHundredThousandthsOfARadianInTenDegrees) {
  const StepMotion motion =
      make_step_motion({}, Pose::from_rotation(Quat(Eigen::AngleAxisd(10 * kDegree, Vec3::UnitZ()))));
  double worst = 0;
  for (double s = 0; s <= 1; s += 1.0 / 64) {
    const Vec3 x = compute_pose(motion, s) * Vec3(1, 0, 0);
    worst = std::max(worst, std::abs(std::atan2(x[1], x[0]) - s * 10 * kDegree));
  }
  EXPECT_LT(worst, 2.2e-5);
  EXPECT_GT(worst, 1.5e-5);
}

TEST(StepMotion, ATurnIsSmallOnlyIfItIsProvenToBe) {
  const auto about = [](double degrees) { return Quat(Eigen::AngleAxisd(degrees * kDegree, Vec3(1, 2, 2) / 3)); };
  const Quat start(0.5, 0.5, -0.5, 0.5);
  for (const double degrees : {0.0, 1e-6, 10.0, 29.0, 29.9999999}) {
    EXPECT_EQ(classify_turn(start, about(degrees) * start), TurnSize::kSmall) << degrees;
    EXPECT_EQ(classify_turn(start, about(360 - degrees) * start), TurnSize::kSmall) << degrees;
    EXPECT_EQ(classify_turn(Quat(3 * start.coeffs()), about(degrees) * start), TurnSize::kSmall) << degrees;
  }
  for (const double degrees : {30.0000001, 31.0, 90.0, 180.0, 270.0}) {
    EXPECT_EQ(classify_turn(start, about(degrees) * start), TurnSize::kLarge) << degrees;
  }
  EXPECT_EQ(classify_turn(start, Quat(0, 0, 0, 0)), TurnSize::kNotDefined);
  EXPECT_EQ(classify_turn(start, Quat(std::nan(""), 0, 0, 0)), TurnSize::kNotDefined);
  EXPECT_EQ(classify_turn(Quat(kInf, 0, 0, 0), start), TurnSize::kNotDefined);
}

TEST(StepMotion, TheTurnBoundIsAboveTheTurnAndCloseToIt) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const double angle = random.next_between(0, M_PI);
    const Quat q0 = random.next_rotation(), q1 = draw_turn(random, angle) * q0;
    const double bound = compute_turn_bound(q0, Quat(0.75 * q1.coeffs()));
    ASSERT_GE(bound, angle - 4e-15);  // the quaternions themselves are rounded
    ASSERT_LE(bound, angle + (angle <= 30 * kDegree ? 3e-5 : 0.3));
  }
  EXPECT_GE(compute_turn_bound(Quat(1, 0, 0, 0), Quat(0, 1, 0, 0)), M_PI);
  EXPECT_LT(compute_turn_bound(Quat(1, 0, 0, 0), Quat(0, 1, 0, 0)), M_PI + 1e-15);
  EXPECT_EQ(compute_turn_bound(Quat(1, 0, 0, 0), Quat(1, 0, 0, 0)), 0);
  EXPECT_EQ(compute_turn_bound(Quat(1, 0, 0, 0), Quat(0, 0, 0, 0)), kInf);
  EXPECT_EQ(compute_turn_bound(Quat(1, 0, 0, 0), Quat(std::nan(""), 0, 0, 0)), kInf);
}

TEST(StepMotion, ALargeTurnBecomesSegmentsOfSmallTurnsThatJoin) {
  Random random(2);
  for (const auto& [degrees, count] :
       {std::pair{0.0, 1u}, {29.0, 1u}, {31.0, 2u}, {59.0, 2u}, {61.0, 4u}, {119.0, 4u}, {121.0, 8u}, {180.0, 8u}}) {
    const Quat q0 = random.next_rotation();
    const Pose X0{draw_vector(random, 1), q0}, X1{draw_vector(random, 1), draw_turn(random, degrees * kDegree) * q0};
    const auto segments = make_step_motions(X0, X1);
    ASSERT_EQ(segments.size(), count) << degrees;
    EXPECT_EQ(segments.front().X0.q.coeffs(), X0.q.coeffs());
    EXPECT_EQ(segments.back().X1.q.coeffs(), X1.q.coeffs());
    EXPECT_EQ(segments.back().X1.p, X1.p);
    for (std::size_t i = 0; i < segments.size(); ++i) {
      EXPECT_EQ(classify_turn(segments[i].X0.q, segments[i].X1.q), TurnSize::kSmall);
      if (i > 0) {
        EXPECT_EQ(segments[i].X0.q.coeffs(), segments[i - 1].X1.q.coeffs());
        EXPECT_EQ(segments[i].X0.p, segments[i - 1].X1.p);
      }
    }
  }
}

TEST(StepMotion, ABodyThatOnlyMovesStraightHasTheBoxOfItsEnds) {
  const Quat q(0.5, 0.5, 0.5, 0.5);
  const StepMotion motion = make_step_motion({{0, 0, 0}, q}, {{1, 2, -2}, q});
  const Aabb box = make_aabb(compute_path_box(motion, Interval(0, 1), Vec3(1, 0, 0)));  // x goes to y
  EXPECT_LT((box.lower - Vec3(0, 1, -2)).norm() + (box.upper - Vec3(1, 3, 0)).norm(), 1e-14);
  EXPECT_NEAR(compute_speed_bound(motion, Interval(0, 1), Vec3(1, 0, 0)), 3, 1e-14);
  EXPECT_NEAR(compute_motion_bounds(motion, Interval(0, 1)).origin_speed, 3, 1e-14);
  EXPECT_LT(compute_motion_bounds(motion, Interval(0, 1)).rate, 1e-14);
}

TEST(StepMotion, AWheelThatRollsHasALowestPointThatHardlyMoves) {
  // Radius 1, rolls by 1e-3 rad along x: the point of contact starts with speed about zero.
  const double angle = 1e-3;
  const StepMotion motion =
      make_step_motion({{0, 0, 1}, Quat(1, 0, 0, 0)}, {{angle, 0, 1}, Quat(Eigen::AngleAxisd(angle, Vec3::UnitY()))});
  // Its acceleration is angle^2.
  EXPECT_LT(compute_speed_bound(motion, Interval(0, 1), Vec3(0, 0, -1)), 1.001 * angle * angle);
  EXPECT_NEAR(compute_speed_bound(motion, Interval(0, 1), Vec3(0, 0, 1)), 2 * angle, 1e-8);
}

TEST(StepMotion, NothingMovesAlongTheAxisOfATurn) {
  const StepMotion motion =
      make_step_motion({}, Pose::from_rotation(Quat(Eigen::AngleAxisd(25 * kDegree, Vec3::UnitZ()))));
  const IVec3 box = compute_path_box(motion, Interval(0, 1), Vec3(3, 4, 5));
  EXPECT_NEAR(box.z.lower(), 5, 1e-14);
  EXPECT_NEAR(box.z.upper(), 5, 1e-14);
}

TEST(StepMotion, BoundsHoldOverRandomStepsInFiftyDigits) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    const StepMotion motion = draw_motion(random, i % 10 == 0 ? 3.0 : 30 * kDegree);
    const Vec3 v = draw_vector(random, 3);
    expect_bounds_hold(motion, path_of(motion, v), draw_part(random), v, 8);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(StepMotion, BoundsHoldForQuaternionsOfVeryDifferentLengths) {
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    StepMotion motion = draw_motion(random, 1.0);
    const Quat longer(random.next_between(1, 50) * motion.X1.q.coeffs());
    motion = make_step_motion(motion.X0, {motion.X1.p, longer}, motion.bend);
    const Vec3 v = draw_vector(random, 3);
    expect_bounds_hold(motion, path_of(motion, v), draw_part(random), v, 8);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

// A point that is farthest out along x, and fastest, halfway: what a bound from the ends has to add is needed in full.
TEST(StepMotion, AnArcThatBulgesHalfwayIsContainedAndHardlyMore) {
  const double angle = 10 * kDegree;
  const StepMotion motion = make_step_motion({{0, -5, 0}, Quat(Eigen::AngleAxisd(-angle / 2, Vec3::UnitZ()))},
                                             {{0, 5, 0}, Quat(Eigen::AngleAxisd(angle / 2, Vec3::UnitZ()))});
  const Vec3 v(1, 0, 0);
  expect_bounds_hold(motion, path_of(motion, v), Interval(0, 1), v, 20);
  const Excess excess = measure_excess(motion, path_of(motion, v), Interval(0, 1), v);
  const double sag = 1 - std::cos(angle / 2);
  EXPECT_LT(compute_path_box(motion, Interval(0, 1), v).x.upper(),
            1 + 0.05 * sag);                   // its acceleration is bounded apart
  EXPECT_LT(excess.speed, 0.5 * angle * sag);  // besides turning, the rate varies along the step
}

TEST(StepMotion, BoundsConvergeAsTheIntervalShrinks) {
  Random random(5);
  for (int i = 0; i < 4; ++i) {
    const Quat q0 = random.next_rotation();
    const StepMotion motion =
        make_step_motion({draw_vector(random, 1), q0}, {draw_vector(random, 1), draw_turn(random, 28 * kDegree) * q0});
    const Vec3 v = 2 * random.next_direction();
    expect_bounds_converge(motion, path_of(motion, v), 0.25, 0.5, v);
  }
}

TEST(StepMotion, RatesOfAWholeStepAreWithinTheFactorThatTheBlendMakes) {
  // c = sin(turn/2), |Q|^2 = cos^2(turn/4) halfway, so the largest rate is 2 sin(turn/2) / cos^2(turn/4).
  for (const double degrees : {1.0, 10.0, 30.0}) {
    const double angle = degrees * kDegree;
    const StepMotion motion = make_step_motion({}, Pose::from_rotation(Quat(Eigen::AngleAxisd(angle, Vec3::UnitX()))));
    const MotionBounds bounds = compute_motion_bounds(motion, Interval(0, 1));
    EXPECT_NEAR(bounds.rate, 4 * std::tan(angle / 4), 1e-14);
    // |d|Q|^2/ds| = |q1 - q0|^2 = 4 sin^2(turn/4) at the ends, over the least |Q|^2, times the rate.
    EXPECT_NEAR(bounds.angular_acceleration, 16 * std::pow(std::tan(angle / 4), 3), 1e-14);
  }
}

// Against the turning rate 2 |c| / |Q|^2 and its slope in long double, at many s; and not much above them.
TEST(StepMotion, BoundsWithoutIntervalsHoldAndAreClose) {
  using Quad = Eigen::Matrix<long double, 4, 1>;
  Random random(8);
  for (int i = 0; i < 2000; ++i) {
    const StepMotion motion = draw_motion(random, 30 * kDegree);
    const MotionBounds bounds = compute_step_bounds(motion);
    const Quad q0 = motion.X0.q.coeffs().cast<long double>(), q1 = motion.q1.coeffs().cast<long double>();
    // |c|^2 = |q0|^2 |q1|^2 - (q0 . q1)^2, written so that nothing cancels.
    const Quad across = q1 - q0 * (q0.dot(q1) / q0.squaredNorm());
    const long double c = across.norm() * q0.norm();
    long double rate = 0, slope = 0;
    for (int k = 0; k <= 64; ++k) {
      const long double s = k / 64.0L, squared = ((1 - s) * q0 + s * q1).squaredNorm();
      rate = std::max(rate, 2 * c / squared);
      slope = std::max(slope, 2 * c * std::abs(2 * ((1 - s) * q0 + s * q1).dot(q1 - q0)) / (squared * squared));
    }
    EXPECT_GE(bounds.rate, rate);
    EXPECT_GE(bounds.angular_acceleration, slope);
    const Vec3 chord = motion.X1.p - motion.X0.p;
    const double fastest = std::max((chord + motion.bend).norm(), (chord - motion.bend).norm());
    EXPECT_GE(bounds.origin_speed, fastest);
    EXPECT_LE(bounds.origin_speed, fastest * (1 + 1e-12));
    EXPECT_LE(bounds.rate, 1.02 * rate + 1e-14L);
    EXPECT_LE(bounds.angular_acceleration, 1.1 * slope + 1e-5L);
    EXPECT_GE(bounds.origin_acceleration, 2 * motion.bend.norm());
    EXPECT_LE(bounds.origin_acceleration, 2 * motion.bend.norm() * (1 + 1e-12));
  }
}

TEST(StepMotion, ScalingLengthsByAPowerOfTwoScalesTheBoundsToTheBit) {
  Random random(6);
  for (int i = 0; i < 200; ++i) {
    const StepMotion m = draw_motion(random, 0.5);
    const StepMotion scaled = make_step_motion({1024 * m.X0.p, m.X0.q}, {1024 * m.X1.p, m.X1.q}, 1024 * m.bend);
    const Vec3 v = draw_vector(random, 3);
    const Interval s = draw_part(random);
    const Aabb a = make_aabb(compute_path_box(m, s, v)), b = make_aabb(compute_path_box(scaled, s, 1024 * v));
    ASSERT_EQ(b.lower, 1024 * a.lower);
    ASSERT_EQ(b.upper, 1024 * a.upper);
    ASSERT_EQ(compute_speed_bound(scaled, s, 1024 * v), 1024 * compute_speed_bound(m, s, v));
  }
}

TEST(StepMotion, ABendThatIsNotFiniteIsBoundedByNothing) {
  const StepMotion lost = make_step_motion({}, {}, Vec3(std::nan(""), 0, 0));
  EXPECT_FALSE(compute_path_box(lost, Interval(0, 1), Vec3(1, 2, 3)).x.is_bounded());
  EXPECT_EQ(compute_speed_bound(lost, Interval(0, 1), Vec3(1, 2, 3)), kInf);
  EXPECT_EQ(compute_step_bounds(lost).origin_speed, kInf);
}

TEST(StepMotion, APoseThatIsNotFiniteIsBoundedByNothing) {
  const double nan = std::nan("");
  const StepMotion lost_position = make_step_motion({}, Pose::from_translation({nan, 0, 0}));
  const StepMotion lost_turn = make_step_motion({}, Pose::from_rotation(Quat(nan, 0, 0, 0)));
  EXPECT_FALSE(compute_path_box(lost_position, Interval(0, 1), Vec3(1, 2, 3)).x.is_bounded());
  EXPECT_EQ(compute_speed_bound(lost_position, Interval(0, 1), Vec3(1, 2, 3)), kInf);
  EXPECT_FALSE(compute_path_box(lost_turn, Interval(0, 1), Vec3(1, 2, 3)).x.is_bounded());
  EXPECT_EQ(compute_speed_bound(lost_turn, Interval(0, 1), Vec3(1, 2, 3)), kInf);
  EXPECT_EQ(compute_step_bounds(lost_turn).rate, kInf);
  EXPECT_EQ(compute_motion_bounds(lost_turn, Interval(0, 1)).rate, kInf);
}

}  // namespace
}  // namespace abut::math
