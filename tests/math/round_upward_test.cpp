#include "abut/math/round_upward.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <limits>

namespace abut::math {
namespace {

double add(double a, double b) {
  return _mm_cvtsd_f64(make_opaque(_mm_add_sd(make_opaque(_mm_set_sd(a)), make_opaque(_mm_set_sd(b)))));
}

constexpr double kTiny = 0x1p-60;
constexpr double kAboveOne = 1.0 + std::numeric_limits<double>::epsilon();

TEST(RoundUpward, SumsRoundUpWithinTheScopeAndToNearestAfterIt) {
  EXPECT_EQ(add(1.0, kTiny), 1.0);
  {
    const RoundUpward scope;
    EXPECT_EQ(add(1.0, kTiny), kAboveOne);
  }
  EXPECT_EQ(add(1.0, kTiny), 1.0);
}

// Constants on both sides, the same sum before, within and after: a compiler that folds, shares or moves it fails here.
TEST(RoundUpward, AResultTakenOutOfTheScopeWasComputedWithinIt) {
  const double before = add(1.0, kTiny);
  double within = 0;
  {
    const RoundUpward scope;
    within = add(1.0, kTiny);
  }
  const double after = add(1.0, kTiny);
  EXPECT_EQ(before, 1.0);
  EXPECT_EQ(within, kAboveOne);
  EXPECT_EQ(after, 1.0);
}

TEST(RoundUpward, ALoopThatOpensAScopeEachTimeComputesWithinEach) {
  double sum_within = 0, sum_outside = 0;
  for (int i = 0; i < 10; ++i) {
    sum_outside += add(1.0, kTiny) - 1.0;
    const RoundUpward scope;
    sum_within += add(1.0, kTiny) - 1.0;
  }
  EXPECT_EQ(sum_outside, 0.0);
  EXPECT_EQ(sum_within, 10 * std::numeric_limits<double>::epsilon());
}

TEST(RoundUpward, ScopesNest) {
  const RoundUpward outer;
  {
    const RoundUpward inner;
    EXPECT_TRUE(RoundUpward::is_active());
  }
  EXPECT_TRUE(RoundUpward::is_active());
  EXPECT_EQ(add(1.0, kTiny), kAboveOne);
}

TEST(RoundUpward, TheModeFoundIsTheModeLeft) {
  for (const int mode : {FE_TONEAREST, FE_DOWNWARD, FE_TOWARDZERO, FE_UPWARD}) {
    std::fesetround(mode);
    { const RoundUpward scope; }
    EXPECT_EQ(std::fegetround(), mode);
    std::fesetround(FE_TONEAREST);
  }
  EXPECT_FALSE(RoundUpward::is_active());
}

TEST(RoundUpward, SubnormalsAreKeptEvenWhereTheCallerFlushesThem) {
  const double smallest = std::numeric_limits<double>::min();
  const unsigned found = _mm_getcsr();
  _mm_setcsr(found | 0x8040);
  double difference = 0;
  {
    const RoundUpward scope;
    difference = add(1.5 * smallest, -smallest);
  }
  _mm_setcsr(found);
  EXPECT_EQ(difference, 0.5 * smallest);
}

TEST(RoundUpward, AnExceptionThatLeavesTheScopeRestoresTheMode) {
  try {
    const RoundUpward scope;
    throw 1;
  } catch (int) {
  }
  EXPECT_FALSE(RoundUpward::is_active());
}

}  // namespace
}  // namespace abut::math
