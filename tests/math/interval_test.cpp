#include "abut/math/interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "oracle/rational.h"

namespace abut::math {
namespace {

using oracle::Rational;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();

// Comparison of an end, which may be infinite, with an exact number.
bool at_most(double end, const Rational& x) {
  return end == -kInf || (std::isfinite(end) && Rational(end) <= x);
}
bool at_least(double end, const Rational& x) {
  return end == kInf || (std::isfinite(end) && Rational(end) >= x);
}
bool encloses(const Interval& a, const Rational& x) {
  return at_most(a.lower(), x) && at_least(a.upper(), x);
}

void expect_bounds(const Interval& a, double lower, double upper) {
  EXPECT_EQ(a.lower(), lower);
  EXPECT_EQ(a.upper(), upper);
}

// The ends are neighbouring doubles around x, or x itself.
void expect_tightest(const Interval& a, const Rational& x) {
  EXPECT_TRUE(encloses(a, x));
  EXPECT_LE(a.upper(), std::nextafter(a.lower(), kInf));
  if (a.is_bounded() && a.lower() != a.upper()) {
    EXPECT_FALSE(Rational(a.lower()) == x || Rational(a.upper()) == x);
  }
}

class Draw {
 public:
  explicit Draw(unsigned seed) : bits_(seed) {}
  double number() {
    const int kind = static_cast<int>(bits_() % 8);
    const double x = std::ldexp(uniform_(bits_), static_cast<int>(bits_() % 40) - 20);
    if (kind == 0) return 0.0;
    if (kind == 1) return std::round(x);
    if (kind == 2) return std::ldexp(x, static_cast<int>(bits_() % 1900) - 1040);
    return x;
  }
  Interval interval() {
    const double a = number(), b = bits_() % 4 == 0 ? a : number();
    return {std::min(a, b), std::max(a, b)};
  }
  // A member: an end, or something between.
  double member(const Interval& a) {
    const auto kind = bits_() % 3;
    return kind == 0 ? a.lower() : kind == 1 ? a.upper() : compute_midpoint(a);
  }

