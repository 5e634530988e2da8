// orient3d on points in general position (the filter decides), on exactly coplanar points (the exact stage does), and
// on points whose sizes differ so much that integers of any length are needed.
#include <benchmark/benchmark.h>

#include <cmath>
#include <functional>
#include <vector>

#include "abut/math/predicates.h"

namespace {

using abut::math::Vec3;

constexpr std::size_t kCount = 1024;

class Lcg {
 public:
  double number() { return static_cast<int>(state_ = state_ * 1664525u + 1013904223u) * 0x1p-31; }

 private:
  unsigned state_ = 1;
};

void orient3d_of(benchmark::State& state, const std::function<Vec3(Lcg&)>& draw, bool coplanar) {
  Lcg lcg;
  std::vector<Vec3> points(kCount + 3);
  for (Vec3& p : points) p = draw(lcg);
  int zeros = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < kCount; ++i) {
      zeros += abut::math::orient3d(points[i], points[i + 1], points[i + 2], points[i + 3]) == 0;
    }
  }
  state.SetItemsProcessed(state.iterations() * kCount);
  if (coplanar != (zeros == static_cast<int>(state.iterations() * kCount))) state.SkipWithError("wrong signs");
}

// On the plane through three vectors of integers, with `bits` bits of fraction.
Vec3 on_tilted_plane(Lcg& lcg, double scale) {
  const double i = std::round(scale * lcg.number()), j = std::round(scale * lcg.number());
  return (Vec3(1, 2, 3) + i * Vec3(3, -7, 11) + j * Vec3(-5, 2, 13)) / 1024;
}

BENCHMARK_CAPTURE(
    orient3d_of, general, [](Lcg& lcg) { return Vec3(lcg.number(), lcg.number(), lcg.number()); }, false);
BENCHMARK_CAPTURE(
    orient3d_of, coplanar_on_an_axis, [](Lcg& lcg) { return Vec3(lcg.number(), 0.1, lcg.number()); }, true);
BENCHMARK_CAPTURE(
    orient3d_of, coplanar_tilted, [](Lcg& lcg) { return on_tilted_plane(lcg, 1e6); }, true);
// x = y, with 90 bits from the largest to the smallest.
BENCHMARK_CAPTURE(
    orient3d_of, coplanar_tilted_two_limbs,
    [](Lcg& lcg) {
      const double x = std::ldexp(lcg.number(), lcg.number() < 0 ? -58 : 0);
      return Vec3(x, x, lcg.number());
    },
    true);
BENCHMARK_CAPTURE(
    orient3d_of, coplanar_tilted_any_size,
    [](Lcg& lcg) {
      const double x = std::ldexp(lcg.number(), lcg.number() < 0 ? -300 : 0);
      return Vec3(x, x, lcg.number());
    },
    true);

}  // namespace
