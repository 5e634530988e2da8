// Certifying steps of tracked convex pairs: time, and distance queries per step (`queries`, on average), along
// trajectories that keep a gap at the ends of the steps. `apart` is the share proven to be apart between them too;
// `plain` is what one tracked distance query costs along the same poses. The bounds of a body's motion, which all its
// pairs share, are timed by themselves (`body_bounds`).
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <vector>

#include "abut/continuous/certify.h"
#include "abut/geometry/hull.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/sphere.h"
#include "abut/geometry/shape.h"

namespace {

using namespace abut;
using math::Pose;
using math::Quat;
using math::Vec3;

constexpr double kDegree = M_PI / 180;
constexpr double kSecurity = 1.7e-4;  // m: g h^2 at 1/240 s
constexpr int kSteps = 360;

struct Trajectory {
  geometry::Shape a, b;
  std::vector<Pose> X_WA;  // B stands at the origin
};

proximity::PieceRef only_piece(const geometry::Shape& shape) {
  return {shape.pieces, PieceId(0)};
}

// A tumbles and orbits B by a degree a step, and is moved along the line of the centres until the gap is `gap`.
Trajectory make_orbit(int level, double gap) {
  const auto make = [&] { return geometry::make_shape(geometry::make_icosphere(level, Vec3(1.0, 0.8, 0.6))); };
  Trajectory t{make(), make(), {}};
  proximity::PairCache cache;
  double distance = 2.3;
  for (int i = 0; i <= kSteps; ++i) {
    const Vec3 towards = Quat(Eigen::AngleAxisd(i * kDegree, Vec3(1, 2, 3).normalized())) * Vec3::UnitX();
    Pose X{distance * towards, Quat(Eigen::AngleAxisd(1.3 * i * kDegree, Vec3(3, -1, 2).normalized()))};
    for (int round = 0; round < 30; ++round) {
      const auto pair = update_feature_pair(only_piece(t.a), only_piece(t.b), X, Pose::identity(), cache);
      distance += gap - pair.phi;
      X.p = distance * towards;
    }
    t.X_WA.push_back(X);
  }
  return t;
}

Trajectory make_slide() {
  Trajectory t{geometry::make_shape(geometry::make_box({0.5, 0.5, 0.5})),
               geometry::make_shape(geometry::make_box({20, 20, 1})),
               {}};
  const double top = t.b.bounds.upper[2], half = t.a.bounds.upper[2];
  for (int i = 0; i <= kSteps; ++i)
    t.X_WA.push_back(Pose::from_translation({-1 + i / 240.0, 0.1, top + half + kSecurity}));
  return t;
}

// A hexagonal prism that rolls over its edges, a degree a step.
Trajectory make_roll() {
  std::vector<Vec3> corners;
  const double radius = 0.5, inner = radius * std::cos(30 * kDegree);
  for (int i = 0; i < 6; ++i) {
    for (const double y : {-0.5, 0.5})
      corners.emplace_back(radius * std::cos(i * 60 * kDegree), y, radius * std::sin(i * 60 * kDegree));
  }
  Trajectory t{geometry::make_shape(geometry::make_hull(corners).mesh),
               geometry::make_shape(geometry::make_box({20, 20, 1})),
               {}};
  const double top = t.b.bounds.upper[2];
  for (int i = 0; i <= kSteps; ++i) {
    const int face = i / 60;
    const double turn = (i - 60 * face) * kDegree, x = -radius / 2, z = inner;
    const Vec3 from_edge(x * std::cos(turn) + z * std::sin(turn), 0, -x * std::sin(turn) + z * std::cos(turn));
    const Vec3 p = from_edge + Vec3(face * radius - 1, 0, top + kSecurity);
    t.X_WA.push_back({p, Quat(Eigen::AngleAxisd(i * kDegree, Vec3::UnitY()))});
  }
  return t;
}

void certify(benchmark::State& state, const std::function<Trajectory()>& make) {
  const Trajectory t = make();
  std::vector<math::Motion> motions;
  std::vector<math::MotionBounds> bounds;
  for (int i = 0; i < kSteps; ++i) {
    motions.emplace_back(math::make_step_motion(t.X_WA[i], t.X_WA[i + 1]));
    bounds.push_back(continuous::compute_body_bounds(motions.back()));
  }
  const math::Motion still = math::make_step_motion(Pose::identity(), Pose::identity());
  const auto b = continuous::make_moving_piece(only_piece(t.b), still);
  proximity::PairCache cache;
  double num_queries = 0, num_apart = 0, num_steps = 0;
  std::size_t i = 0;
  for (auto _ : state) {
    const auto a = continuous::make_moving_piece(only_piece(t.a), motions[i], bounds[i]);
    const auto certificate = continuous::certify_pair(a, b, {.d_min = 1e-9}, cache);
    num_queries += certificate.num_queries;
    num_apart += certificate.outcome == continuous::CertifyOutcome::kApart ? 1 : 0;
    num_steps += 1;
    i = (i + 1) % motions.size();
  }
  state.counters["queries"] = num_queries / num_steps;
  state.counters["apart"] = num_apart / num_steps;
}

void plain(benchmark::State& state, const std::function<Trajectory()>& make) {
  const Trajectory t = make();
  proximity::PairCache cache;
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(update_feature_pair(only_piece(t.a), only_piece(t.b), t.X_WA[i], Pose::identity(), cache));
    i = (i + 1) % t.X_WA.size();
  }
}

void body_bounds(benchmark::State& state) {
  const math::Motion motion = math::make_step_motion({}, {{0.1, 0.2, 0.3}, Quat(1.0, 0.01, 0.02, 0.0).normalized()});
  for (auto _ : state) benchmark::DoNotOptimize(continuous::compute_body_bounds(motion));
}
BENCHMARK(body_bounds);

#define CERTIFY_BENCH(name, ...)                              \
  BENCHMARK_CAPTURE(plain, name, [] { return __VA_ARGS__; }); \
  BENCHMARK_CAPTURE(certify, name, [] { return __VA_ARGS__; })

CERTIFY_BENCH(orbit_12_gap_1e_1, make_orbit(0, 0.1));
CERTIFY_BENCH(orbit_12_gap_1e_2, make_orbit(0, 0.01));
CERTIFY_BENCH(orbit_162_gap_1e_1, make_orbit(2, 0.1));
CERTIFY_BENCH(orbit_162_gap_1e_2, make_orbit(2, 0.01));
CERTIFY_BENCH(orbit_162_gap_1e_3, make_orbit(2, 0.001));
CERTIFY_BENCH(orbit_2562_gap_1e_2, make_orbit(4, 0.01));
CERTIFY_BENCH(slide, make_slide());
CERTIFY_BENCH(roll, make_roll());

}  // namespace