 private:
  std::mt19937_64 bits_;
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

TEST(Interval, OfConstantsIsNotFoldedToNearest) {
  const RoundUpward scope;
  const Rational tenth(0.1), fifth(0.2), three(3);
  expect_tightest(Interval(0.1) + Interval(0.2), tenth + fifth);
  expect_tightest(Interval(0.1) - Interval(0.2), tenth - fifth);
  expect_tightest(Interval(0.1) * Interval(0.2), tenth * fifth);
  expect_tightest(0.1 * Interval(0.2), tenth * fifth);
  expect_tightest(Interval(1.0) / Interval(3.0), 1 / three);
  expect_tightest(sqr(Interval(0.1)), tenth * tenth);
  const Interval third = Interval(1.0) / Interval(3.0);
  EXPECT_LT(third.lower(), third.upper());
  const Interval root = sqrt(Interval(2.0));
  EXPECT_EQ(root.upper(), std::nextafter(root.lower(), 2.0));
  EXPECT_LT(Rational(root.lower()) * Rational(root.lower()), 2);
  EXPECT_GT(Rational(root.upper()) * Rational(root.upper()), 2);
}

TEST(Interval, ExactResultsStayPoints) {
  const RoundUpward scope;
  expect_bounds(Interval(3) + Interval(4), 7, 7);
  expect_bounds(Interval(3) * Interval(-4), -12, -12);
  expect_bounds(Interval(3) / Interval(-4), -0.75, -0.75);
  expect_bounds(sqrt(Interval(49)), 7, 7);
  expect_bounds(sqrt(Interval(0)), 0, 0);
  expect_bounds(sqr(Interval(-3)), 9, 9);
}

TEST(Interval, ProductsAndQuotientsOfEverySignCombination) {
  const RoundUpward scope;
  const Interval positive(2, 3), negative(-5, -4), mixed(-1, 7);
  expect_bounds(positive * negative, -15, -8);
  expect_bounds(negative * negative, 16, 25);
  expect_bounds(positive * mixed, -3, 21);
  expect_bounds(negative * mixed, -35, 5);
  expect_bounds(mixed * mixed, -7, 49);
  expect_bounds(-2 * mixed, -14, 2);
  expect_bounds(mixed * 2, -2, 14);
  expect_bounds(Interval(-8, 12) / Interval(2, 4), -4, 6);
  expect_bounds(Interval(-8, 12) / Interval(-4, -2), -6, 4);
  expect_bounds(sqr(mixed), 0, 49);
  expect_bounds(abs(mixed), 0, 7);
  expect_bounds(abs(negative), 4, 5);
  expect_bounds(min(positive, mixed), -1, 3);
  expect_bounds(max(positive, mixed), 2, 7);
  expect_bounds(hull(positive, negative), -5, 3);
}

TEST(Interval, DivisionByAnIntervalWithZeroIsTheWholeLine) {
  const RoundUpward scope;
  for (const Interval& zero : {Interval(0), Interval(-1, 1), Interval(0, 1), Interval(-1, 0), Interval(-0.0)}) {
    expect_bounds(Interval(1) / zero, -kInf, kInf);
  }
  EXPECT_TRUE((Interval(1) / Interval(kTiny, 1)).contains(kMax));
}

TEST(Interval, NanAndInfinityWidenAndNeverSpread) {
  const RoundUpward scope;
  expect_bounds(Interval(kNan), -kInf, kInf);
  expect_bounds(Interval(kNan, 1), -kInf, 1);
  expect_bounds(Interval(1, kNan), 1, kInf);
  expect_bounds(Interval(kInf), kMax, kInf);  // what overflowed
  expect_bounds(Interval(-kInf), -kInf, -kMax);
  expect_bounds(Interval(kMax) + Interval(kMax), kMax, kInf);
  expect_bounds(Interval(kMax) * Interval(-2), -kInf, -kMax);
  expect_bounds(kNan * Interval(1, 2), -kInf, kInf);
  expect_bounds(kInf * Interval(0.25, 2), 0.25 * kMax, kInf);
  expect_bounds(Interval::whole() - Interval::whole(), -kInf, kInf);
  expect_bounds(sqrt(Interval(-2, -1)), -kInf, kInf);
  expect_bounds(sqrt(Interval(-2, 4)), 0, 2);
  expect_bounds(sqrt(Interval(4, kInf)), 2, kInf);
}

// Ends from a list of all that is special; the product must hold the products of all finite members tried.
TEST(Interval, ProductsAndQuotientsOfUnboundedIntervalsLoseNothing) {
  const RoundUpward scope;
  const std::vector<double> ends{-kInf, -kMax, -1.5, -kTiny, 0.0, kTiny, 1.5, kMax, kInf};
  std::vector<Interval> all;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    for (std::size_t j = i; j < ends.size(); ++j) {
      if (!(i == j && std::isinf(ends[i]))) all.emplace_back(ends[i], ends[j]);
    }
  }
  const auto members = [&](const Interval& a) {
    std::vector<double> list;
    for (const double x : ends) {
      if (std::isfinite(x) && a.contains(x)) list.push_back(x);
    }
    return list;
  };
  for (const Interval& a : all) {
    for (const Interval& b : all) {
      const Interval product = a * b, quotient = a / b, sum = a + b;
      for (const double x : members(a)) {
        for (const double y : members(b)) {
          ASSERT_TRUE(encloses(product, Rational(x) * Rational(y)))
              << "[" << a.lower() << "," << a.upper() << "] * [" << b.lower() << "," << b.upper() << "]";
          ASSERT_TRUE(encloses(sum, Rational(x) + Rational(y)));
          if (y != 0) {
            ASSERT_TRUE(encloses(quotient, Rational(x) / Rational(y)));
          }
        }
      }
      // Two unbounded factors, neither of them zero, reach beyond any bound.
      if (a.upper() == kInf && b.upper() == kInf) {
        ASSERT_EQ(product.upper(), kInf);
      }
      if (a.lower() == -kInf && b.upper() == kInf) {
        ASSERT_EQ(product.lower(), -kInf);
      }
      if (a.lower() == -kInf && b.lower() == -kInf) {
        ASSERT_EQ(product.upper(), kInf);
      }
      // An unbounded factor times one that is of one sign only.
      if (a.lower() == -kInf && b.lower() < 0) {
        ASSERT_EQ(product.upper(), kInf);
      }
      if (a.lower() == -kInf && b.upper() > 0) {
        ASSERT_EQ(product.lower(), -kInf);
      }
    }
  }
}

TEST(Interval, OperationsOnRandomIntervalsContainTheExactResultsOfMembers) {
  const RoundUpward scope;
  Draw draw(1);
  for (int i = 0; i < 30000; ++i) {
    const Interval a = draw.interval(), b = draw.interval();
    const double x = draw.member(a), y = draw.member(b);
    const Rational rx(x), ry(y);
    ASSERT_TRUE(encloses(a + b, rx + ry));
    ASSERT_TRUE(encloses(a - b, rx - ry));
    ASSERT_TRUE(encloses(a * b, rx * ry));
    ASSERT_TRUE(encloses(x * b, rx * ry));
    ASSERT_TRUE(encloses(sqr(a), rx * rx));
    ASSERT_TRUE(encloses(abs(a), abs(rx)));
    ASSERT_TRUE(encloses(min(a, b), rx < ry ? rx : ry));
    ASSERT_TRUE(encloses(max(a, b), rx < ry ? ry : rx));
    if (y != 0) {
      ASSERT_TRUE(encloses(a / b, rx / ry));
    }
    if (x >= 0) {
      const Interval root = sqrt(a);
      ASSERT_LE(Rational(root.lower()) * Rational(root.lower()), rx);
      ASSERT_GE(Rational(root.upper()) * Rational(root.upper()), rx);
      ASSERT_GE(root.lower(), 0.0);
    }
  }
}

TEST(Interval, OperationsOnPointsAreTheTightest) {
  const RoundUpward scope;
  Draw draw(2);
  for (int i = 0; i < 10000; ++i) {
    const double x = draw.number(), y = draw.number();
    expect_tightest(Interval(x) + Interval(y), Rational(x) + Rational(y));
    expect_tightest(Interval(x) * Interval(y), Rational(x) * Rational(y));
    expect_tightest(x * Interval(y), Rational(x) * Rational(y));
    if (y != 0 && std::abs(y) > 1e-200 && std::abs(x) < 1e100) {
      expect_tightest(Interval(x) / Interval(y), Rational(x) / Rational(y));
    }
    if (HasFailure()) return;
  }
}

TEST(Interval, ScalingByAPowerOfTwoIsExact) {
  const RoundUpward scope;
  Draw draw(3);
  for (int i = 0; i < 1000; ++i) {
    const Interval a(std::ldexp(std::round(draw.number()), -10), 1e7), b(-3.3, 0.7);
    const Interval product = a * b, scaled = (a * 64.0) * b;
    ASSERT_EQ(scaled.lower(), 64 * product.lower());
    ASSERT_EQ(scaled.upper(), 64 * product.upper());
  }
}

TEST(Interval, AResultUsedAfterTheScopeWasRoundedWithinIt) {
  Interval third;
  {
    const RoundUpward scope;
    third = Interval(1.0) / Interval(3.0);
  }
  EXPECT_TRUE(encloses(third, Rational(1) / 3));
  EXPECT_LT(third.lower(), third.upper());
}

TEST(Interval, DisjointIntervalsHaveNoIntersectionAndTouchingOnesAPoint) {
  EXPECT_FALSE(find_intersection(Interval(0, 1), Interval(std::nextafter(1.0, 2.0), 3)).has_value());
  expect_bounds(find_intersection(Interval(0, 1), Interval(1, 3)).value(), 1, 1);
  expect_bounds(find_intersection(Interval(0, 5), Interval(1, 3)).value(), 1, 3);
}

TEST(Interval, ComparisonsAreTrueOnlyIfCertain) {
  EXPECT_TRUE(certainly_positive(Interval(kTiny, 1)));
  EXPECT_FALSE(certainly_positive(Interval(0, 1)));
  EXPECT_TRUE(certainly_negative(Interval(-1, -kTiny)));
  EXPECT_FALSE(certainly_negative(Interval(-1, 0)));
  EXPECT_TRUE(certainly_less(Interval(0, 1), Interval(2, 3)));
  EXPECT_FALSE(certainly_less(Interval(0, 1), Interval(1, 3)));
  EXPECT_TRUE(certainly_at_most(Interval(0, 1), Interval(1, 3)));
  EXPECT_FALSE(certainly_at_most(Interval(0, 1.5), Interval(1, 3)));
  EXPECT_FALSE(certainly_positive(Interval(kNan)) || certainly_negative(Interval(kNan)));
}

TEST(Interval, TheMidpointIsAFiniteMember) {
  for (const Interval& a : {Interval(1, 2), Interval(kMax), Interval::whole(), Interval(5, kInf), Interval(-kInf, 5),
                            Interval(1, std::nextafter(1.0, 2.0)), Interval(-kMax, kMax)}) {
    EXPECT_TRUE(std::isfinite(compute_midpoint(a)));
    EXPECT_TRUE(a.contains(compute_midpoint(a)));
  }
  EXPECT_EQ(compute_midpoint(Interval(1, 2)), 1.5);
  EXPECT_EQ(compute_magnitude(Interval(-3, 2)), 3);
  const RoundUpward scope;
  EXPECT_EQ(compute_width(Interval(-3, 2)), 5);
  EXPECT_GT(compute_width(Interval(-1, kTiny)), 1);
}

}  // namespace
}  // namespace abut::math
