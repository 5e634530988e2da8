// Hulls of random points on a sphere (all of them vertices) and in a ball (few of them): Qhull's proposal alone, the
// proof that it is exact, the exact quickhull alone, and make_hull, which is the first two where they agree.
#include <benchmark/benchmark.h>

#include <array>
#include <random>
#include <vector>

#include "abut/geometry/exact_hull.h"
#include "abut/geometry/hull.h"
#include "abut/geometry/hull_proof.h"
#include "abut/geometry/qhull.h"

namespace abut::geometry {
namespace {

using math::Vec3;

std::vector<Vec3> make_points(std::size_t n, bool on_sphere) {
  std::mt19937_64 engine(7);
  const auto uniform = [&] { return static_cast<double>(engine() >> 11) * 0x1p-52 - 1; };
  std::vector<Vec3> points;
  while (points.size() < n) {
    const double x = uniform();
    const double y = uniform();
    const Vec3 p(x, y, uniform());
    if (p.squaredNorm() > 1 || p.squaredNorm() < 0.01) continue;
    points.push_back(on_sphere ? p.normalized() : p);
  }
  return points;
}

void report(benchmark::State& state, std::size_t num_triangles) {
  state.counters["triangles"] = static_cast<double>(num_triangles);
  state.counters["points/s"] = benchmark::Counter(
      static_cast<double>(state.range(0)) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void propose_by_qhull(benchmark::State& state, bool on_sphere) {
  const auto points = make_points(static_cast<std::size_t>(state.range(0)), on_sphere);
  std::size_t num_triangles = 0;
  for (auto _ : state) num_triangles = find_qhull_hull(points)->size();
  report(state, num_triangles);
}

void prove(benchmark::State& state, bool on_sphere) {
  const auto points = make_points(static_cast<std::size_t>(state.range(0)), on_sphere);
  const auto triangles = *find_qhull_hull(points);
  bool is_proven = false;
  for (auto _ : state) is_proven = is_proven_hull(points, triangles);
  report(state, is_proven ? triangles.size() : 0);
}

void make_exact(benchmark::State& state, bool on_sphere) {
  const auto points = make_points(static_cast<std::size_t>(state.range(0)), on_sphere);
  std::size_t num_triangles = 0;
  for (auto _ : state)
    num_triangles = make_exact_hull(points, {VertexId(0), VertexId(1), VertexId(2), VertexId(3)}).size();
  report(state, num_triangles);
}

void make_whole(benchmark::State& state, bool on_sphere) {
  const auto points = make_points(static_cast<std::size_t>(state.range(0)), on_sphere);
  std::size_t num_triangles = 0;
  for (auto _ : state) num_triangles = make_hull(points).mesh.triangles.size();
  report(state, num_triangles);
}

#define ABUT_BENCH(function)                                                                                           \
  BENCHMARK_CAPTURE(function, sphere, true)->RangeMultiplier(10)->Range(1000, 100'000)->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(function, ball, false)->RangeMultiplier(10)->Range(1000, 100'000)->Unit(benchmark::kMillisecond)
ABUT_BENCH(propose_by_qhull);
ABUT_BENCH(prove);
ABUT_BENCH(make_exact);
ABUT_BENCH(make_whole);

}  // namespace
}  // namespace abut::geometry
