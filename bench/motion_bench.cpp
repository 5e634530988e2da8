// Bounds of motions: what the continuous checks pay for each.
#include <benchmark/benchmark.h>

#include "abut/math/motion.h"
#include "abut/math/random.h"

namespace {

using namespace abut::math;

StepMotion make_step() {
  Random random(1);
  const Quat q = random.next_rotation();
  const Quat turn(1.0, 0.03, -0.04, 0.02);
  return make_step_motion({{1, 2, 3}, q}, {{1.01, 2.02, 2.97}, (turn * q).normalized()});
}
ScrewMotion make_screw() {
  return {{}, {1, 2, 3}, {1, -2, 2}, 0.5, 0.1};
}

const Vec3 kPoint(0.3, -0.7, 0.5);

template <class AnyMotion>
void path_box(benchmark::State& state, const AnyMotion& motion) {
  for (auto _ : state) benchmark::DoNotOptimize(compute_path_box(motion, Interval(0.25, 0.5), kPoint));
}
BENCHMARK_CAPTURE(path_box, step, make_step());
BENCHMARK_CAPTURE(path_box, screw, make_screw());

template <class AnyMotion>
void speed_bound(benchmark::State& state, const AnyMotion& motion) {
  for (auto _ : state) benchmark::DoNotOptimize(compute_speed_bound(motion, Interval(0.25, 0.5), kPoint));
}
BENCHMARK_CAPTURE(speed_bound, step, make_step());
BENCHMARK_CAPTURE(speed_bound, screw, make_screw());

template <class AnyMotion>
void motion_bounds(benchmark::State& state, const AnyMotion& motion) {
  for (auto _ : state) benchmark::DoNotOptimize(compute_motion_bounds(motion, Interval(0.25, 0.5)));
}
BENCHMARK_CAPTURE(motion_bounds, step, make_step());
BENCHMARK_CAPTURE(motion_bounds, screw, make_screw());

}  // namespace
