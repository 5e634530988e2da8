// Mass properties (volume, area, centre of mass, inertia) of tori of 10k, 100k and 1M triangles whose vertices and
// triangles are numbered at random, the worst order for memory, and in the order of the grid. The counter is triangles
// a second; beside it stands the volume found, over the torus's own.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include "abut/geometry/mass_properties.h"

namespace abut::geometry {
namespace {

constexpr double kTube = 0.4;

Mesh make_torus_mesh(std::size_t m, std::size_t n) {
  Mesh mesh;
  for (std::size_t i = 0; i < m; ++i) {
    const double a = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(m);
    for (std::size_t j = 0; j < n; ++j) {
      const double b = 2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(n);
      const double across = 1 + kTube * std::cos(b);
      mesh.vertices.emplace_back(across * std::cos(a), across * std::sin(a), kTube * std::sin(b));
      const std::size_t i1 = (i + 1) % m;
      const std::size_t j1 = (j + 1) % n;
      mesh.triangles.push_back({VertexId(i * n + j), VertexId(i1 * n + j), VertexId(i1 * n + j1)});
      mesh.triangles.push_back({VertexId(i * n + j), VertexId(i1 * n + j1), VertexId(i * n + j1)});
    }
  }
  return mesh;
}

// Fisher and Yates, with an engine whose bits the standard lays down.
template <class T>
void shuffle(std::vector<T>& items, std::mt19937_64& engine) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[engine() % i]);
}

Mesh renumber_at_random(const Mesh& mesh) {
  std::mt19937_64 engine(1);
  std::vector<std::uint32_t> place(mesh.vertices.size());
  for (std::uint32_t v = 0; v < place.size(); ++v) place[v] = v;
  shuffle(place, engine);
  Mesh result = mesh;
  for (std::size_t v = 0; v < place.size(); ++v) result.vertices[place[v]] = mesh.vertices[v];
  for (Triangle& t : result.triangles) {
    for (VertexId& v : t) v = VertexId(place[v.index()]);
  }
  shuffle(result.triangles, engine);
  return result;
}

void compute_mass(benchmark::State& state, bool is_random) {
  const auto half = static_cast<std::size_t>(state.range(0)) / 2;
  const auto n = static_cast<std::size_t>(std::sqrt(static_cast<double>(half) / 2.5));
  const Mesh grid = make_torus_mesh(half / n, n);
  const Mesh mesh = is_random ? renumber_at_random(grid) : grid;
  double volume = 0;
  for (auto _ : state) {
    const MassProperties properties = compute_solid_mass(mesh, 1000.0);
    benchmark::DoNotOptimize(properties);
    volume = properties.volume;
  }
  state.counters["triangles/s"] =
      benchmark::Counter(static_cast<double>(mesh.triangles.size()) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
  state.counters["volume/exact"] = volume / (2 * std::numbers::pi * std::numbers::pi * kTube * kTube);
}

BENCHMARK_CAPTURE(compute_mass, grid_order, false)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(compute_mass, random_order, true)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace abut::geometry
