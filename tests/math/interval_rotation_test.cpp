#include "abut/math/interval_rotation.h"

#include <gtest/gtest.h>

#include "abut/math/pose.h"
#include "abut/math/random.h"
#include "oracle/rotation.h"

namespace abut::math {
namespace {

using oracle::Rational;
using oracle::RVec3;

bool encloses(const Interval& a, const Rational& x) {
  return Rational(a.lower()) <= x && x <= Rational(a.upper());
}

TEST(IntervalRotation, ContainsTheExactlyRotatedPointAndLittleElse) {
  const RoundUpward scope;
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const double length = random.next_between(0.5, 2.0);
    const Quat q(length * random.next_rotation().coeffs());
    const Vec3 v = random.next_direction();
    const RVec3 real = oracle::rotate<Rational>({Rational(q.w()), Rational(q.x()), Rational(q.y()), Rational(q.z())},
                                                oracle::exact(v));
    const IVec3 rotated = rotate(IQuat(q), v);
    ASSERT_TRUE(encloses(rotated.x, real[0]) && encloses(rotated.y, real[1]) && encloses(rotated.z, real[2]));
    ASSERT_LT(compute_width(rotated.x), 5e-15);
  }
}

TEST(IntervalRotation, TheVectorOfAQuotientIsThatOfTheTurnBetween) {
  const RoundUpward scope;
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const Quat a = random.next_rotation(), b = random.next_rotation();
    const Vec3 expected = (a * b.conjugate()).vec();
    const IVec3 c = vector_of_quotient(a, b);
    ASSERT_NEAR(compute_midpoint(c.x), expected[0], 1e-15);
    ASSERT_NEAR(compute_midpoint(c.y), expected[1], 1e-15);
    ASSERT_NEAR(compute_midpoint(c.z), expected[2], 1e-15);
    ASSERT_TRUE(dot(IQuat(a), IQuat(a)).contains(compute_midpoint(squared_norm(IQuat(a)))));
  }
}

TEST(IntervalRotation, AZeroQuaternionRotatesAnywhere) {
  const RoundUpward scope;
  EXPECT_FALSE(rotate(IQuat(Quat(0, 0, 0, 0)), Vec3(1, 0, 0)).x.is_bounded());
}

TEST(IntervalRotation, ABoxOfQuaternionsContainsTheTurnsBetween) {
  const RoundUpward scope;
  const IQuat box(Interval(1.0), IVec3(Interval(0.0), Interval(0.0), Interval(0.0, 0.25)));
  for (double z = 0; z <= 0.25; z += 0.03125) {
    EXPECT_TRUE(rotate(box, Vec3(1, 0, 0)).contains(compute_rotation(Quat(1, 0, 0, z)).col(0)));
  }
}

}  // namespace
}  // namespace abut::math
