#include "abut/math/half_turn.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/math/pose.h"
#include "abut/math/random.h"

namespace abut::math {
namespace {

constexpr double kLastBits = 6 * 0x1p-53;

TEST(HalfTurn, RatiosAreThoseOfTangentAndArcToTheLastBits) {
  EXPECT_EQ(compute_tangent_ratio(0), 1);
  EXPECT_EQ(compute_arc_ratio(0), 1);
  for (int i = 1; i <= 300; ++i) {
    const double x = 1e-3 * i;
    EXPECT_NEAR(compute_tangent_ratio(x * x) * x / std::tan(x), 1, kLastBits) << x;
    EXPECT_NEAR(compute_arc_ratio(x * x) * x / std::atan(x), 1, kLastBits) << x;
  }
  EXPECT_GT(compute_arc_ratio(0x1p82), 0);
}

// By Rodrigues' rotation about the axis, by the angle whose half has the tangent |a|.
TEST(HalfTurn, TurnsByTwiceTheArcOfItsLength) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Quat q = random.next_rotation();
    const Vec3 axis = random.next_direction(), p = random.next_direction();
    const double angle = random.next_between(0.0, 3.0);
    const Vec3 a = std::tan(angle / 2) * axis, p_W = q * p;
    const auto rotate = [&](double r) {
      return Vec3(std::cos(r) * p_W + std::sin(r) * axis.cross(p_W) + (1 - std::cos(r)) * axis.dot(p_W) * axis);
    };
    EXPECT_LT((compute_rotation(compute_turned(q, a)) * p - rotate(angle)).norm(), 16 * 0x1p-53);
    EXPECT_LT((compute_rotation(compute_halfway(q, a)) * p - rotate(angle / 2)).norm(), 16 * 0x1p-53);
    EXPECT_NEAR(compute_turned(q, a).norm(), 1, kLastBits);
  }
}

TEST(HalfTurn, IsFoundFromQuaternionsOfAnyLengthAndSign) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const Quat q0 = random.next_rotation();
    const Vec3 a = random.next_between(0.0, 2.0) * random.next_direction();
    Quat q1 = compute_turned(q0, a);
    EXPECT_LT((compute_half_turn(q0, q1) - a).norm(), 32 * 0x1p-53 * (1 + a.squaredNorm()));
    q1.coeffs() *= -3;
    EXPECT_LT((compute_half_turn(q0, q1) - a).norm(), 32 * 0x1p-53 * (1 + a.squaredNorm()));
    EXPECT_LT(compute_turned(compute_turned(q0, a), -a).angularDistance(q0), 32 * 0x1p-53);
    EXPECT_EQ(compute_half_turn(q0, q0), Vec3::Zero());
  }
  const Vec3 half = compute_half_turn(Quat(1, 0, 0, 0), Quat(0, 1, 0, 0));  // finite, and large
  EXPECT_EQ(half, Vec3(0x1p41, 0, 0));
}

}  // namespace
}  // namespace abut::math
