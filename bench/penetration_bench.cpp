// Exact depth of two ellipsoidal icospheres (radii 1, 0.8, 0.6) that overlap by up to 0.01: one orbits the other and
// tumbles, so many degrees a query, tracked. And from nothing, at every query.
#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "abut/geometry/makers/sphere.h"
#include "abut/geometry/shape.h"
#include "abut/math/random.h"
#include "abut/proximity/penetration.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;

constexpr int kNumQueries = 2000;

// For each query the centres are brought so near that the depth is the wanted one, to 1e-6.
std::vector<RelativePose> make_trajectory(const PieceRef& piece, double step_deg) {
  math::Random random(5);
  const double step = step_deg * M_PI / 180;
  const Vec3 orbit_axis = random.next_direction(), tumble_axis = random.next_direction();
  const Vec3 start = orbit_axis.unitOrthogonal();
  std::vector<RelativePose> trajectory;
  DepthCache cache;
  for (int i = 0; i < kNumQueries; ++i) {
    const Vec3 direction = Eigen::AngleAxisd(i * step, orbit_axis) * start;
    const Quat q(Eigen::AngleAxisd(i * step * 1.1, tumble_axis));
    const double wanted = 0.005 * (1 + std::sin(0.1 * i)) + 1e-5;
    double low = 0.5, high = 2.5;
    while (high - low > 1e-6) {
      const double middle = (low + high) / 2;
      const RelativePose pose = make_relative_pose({middle * direction, q}, Pose::identity());
      (update_depth(piece, piece, pose, cache).depth > wanted ? low : high) = middle;
    }
    trajectory.push_back(make_relative_pose({low * direction, q}, Pose::identity()));
  }
  return trajectory;
}

void update_tracked_depth(benchmark::State& state) {
  const geometry::Shape shape =
      geometry::make_shape(geometry::make_icosphere(static_cast<int>(state.range(0)), Vec3(1, 0.8, 0.6)));
  const PieceRef piece{shape.pieces, PieceId(0)};
  const std::vector<RelativePose> trajectory = make_trajectory(piece, static_cast<double>(state.range(1)));
  const bool is_tracked = state.range(2) != 0;
  DepthCache cache;
  std::size_t i = 0;
  double sum = 0.0, num_points = 0.0;
  for (auto _ : state) {
    if (!is_tracked) cache.has_seeds = false;
    sum += update_depth(piece, piece, trajectory[i], cache).depth;
    num_points += static_cast<double>(cache.hull.points().size());
    if (++i == trajectory.size()) i = 0;
  }
  const auto queries = static_cast<double>(state.iterations());
  state.counters["vertices"] = shape.pieces.pieces[0].num_vertices;
  state.counters["mean_depth"] = sum / queries;
  state.counters["hull_points"] = num_points / queries;
}

BENCHMARK(update_tracked_depth)
    ->ArgNames({"level", "degrees", "tracked"})
    ->ArgsProduct({{0, 1, 2, 3, 4}, {1, 10}, {1}})
    ->ArgsProduct({{0, 1, 2, 3, 4}, {1}, {0}});

}  // namespace
}  // namespace abut::proximity
