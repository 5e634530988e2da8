// What proving a recorded segment costs: boxes near contact at rest and tumbling, and meshes of thousands of triangles.
// Each run prints what the verifier found beside its time: pairs looked at, those decided by the direction of the last
// segment, node pairs, and the least separation. Anything but "apart" ends the run with an error.
#include <benchmark/benchmark.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "abut/geometry/makers/bolt_and_nut.h"
#include "abut/geometry/makers/bullet.h"
#include "abut/geometry/makers/chain_link.h"
#include "abut/geometry/makers/gear.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/warped_plane.h"
#include "abut/math/random.h"
#include "abut/scene/verify/verifier.h"

namespace {

using namespace abut;
using math::Pose;
using math::Quat;
using math::Vec3;
using scene::VerifiedBody;

using Row = std::vector<Pose>;
using Film = std::function<Row(int)>;  // poses of the step

Quat turn(const Vec3& axis, double angle) {
  const Vec3 u = std::sin(0.5 * angle) * axis.normalized();
  return {std::cos(0.5 * angle), u[0], u[1], u[2]};
}

void run(benchmark::State& state, std::vector<VerifiedBody> bodies, const Film& film) {
  scene::Verifier verifier(std::move(bodies));
  verifier.start(film(0));
  verifier.advance(film(1));
  const scene::VerifyReport before = verifier.report();
  int step = 2;
  for (auto _ : state) {
    state.PauseTiming();
    const Row row = film(step++);
    state.ResumeTiming();
    verifier.advance(row);
  }
  const scene::VerifyReport& report = verifier.report();
  if (!report.is_proven()) state.SkipWithError(report.meetings.empty() ? "undecided" : "bodies meet");
  const double steps = static_cast<double>(report.num_segments - before.num_segments);
  const double looked_at = static_cast<double>(report.num_by_memory + report.num_by_search) -
                           static_cast<double>(before.num_by_memory + before.num_by_search);
  state.counters["pairs"] = looked_at / steps;
  state.counters["us_per_pair"] =
      benchmark::Counter(looked_at * 1e-6, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["by_memory"] = static_cast<double>(report.num_by_memory - before.num_by_memory) / looked_at;
  state.counters["node_pairs"] = static_cast<double>(report.work.node_pairs - before.work.node_pairs) / looked_at;
  state.counters["halvings"] = static_cast<double>(report.work.halvings - before.work.halvings) / looked_at;
  state.counters["least"] = report.least_lower;
}

// A grid of unit boxes, faces 1e-4 m apart, each stirred by a tenth of that, or more where it is fast: then all fly and
// turn together with the grid's axes.
void stirred_boxes(benchmark::State& state, double shift, double angle) {
  const int side = 10;
  std::vector<VerifiedBody> bodies(1000, VerifiedBody{geometry::make_box(Vec3::Ones()), 0.0, true});
  math::Random random(1);
  const Pose grid = Pose::from_rotation(random.next_rotation());
  const Film film = [&, random](int step) mutable {
    Row row;
    for (int i = 0; i < side * side * side; ++i) {
      const Vec3 place(i % side, i / side % side, i / side / side);
      const Vec3 away = 1e-5 * random.next_direction();
      row.push_back(grid *
                    Pose{1.0001 * place + away + shift * step * Vec3(1, 2, 3), turn(random.next_direction(), angle)});
    }
    return row;
  };
  run(state, bodies, film);
}
BENCHMARK_CAPTURE(stirred_boxes, at_rest, 0.0, 1e-6)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stirred_boxes, rocking, 0.0, 2e-5)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stirred_boxes, flying, 0.01, 2e-5)->Unit(benchmark::kMillisecond);

