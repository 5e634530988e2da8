// First contact of two bumpy spheres, of which one turns beside the other by 20 or 120 degrees: on the spot, so that it
// just passes (its bumps come within a few thousandths) or clearly does, or on a screw towards the other, which it
// hits. `distance_queries` is how many pairs of pieces were measured, `s` the answer (1: apart), `separation` what was
// proven.
#include <benchmark/benchmark.h>

#include <cmath>

#include "abut/continuous/first_contact.h"
#include "abut/geometry/makers/sphere.h"
#include "abut/geometry/shape.h"

namespace {

using namespace abut;
using math::Pose;
using math::Vec3;

// Triangles: 20 * 4^level.
void turn(benchmark::State& state, double degrees, double distance, double approach) {
  const int level = static_cast<int>(state.range(0));
  const geometry::Shape sphere = geometry::make_shape(geometry::make_bumpy_sphere({.level = level}));
  const math::Motion still = math::make_step_motion({}, {});
  const math::Motion turning = math::ScrewMotion{Pose{{distance, 0, 0}, math::Quat(0.8, 0, 0.36, 0.48)},
                                                 {distance, 0, 0},
                                                 approach > 0 ? Vec3(-3, 1, 1) : Vec3(1, 2, 2),
                                                 degrees * M_PI / 180,
                                                 approach};
  continuous::ContactTime time;
  for (auto _ : state) time = continuous::find_first_contact(sphere, turning, sphere, still, {.d_min = 1e-6});
  state.counters["distance_queries"] = static_cast<double>(time.num_queries);
  state.counters["s"] = time.s_lower;
  state.counters["separation"] = time.separation;
}
#define TURN_BENCH(name, ...) BENCHMARK_CAPTURE(turn, name, __VA_ARGS__)->Arg(4)->Arg(6)->Unit(benchmark::kMillisecond)
TURN_BENCH(by_20_degrees_passes, 20, 2.15, 0.0);
TURN_BENCH(by_20_degrees_just_passes, 20, 2.115, 0.0);
TURN_BENCH(by_20_degrees_hits, 20, 2.15, 0.2);
TURN_BENCH(by_120_degrees_passes, 120, 2.15, 0.0);
TURN_BENCH(by_120_degrees_just_passes, 120, 2.115, 0.0);
TURN_BENCH(by_120_degrees_hits, 120, 2.15, 0.2);

}  // namespace
