// Checking and repairing bumpy spheres of 5k to 1.3M triangles: everything check_mesh looks for, and of it the search
// for self-intersections alone. The counter is triangles a second; beside it stands the number of kinds of defects
// found, which is 0.
#include <benchmark/benchmark.h>

#include "abut/geometry/defects.h"
#include "abut/geometry/makers/sphere.h"
#include "abut/geometry/repair.h"
#include "abut/geometry/self_intersection.h"

namespace abut::geometry {
namespace {

Mesh make_sphere(const benchmark::State& state) {
  return make_bumpy_sphere({.level = static_cast<int>(state.range(0))});
}

void report(benchmark::State& state, const Mesh& mesh, std::size_t num_kinds) {
  const auto n = static_cast<double>(mesh.triangles.size());
  state.counters["triangles"] = n;
  state.counters["triangles/s"] = benchmark::Counter(n, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["defects"] = static_cast<double>(num_kinds);
}

void check_sphere(benchmark::State& state) {
  const Mesh mesh = make_sphere(state);
  std::size_t num_kinds = 0;
  for (auto _ : state) num_kinds = check_mesh(mesh).size();
  report(state, mesh, num_kinds);
}

void search_sphere(benchmark::State& state) {
  const Mesh mesh = make_sphere(state);
  std::size_t num_pairs = 0;
  for (auto _ : state) {
    const SelfIntersections found = find_self_intersections(mesh.vertices, mesh.triangles, {});
    num_pairs = found.intersections.count + found.contacts.count;
  }
  report(state, mesh, num_pairs);
}

void repair_sphere(benchmark::State& state) {
  const Mesh mesh = make_sphere(state);
  std::size_t num_kinds = 0;
  for (auto _ : state) {
    Mesh copy = mesh;
    num_kinds = repair(copy).remaining.size();
  }
  report(state, mesh, num_kinds);
}

BENCHMARK(check_sphere)->DenseRange(4, 8, 2)->Unit(benchmark::kMillisecond);
BENCHMARK(search_sphere)->DenseRange(4, 8, 2)->Unit(benchmark::kMillisecond);
BENCHMARK(repair_sphere)->DenseRange(4, 8, 2)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace abut::geometry
