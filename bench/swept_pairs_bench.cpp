// The swept broad phase: a heap of unit cubes that stir, each step's boxes and then the pairs that overlap.
#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "abut/continuous/swept_box.h"
#include "abut/continuous/swept_pairs.h"
#include "abut/math/random.h"

namespace {

using namespace abut;
using continuous::SweptBody;
using math::Vec3;

const math::Aabb kUnitCube{Vec3::Constant(-0.5), Vec3::Constant(0.5)};

void swept_box(benchmark::State& state, const math::Motion& motion) {
  for (auto _ : state) benchmark::DoNotOptimize(continuous::compute_swept_box(kUnitCube, motion, 1e-3));
}
const math::Pose kTurned{{1, 2, 3}, math::Quat(1.0, 0.01, -0.02, 0.01).normalized()};
BENCHMARK_CAPTURE(swept_box, step,
                  math::Motion(math::make_step_motion({{1, 2, 2.9}, math::Quat::Identity()}, kTurned)));
BENCHMARK_CAPTURE(swept_box, screw, math::Motion(math::ScrewMotion{kTurned, {1, 2, 3}, {1, -2, 2}, 0.5, 0.1}));

// `shift` is how far a cube moves each step, about the place where it belongs.
void swept_pairs(benchmark::State& state, double shift) {
  const auto side = static_cast<std::size_t>(std::lround(std::cbrt(static_cast<double>(state.range(0)))));
  math::Random random(1);
  std::vector<SweptBody> bodies(side * side * side);
  std::vector<Vec3> places;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    places.emplace_back(static_cast<double>(i % side), static_cast<double>(i / side % side),
                        static_cast<double>(i / side / side));
  }
  continuous::SweptPairs broad_phase;
  std::size_t num_pairs = 0;
  for (auto _ : state) {
    state.PauseTiming();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      places[i] += shift * random.next_direction();
      bodies[i].box = {places[i] - Vec3::Constant(0.51), places[i] + Vec3::Constant(0.51)};
    }
    state.ResumeTiming();
    num_pairs = broad_phase.update(bodies).size();
  }
  state.counters["pairs"] = static_cast<double>(num_pairs);
  state.counters["builds"] = broad_phase.num_builds();
}
BENCHMARK_CAPTURE(swept_pairs, at_rest, 0.0)->Arg(1000)->Arg(8000);
BENCHMARK_CAPTURE(swept_pairs, moving, 0.02)->Arg(1000)->Arg(8000);

}  // namespace
