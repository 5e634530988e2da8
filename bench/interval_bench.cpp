// Interval arithmetic against plain doubles on the same numbers: a 3x3 determinant, and what opening a rounding scope
// costs.
#include <benchmark/benchmark.h>

#include <vector>

#include "abut/math/interval_trig.h"
#include "abut/math/interval_vector.h"

namespace {

using namespace abut::math;

constexpr std::size_t kCount = 1024;

// Fixed numbers in [-1, 1].
std::vector<Vec3> make_vectors() {
  std::vector<Vec3> vectors(kCount + 2);
  unsigned state = 1;
  const auto next = [&] { return static_cast<int>(state = state * 1664525u + 1013904223u) * 0x1p-31; };
  for (Vec3& v : vectors) v = Vec3(next(), next(), next());
  return vectors;
}

void determinant_of_doubles(benchmark::State& state) {
  const std::vector<Vec3> v = make_vectors();
  for (auto _ : state) {
    for (std::size_t i = 0; i < kCount; ++i) benchmark::DoNotOptimize(v[i].cross(v[i + 1]).dot(v[i + 2]));
  }
  state.SetItemsProcessed(state.iterations() * kCount);
}
BENCHMARK(determinant_of_doubles);

void determinant_of_intervals(benchmark::State& state) {
  const std::vector<Vec3> points = make_vectors();
  const std::vector<IVec3> v(points.begin(), points.end());
  const RoundUpward scope;
  for (auto _ : state) {
    for (std::size_t i = 0; i < kCount; ++i) benchmark::DoNotOptimize(determinant(v[i], v[i + 1], v[i + 2]));
  }
  state.SetItemsProcessed(state.iterations() * kCount);
}
BENCHMARK(determinant_of_intervals);

void determinant_of_intervals_in_a_scope_each(benchmark::State& state) {
  const std::vector<Vec3> points = make_vectors();
  const std::vector<IVec3> v(points.begin(), points.end());
  for (auto _ : state) {
    for (std::size_t i = 0; i < kCount; ++i) {
      const RoundUpward scope;
      benchmark::DoNotOptimize(determinant(v[i], v[i + 1], v[i + 2]));
    }
  }
  state.SetItemsProcessed(state.iterations() * kCount);
}
BENCHMARK(determinant_of_intervals_in_a_scope_each);

template <class Operation>
void binary(benchmark::State& state, Operation operation) {
  std::vector<Interval> a;
  for (const Vec3& v : make_vectors()) a.emplace_back(v[0] - 0.01, v[0] + 0.01);
  const RoundUpward scope;
  for (auto _ : state) {
    for (std::size_t i = 0; i < kCount; ++i) benchmark::DoNotOptimize(operation(a[i], a[i + 1]));
  }
  state.SetItemsProcessed(state.iterations() * kCount);
}
BENCHMARK_CAPTURE(binary, sum, [](const Interval& a, const Interval& b) { return a + b; });
BENCHMARK_CAPTURE(binary, product, [](const Interval& a, const Interval& b) { return a * b; });
BENCHMARK_CAPTURE(binary, quotient, [](const Interval& a, const Interval& b) { return a / b; });
BENCHMARK_CAPTURE(binary, sine, [](const Interval& a, const Interval&) { return sin(a); });

}  // namespace
