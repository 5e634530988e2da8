#include "abut/response/iterate_mixer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "abut/math/random.h"

namespace abut::response {
namespace {

using Vector = std::vector<double>;

// g(x) = rate x + b, by components; its fixed point is b / (1 - rate).
Vector step_linear(const Vector& rates, const Vector& b, const Vector& x) {
  Vector g(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) g[i] = rates[i] * x[i] + b[i];
  return g;
}

double compute_error(const Vector& rates, const Vector& b, const Vector& x) {
  double error = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) error = std::max(error, std::abs(x[i] - b[i] / (1 - rates[i])));
  return error;
}

TEST(IterateMixer, SolvesALinearIterationInOneStepMoreThanItHasRates) {
  const Vector rates = {0.95, 0.95, 0.6, 0.1, 0.1, -0.9}, b = {1, 2, 3, 4, 5, 6};  // four distinct rates
  Vector x(6, 0.0);
  IterateMixer mixer;
  mixer.restart(6);
  for (int k = 0; k < 5; ++k) mixer.update(x, step_linear(rates, b, x));
  // Plainly 0.95^5 = 0.77 of the first errors, up to 40, would be left.
  EXPECT_LT(compute_error(rates, b, x), 1e-9);
}

TEST(IterateMixer, ConvergesWithMoreRatesThanItKeeps) {
  math::Random random(1);
  Vector rates(40), b(40), x(40, 0.0);
  for (std::size_t i = 0; i < 40; ++i) rates[i] = random.next_between(0, 0.99), b[i] = random.next_between(-1, 1);
  IterateMixer mixer;
  mixer.restart(40);
  for (int k = 0; k < 150; ++k) mixer.update(x, step_linear(rates, b, x));
  // Plainly 0.99^150 = 0.22 of errors up to 100.
  EXPECT_LT(compute_error(rates, b, x), 1e-8);
}

TEST(IterateMixer, KeepsAFixedPointAndTakesTheFirstStepPlainly) {
  const Vector rates = {0.5, 0.25}, b = {1, 3};
  Vector x = {2, 4};
  IterateMixer mixer;
  mixer.restart(2);
  for (int k = 0; k < 4; ++k) mixer.update(x, step_linear(rates, b, x));
  EXPECT_EQ(x, (Vector{2, 4}));
  x = {0, 0};
  mixer.restart(2);
  mixer.update(x, step_linear(rates, b, x));
  EXPECT_EQ(x, b);
}

// x -> |x| - 1/2 has a kink; from either side the fixed point of the piece beyond it is none of the iteration's.
TEST(IterateMixer, DropsWhatItLearntWhereAStepMadeItWorse) {
  const auto g = [](double x) { return x > 0 ? 0.9 * x - 0.5 : -0.5 * x - 0.5; };
  Vector x = {10.0};
  IterateMixer mixer;
  mixer.restart(1);
  for (int k = 0; k < 60; ++k) mixer.update(x, Vector{g(x[0])});
  EXPECT_NEAR(x[0], -1.0 / 3.0, 1e-9);
}

TEST(IterateMixer, DoesNothingToNothing) {
  IterateMixer mixer;
  mixer.restart(0);
  Vector x;
  mixer.update(x, Vector{});
  EXPECT_TRUE(x.empty());
}

TEST(IterateMixer, IsTheSameAfterARestartAsWhenNew) {
  const Vector rates = {0.9, 0.7, 0.3}, b = {1, 2, 3};
  IterateMixer used, fresh;
  Vector x = {5, 5, 5};
  used.restart(3);
  for (int k = 0; k < 12; ++k) used.update(x, step_linear(rates, b, x));
  Vector y(3, 0.0), z(3, 0.0);
  used.restart(3), fresh.restart(3);
  for (int k = 0; k < 5; ++k) used.update(y, step_linear(rates, b, y)), fresh.update(z, step_linear(rates, b, z));
  EXPECT_EQ(y, z);
}

}  // namespace
}  // namespace abut::response
