#include "abut/scene/verify/dyadic.h"

#include <gtest/gtest.h>

#include <limits>

#include "abut/math/random.h"

namespace abut::scene {
namespace {

TEST(Dyadic, SumsAndProductsAreExact) {
  const Dyadic large = 1e300, tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ((large + tiny - large - tiny).sign(), 0);
  EXPECT_EQ((large + tiny - large).sign(), 1);
  EXPECT_EQ((large * tiny - tiny * large).sign(), 0);
  EXPECT_TRUE(large < large + tiny);
  EXPECT_FALSE(large + tiny < large);
  EXPECT_TRUE(-large <= -large);
  EXPECT_EQ((Dyadic(0.1) + Dyadic(0.2) - Dyadic(0.3)).sign(), 1);  // as doubles are
}

TEST(Dyadic, TheSumOfTheRoundedSumAndItsErrorIsTheSum) {
  math::Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const double a = random.next_between(-1, 1), b = random.next_between(-1e-9, 1e-9);
    const double sum = a + b, virtual_b = sum - a, error = (a - (sum - virtual_b)) + (b - virtual_b);
    EXPECT_EQ((Dyadic(a) + Dyadic(b) - Dyadic(sum) - Dyadic(error)).sign(), 0);
  }
}

TEST(Dyadic, RatiosAreGoodToTheLastPlaces) {
  EXPECT_DOUBLE_EQ(compute_ratio(Dyadic(1.0), Dyadic(-3.0)), -1.0 / 3);
  EXPECT_EQ(compute_ratio(Dyadic(0.0), Dyadic(5.0)), 0.0);
  Dyadic power = 1.0;
  for (int i = 0; i < 40; ++i) power = power * Dyadic(1.1);
  EXPECT_NEAR(compute_ratio(power, Dyadic(1.0)), std::pow(1.1, 40), 1e-12);
  EXPECT_NEAR(compute_ratio(power * Dyadic(0.7), power), 0.7, 1e-15);
}

TEST(Dyadic, VectorProductsAreThoseOfTheirComponents) {
  const DyadicVec3 x = to_dyadic({1, 2, 3}), y = to_dyadic({-4, 5, 0.5});
  EXPECT_EQ(compute_ratio(dot(x, y), Dyadic(1.0)), 7.5);
  EXPECT_EQ(dot(cross(x, y), x).sign(), 0);
  EXPECT_EQ(compute_ratio(cross(x, y)[0], Dyadic(1.0)), 2 * 0.5 - 3 * 5);
}

}  // namespace
}  // namespace abut::scene
