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

// One mixed step; entries that the rates do not cover follow as they are.
void step(IterateMixer& mixer, const Vector& rates, const Vector& b, Vector& x) {
  x = step_linear(rates, b, x);
  mixer.update(x);
}

TEST(IterateMixer, SolvesALinearIterationInOneStepMoreThanItHasRates) {
  const Vector rates = {0.95, 0.95, 0.6, 0.1, 0.1, -0.9, 0.6, 0.6},
               b = {1, 2, 3, 4, 5, 6, 7, 8};  // four distinct rates
  Vector x(8, 0.0);
  IterateMixer mixer;
  mixer.restart(x, Vector(8, 1.0));
  for (int k = 0; k < 6; ++k) step(mixer, rates, b, x);
  // Plainly 0.95^6 = 0.74 of the first errors, up to 40, would be left. Columns are floats.
  EXPECT_LT(compute_error(rates, b, x), 1e-4);
  for (int k = 0; k < 8; ++k) step(mixer, rates, b, x);
  EXPECT_LT(compute_error(rates, b, x), 1e-9);
}

TEST(IterateMixer, ConvergesWithMoreRatesThanItKeeps) {
  math::Random random(1);
  Vector rates(40), b(40), x(40, 0.0);
  for (std::size_t i = 0; i < 40; ++i) rates[i] = random.next_between(0, 0.99), b[i] = random.next_between(-1, 1);
  IterateMixer mixer;
  mixer.restart(x, Vector(40, 1.0));
  for (int k = 0; k < 200; ++k) step(mixer, rates, b, x);
  // Plainly 0.99^200 = 0.13 of errors up to 100.
  EXPECT_LT(compute_error(rates, b, x), 1e-6);
}

TEST(IterateMixer, KeepsAFixedPointAndTakesTheFirstStepPlainly) {
  const Vector rates = {0.5, 0.25, 0.5, 0.5}, b = {1, 3, 1, 1};
  Vector x = {2, 4, 2, 2};
  IterateMixer mixer;
  mixer.restart(x, Vector(4, 1.0));
  for (int k = 0; k < 4; ++k) step(mixer, rates, b, x);
  EXPECT_EQ(x, (Vector{2, 4, 2, 2}));
  x = {0, 0, 0, 0};
  mixer.restart(x, Vector(4, 1.0));
  step(mixer, rates, b, x);
  EXPECT_EQ(x, b);
}

// x -> |x| - 1/2 has a kink; from either side the fixed point of the piece beyond it is none of the iteration's.
TEST(IterateMixer, DropsWhatItLearntWhereAStepMadeItWorse) {
  const auto g = [](double x) { return x > 0 ? 0.9 * x - 0.5 : -0.5 * x - 0.5; };
  Vector x(4, 10.0);
  IterateMixer mixer;
  mixer.restart(x, Vector(4, 1.0));
  for (int k = 0; k < 60; ++k) {
    for (double& one : x) one = g(one);
    mixer.update(x);
  }
  for (const double one : x) EXPECT_NEAR(one, -1.0 / 3.0, 1e-9);
}

// y = 3 x1 - x2 is recomputed by nobody; it is right to the rounding of floats, and the weights decide what is least.
TEST(IterateMixer, TakesAlongWhatFollows) {
  const Vector rates = {0.95, 0.7, 0.2, 0.9}, b = {1, 2, 3, 4};
  Vector x = {0, 0, 0, 0, 0, 0, 0, 0};
  IterateMixer mixer;
  mixer.restart(x, Vector{1, 10, 1, 0.1});
  for (int k = 0; k < 20; ++k) {
    const Vector before(x.begin(), x.begin() + 4);
    const Vector after = step_linear(rates, b, before);
    std::copy(after.begin(), after.end(), x.begin());
    x[4] += 3 * (after[0] - before[0]) - (after[1] - before[1]);
    mixer.update(x);
    EXPECT_NEAR(x[4], 3 * x[0] - x[1], 1e-4);
  }
  EXPECT_NEAR(x[0], 20.0, 1e-7);
}

TEST(IterateMixer, DoesNothingToNothing) {
  IterateMixer mixer;
  Vector x;
  mixer.restart(x, {});
  mixer.update(x);
  EXPECT_TRUE(x.empty());
}

TEST(IterateMixer, IsTheSameAfterARestartAsWhenNew) {
  const Vector rates = {0.9, 0.7, 0.3, 0.1}, b = {1, 2, 3, 4}, ones(4, 1.0);
  IterateMixer used, fresh;
  Vector x = {5, 5, 5, 5};
  used.restart(x, ones);
  for (int k = 0; k < 12; ++k) step(used, rates, b, x);
  Vector y(4, 0.0), z(4, 0.0);
  used.restart(y, ones), fresh.restart(z, ones);
  for (int k = 0; k < 5; ++k) step(used, rates, b, y), step(fresh, rates, b, z);
  EXPECT_EQ(y, z);
}

TEST(IterateMixer, IsTheSameInWhateverOrderBlocksAreTaken) {
  math::Random random(2);
  const std::size_t n = 4 * IterateMixer::kMixedTogether + 8;
  Vector rates(n), b(n);
  for (std::size_t i = 0; i < n; ++i) rates[i] = random.next_between(0, 0.99), b[i] = random.next_between(-1, 1);
  Vector forward(n, 0.0), backward(n, 0.0), weights(n - 1024, 2.0);
  IterateMixer one, other;
  one.restart(forward, weights), other.restart(backward, weights);
  for (int k = 0; k < 10; ++k) {
    step(one, rates, b, forward);
    backward = step_linear(rates, b, backward);
    other.update(backward, [](std::size_t count, FunctionRef<void(std::size_t, std::size_t)> work) {
      while (count > 0) --count, work(count, count + 1);
    });
    ASSERT_EQ(forward, backward);
  }
}

}  // namespace
}  // namespace abut::response
