#include "abut/math/interval_trig.h"

#include <gtest/gtest.h>

#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <random>

namespace abut::math {
namespace {

using Long = boost::multiprecision::cpp_bin_float_100;

bool encloses(const Interval& a, const Long& x) {
  return Long(a.lower()) <= x && x <= Long(a.upper());
}

constexpr double kUlp = std::numeric_limits<double>::epsilon();

class Draw {
 public:
  explicit Draw(unsigned seed) : bits_(seed) {}
  double number() { return uniform_(bits_); }
  // Angles of every size, many of them next to multiples of pi/4.
  double angle() {
    const double size = std::pow(10.0, 3 * number() + 3);
    const double x = size * number();
    const double near = std::round(x / (M_PI / 4)) * (M_PI / 4);
    return bits_() % 2 == 0 && std::abs(near) <= kLargestAngle ? near : x;
  }

 private:
  std::mt19937_64 bits_;
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

TEST(IntervalTrig, OfPointsContainsTheTrueValueAndLittleElse) {
  Draw draw(1);
  for (int i = 0; i < 3000; ++i) {
    const double x = draw.angle();
    Interval s, c;
    {
      const RoundUpward scope;
      s = sin(Interval(x));
      c = cos(Interval(x));
    }
    ASSERT_TRUE(encloses(s, sin(Long(x)))) << x;
    ASSERT_TRUE(encloses(c, cos(Long(x)))) << x;
    ASSERT_LE(s.upper() - s.lower(), 4 * kUlp);
    ASSERT_LE(c.upper() - c.lower(), 4 * kUlp);
  }
}

TEST(IntervalTrig, OfSmallAnglesKeepsRelativeAccuracy) {
  for (double x = 0.5; x > 1e-300; x *= 0.37) {
    Interval s;
    {
      const RoundUpward scope;
      s = sin(Interval(x));
    }
    ASSERT_TRUE(encloses(s, sin(Long(x))));
    ASSERT_LE(s.upper() - s.lower(), 4 * kUlp * x);
  }
}

TEST(IntervalTrig, AtZeroIsExact) {
  const RoundUpward scope;
  EXPECT_TRUE(sin(Interval(0)).lower() == 0 && sin(Interval(0)).upper() == 0);
  EXPECT_TRUE(cos(Interval(0)).lower() == 1 && cos(Interval(0)).upper() == 1);
}

TEST(IntervalTrig, AtTheDoubleNextToPiIsTheDistanceToPi) {
  const Long rest = sin(Long(M_PI));  // 1.2e-16, all digits of which come from the reduction
  const RoundUpward scope;
  const Interval s = sin(Interval(M_PI));
  EXPECT_TRUE(encloses(s, rest));
  EXPECT_LT(s.upper() - s.lower(), 1e-30);
}

TEST(IntervalTrig, OverIntervalsContainsDenseSamplesAndTheExtremaBetween) {
  const RoundUpward scope;
  Draw draw(2);
  for (int i = 0; i < 3000; ++i) {
    const double x = draw.angle(), width = std::pow(10.0, 2 * draw.number() - 1);
    const Interval a(x, x + width);
    const Interval s = sin(a), c = cos(a);
    double least = 1, largest = -1;
    for (int k = 0; k <= 200; ++k) {
      const double t = std::min(x + k * (width / 200), a.upper());
      // libm is within an ulp or so; the interval ends may be as tight.
      ASSERT_TRUE(s.lower() - 2 * kUlp <= std::sin(t) && std::sin(t) <= s.upper() + 2 * kUlp);
      ASSERT_TRUE(c.lower() - 2 * kUlp <= std::cos(t) && std::cos(t) <= c.upper() + 2 * kUlp);
      least = std::min(least, std::sin(t));
      largest = std::max(largest, std::sin(t));
    }
    // Between samples sin moves by at most half a spacing.
    ASSERT_LE(s.upper() - largest, width / 400 + 4 * kUlp);
    ASSERT_LE(least - s.lower(), width / 400 + 4 * kUlp);
  }
}

TEST(IntervalTrig, ReachesOneExactlyWhereTheCrestIsInside) {
  const RoundUpward scope;
  EXPECT_EQ(sin(Interval(1.5, 1.6)).upper(), 1.0);
  EXPECT_LT(sin(Interval(1.5, 1.57)).upper(), 1.0);
  EXPECT_EQ(sin(Interval(-1.6, -1.5)).lower(), -1.0);
  EXPECT_EQ(cos(Interval(3.1, 3.2)).lower(), -1.0);
  EXPECT_LT(cos(Interval(3.1, 3.2)).upper(), -0.99);
  EXPECT_EQ(cos(Interval(-0.1, 0.1)).upper(), 1.0);
}

TEST(IntervalTrig, OfAFullTurnOrFarAwayIsMinusOneToOne) {
  const RoundUpward scope;
  for (const Interval& a : {Interval(0, 6.3), Interval(0, 1000), Interval(2 * kLargestAngle), Interval(0, 1e300),
                            Interval::whole(), Interval(std::numeric_limits<double>::quiet_NaN())}) {
    EXPECT_EQ(sin(a).lower(), -1);
    EXPECT_EQ(sin(a).upper(), 1);
    EXPECT_EQ(cos(a).lower(), -1);
    EXPECT_EQ(cos(a).upper(), 1);
  }
}

TEST(IntervalTrig, SquaresOfSineAndCosineSumToOne) {
  const RoundUpward scope;
  Draw draw(3);
  for (int i = 0; i < 1000; ++i) {
    const double x = draw.angle();
    const Interval sum = sqr(sin(Interval(x))) + sqr(cos(Interval(x)));
    ASSERT_TRUE(sum.contains(1.0));
  }
}

}  // namespace
}  // namespace abut::math
