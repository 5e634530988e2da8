// Exact depth beside FCL's signed distance, in one run: two ellipsoidal icospheres (radii 1, 0.8, 0.6) that overlap by
// up to 0.01, one orbiting the other and tumbling by about the same angle a query. Both see the same poses, in turns;
// the median of the turns counts, and the spread is printed. "cold": our cache is dropped before every query.
//
//   abut   update_feature_pair: depth, direction, witness points, features and a rounding bound; the depth is proven
//   FCL    distance with enable_signed_distance, by libccd's GJK and EPA
//
// "worse": how often FCL's depth exceeds ours by more than its own tolerance, 1e-6: then it is not the least. Wanted
// (issue "Two shapes at one instant"): ours / FCL at most 0.3 at every size, at 1 degree.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "abut/geometry/makers/sphere.h"
#include "abut/geometry/shape.h"
#include "abut/proximity/distance.h"
#include "fcl_convex.h"

namespace {

using abut::math::Pose;
using abut::math::Quat;
using abut::math::Vec3;
using abut::proximity::PieceRef;

constexpr int kNumQueries = 720;
constexpr int kNumTurns = 9;

// A's poses. For each the centres are brought so near that the depth is the wanted one, to 1e-6.
std::vector<Pose> make_trajectory(const PieceRef& piece, double step_deg) {
  const double step = step_deg * std::numbers::pi / 180;
  const Vec3 orbit_axis = Vec3(0.2, -0.3, 1).normalized(), tumble_axis = Vec3(1, 0.5, -0.4).normalized();
  std::vector<Pose> trajectory;
  abut::proximity::PairCache cache;
  for (int i = 0; i < kNumQueries; ++i) {
    const Vec3 direction = Eigen::AngleAxisd(i * step, orbit_axis) * orbit_axis.unitOrthogonal();
    const Quat q(Eigen::AngleAxisd(i * step * 1.1, tumble_axis));
    const double wanted = 0.005 * (1 + std::sin(0.1 * i)) + 1e-5;
    double low = 0.5, high = 2.5;
    while (high - low > 1e-6) {
      const double middle = (low + high) / 2;
      const double phi = update_feature_pair(piece, piece, {middle * direction, q}, Pose::identity(), cache).phi;
      (-phi > wanted ? low : high) = middle;
    }
    trajectory.push_back({low * direction, q});
  }
  return trajectory;
}

struct Timing {
  double median_ns = 0, least_ns = 0, most_ns = 0;
  std::vector<double> depths;
};

using Query = std::function<double(std::size_t)>;

std::vector<Timing> time_in_turns(const std::vector<Query>& queries) {
  std::vector<std::vector<double>> turns(queries.size());
  std::vector<Timing> timings(queries.size());
  for (int turn = 0; turn < kNumTurns; ++turn) {
    for (std::size_t k = 0; k < queries.size(); ++k) {
      timings[k].depths.assign(kNumQueries, 0.0);
      const auto start = std::chrono::steady_clock::now();
      for (std::size_t i = 0; i < kNumQueries; ++i) timings[k].depths[i] = queries[k](i);
      const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
      turns[k].push_back(elapsed.count() / kNumQueries);
    }
  }
  for (std::size_t k = 0; k < queries.size(); ++k) {
    std::ranges::sort(turns[k]);
    timings[k].median_ns = turns[k][kNumTurns / 2];
    timings[k].least_ns = turns[k].front(), timings[k].most_ns = turns[k].back();
  }
  return timings;
}

void print_row(std::size_t num_vertices, double step_deg, const std::string& name, const Timing& ours,
               const Timing& timing) {
  int num_worse = 0;
  double largest = 0;
  for (std::size_t i = 0; i < kNumQueries; ++i) {
    num_worse += timing.depths[i] > ours.depths[i] + 1e-6;
    largest = std::max(largest, std::abs(timing.depths[i] - ours.depths[i]));
  }
  fmt::print("{:>8} {:>7} {:>10} {:>10.0f} {:>10.0f} .. {:<8.0f} {:>10.4f} {:>7} {:>12.1e}\n", num_vertices, step_deg,
             name, timing.median_ns, timing.least_ns, timing.most_ns, ours.median_ns / timing.median_ns, num_worse,
             largest);
}

void run(int level) {
  const abut::geometry::Mesh mesh = abut::geometry::make_icosphere(level, Vec3(1, 0.8, 0.6));
  const abut::geometry::Shape shape = abut::geometry::make_shape(mesh);
  const PieceRef piece{shape.pieces, abut::PieceId(0)};
  const auto convex = abut::bench::make_fcl_convex(mesh);
  for (const double step_deg : {1.0, 10.0}) {
    const std::vector<Pose> poses = make_trajectory(piece, step_deg);
    const std::vector<fcl::Transform3d> fcl_poses = abut::bench::make_fcl_poses(poses);
    abut::proximity::PairCache cache;
    const Query ours = [&](std::size_t i) {
      return -update_feature_pair(piece, piece, poses[i], Pose::identity(), cache).phi;
    };
    const Query cold = [&](std::size_t i) {
      cache.is_set = cache.is_meeting = cache.depth.has_seeds = false;
      return ours(i);
    };
    const Query fcl_signed = [&](std::size_t i) {
      fcl::DistanceRequestd request(true, true);
      request.gjk_solver_type = fcl::GST_LIBCCD;
      fcl::DistanceResultd result;
      return -fcl::distance(convex.get(), fcl_poses[i], convex.get(), fcl::Transform3d::Identity(), request, result);
    };
    const std::vector<Timing> timings = time_in_turns({ours, fcl_signed, cold});
    print_row(mesh.vertices.size(), step_deg, "abut", timings[0], timings[0]);
    print_row(mesh.vertices.size(), step_deg, "FCL", timings[0], timings[1]);
    print_row(mesh.vertices.size(), step_deg, "abut, cold", timings[0], timings[2]);
  }
}

}  // namespace

int main() {
  fmt::print("{} queries a turn, {} turns each; difference: of the depth from ours\n", kNumQueries, kNumTurns);
  fmt::print("{:>8} {:>7} {:>10} {:>10} {:>22} {:>10} {:>7} {:>12}\n", "vertices", "degrees", "program", "median ns",
             "spread", "ours/its", "worse", "difference");
  for (const int level : {0, 1, 2, 3, 4}) run(level);
  return 0;
}