// Pairs of unit boxes far from other pairs: a corner, edge or face of one 1e-4 m over a face of the other, spinning
// about the normal by `spin` a step while both tumble by `tumble` a step.
void tumbling_boxes(benchmark::State& state, double spin, double tumble) {
  constexpr int kNumPairs = 1000;
  std::vector<VerifiedBody> bodies(2 * kNumPairs, VerifiedBody{geometry::make_box(Vec3::Ones()), 0.0, true});
  struct Start {
    Quat q, base;
    Vec3 axis, place;
  };
  math::Random random(2);
  std::vector<Start> starts;
  for (int i = 0; i < kNumPairs; ++i) {
    starts.push_back({random.next_rotation(), random.next_rotation(), random.next_direction(),
                      5.0 * Vec3(i % 10, i / 10 % 10, i / 100)});
  }
  const Film film = [&](int step) {
    Row row;
    for (const Start& s : starts) {
      const Quat q = turn(Vec3::UnitZ(), spin * step) * s.q;
      // The lowest corner stands over the middle of the lower box's upper face.
      const Vec3 down = q.conjugate() * Vec3(0, 0, -1);
      const Vec3 corner = q * Vec3(0.5 * down.cwiseSign());
      const Pose upper{Vec3(0.1, 0.1, 0.5 + 1e-4) - corner, q};
      const Pose both{s.place, turn(s.axis, tumble * step) * s.base};
      row.push_back(both * upper), row.push_back(both);
    }
    return row;
  };
  run(state, bodies, film);
}
BENCHMARK_CAPTURE(tumbling_boxes, slow, 1e-3, 1e-3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tumbling_boxes, fast, 0.02, 0.02)->Unit(benchmark::kMillisecond);

void bolt_and_nut(benchmark::State& state) {
  const geometry::BoltAndNut spec;
  const Film film = [&](int step) {
    const double angle = 0.02 * step, z = 0.015 + spec.pitch * angle / (2 * std::numbers::pi);
    return Row{Pose::identity(), {{0, 0, z}, turn(Vec3::UnitZ(), 2 * std::numbers::pi * z / spec.pitch)}};
  };
  run(state, {{geometry::make_bolt(spec), 0.0, true}, {geometry::make_nut(spec), 0.0, true}}, film);
}
BENCHMARK(bolt_and_nut)->Unit(benchmark::kMillisecond);

// A taut chain of ten links, a thousandth of a link's pitch from touching, swinging.
void chain(benchmark::State& state) {
  const geometry::ChainLink spec;
  const double pitch = geometry::compute_taut_pitch(spec) * (1 - 1e-3);
  const Film film = [&](int step) {
    Row row;
    const Pose swing = Pose::from_rotation(turn(Vec3(1, 2, 3), 0.01 * step));
    for (int i = 0; i < 10; ++i) {
      row.push_back(swing * Pose{{pitch * i, 0, 0}, turn(Vec3::UnitX(), 0.5 * std::numbers::pi * i)});
    }
    return row;
  };
  run(state, std::vector<VerifiedBody>(10, {geometry::make_chain_link(spec), 0.0, true}), film);
}
BENCHMARK(chain)->Unit(benchmark::kMillisecond);

void gears(benchmark::State& state) {
  const geometry::Gear spec;
  const Film film = [&](int step) {
    const double phi = 0.01 * step;
    return Row{{Vec3::Zero(), turn(Vec3::UnitZ(), phi)},
               {{geometry::compute_centre_distance(spec, spec), 0, 0},
                turn(Vec3::UnitZ(), geometry::compute_meshing_angle(spec) - phi)}};
  };
  run(state, {{geometry::make_gear(spec), 0.0, true}, {geometry::make_gear(spec), 0.0, true}}, film);
}
BENCHMARK(gears)->Unit(benchmark::kMillisecond);

// A bullet that flies through the hole of the warped plane, 16 m a step.
void bullet_through_hole(benchmark::State& state) {
  const Film film = [](int step) {
    return Row{{{0.02, 0.01, step % 2 == 0 ? -8.0 : 8.5}, Quat::Identity()}, Pose::identity()};
  };
  run(state, {{geometry::make_bullet({}), 0.0, true}, {geometry::make_warped_plane({}), 0.0, false}}, film);
}
BENCHMARK(bullet_through_hole)->Unit(benchmark::kMillisecond);

}  // namespace
