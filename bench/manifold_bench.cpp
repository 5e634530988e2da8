// Contact manifolds, from a FeaturePair that is known: what every contact of every step pays beside its distance query.
#include <benchmark/benchmark.h>

#include <cmath>

#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/shape.h"
#include "abut/proximity/manifold.h"
#include "abut/proximity/vclip.h"
#include "abut/proximity/witness.h"

namespace {

using namespace abut;
using proximity::FeaturePair;
using proximity::ManifoldBuffer;
using proximity::PieceRef;

struct Posed {
  geometry::Shape a, b;
  math::Pose X_WA, X_WB;
};

FeaturePair make_pair(const PieceRef& a, const PieceRef& b, const Posed& posed) {
  const auto pose = proximity::make_relative_pose(posed.X_WA, posed.X_WB);
  const auto walk = proximity::update_closest_features(a, b, pose, proximity::make_first_features(a, b));
  const auto witness = proximity::compute_witness(a, b, pose, walk.features);
  FeaturePair pair;
  pair.feature_a = walk.features.a;
  pair.feature_b = walk.features.b;
  pair.phi = witness.distance;
  pair.phi_bound = proximity::compute_rounding_bound(pose, a.piece().reach);
  pair.normal_origin = witness.normal_origin;
  pair.nhat_BA_W = math::compute_rotation(posed.X_WB.q) * witness.nhat_BA_B;
  pair.p_WCa = posed.X_WB * witness.p_BCa;
  pair.p_WCb = posed.X_WB * witness.p_BCb;
  return pair;
}

math::Quat make_turn(const math::Vec3& axis, double angle) {
  const math::Vec3 v = std::sin(angle / 2) * axis.normalized();
  return {std::cos(angle / 2), v.x(), v.y(), v.z()};
}

void manifold(benchmark::State& state, const Posed& posed) {
  const PieceRef a{posed.a.pieces, PieceId(0)}, b{posed.b.pieces, PieceId(0)};
  const FeaturePair pair = make_pair(a, b, posed);
  ManifoldBuffer buffer;
  std::size_t num_points = 0;
  for (auto _ : state) {
    num_points = proximity::compute_manifold(a, b, posed.X_WA, posed.X_WB, pair, 1e-3, buffer).points.size();
    benchmark::DoNotOptimize(num_points);
  }
  state.counters["points"] = static_cast<double>(num_points);
}

geometry::Shape make_box(double size) {
  return geometry::make_shape(geometry::make_box({size, size, size}));
}
geometry::Shape make_cap(int segments) {
  return geometry::make_shape(geometry::make_cylinder(1.0, 1.0, segments));
}
Posed pose(geometry::Shape a, geometry::Shape b, const math::Vec3& p_BA, const math::Quat& q_BA) {
  const math::Pose X_WB{{0.3, -0.7, 2.1}, {0.8, 0.36, -0.48, 0.0}};
  return {std::move(a), std::move(b), X_WB * math::Pose{p_BA, q_BA}, X_WB};
}
const math::Vec3 kUp(0, 0, 1);

BENCHMARK_CAPTURE(manifold, box_on_box, pose(make_box(1), make_box(1), {0.3, 0.2, 1.0001}, make_turn(kUp, 0.0)));
BENCHMARK_CAPTURE(manifold, box_on_box_turned, pose(make_box(1), make_box(1), {0.3, 0.2, 1.0001}, make_turn(kUp, 0.4)));
BENCHMARK_CAPTURE(manifold, box_on_box_aligned, pose(make_box(1), make_box(1), {0, 0, 1.0001}, make_turn(kUp, 0.0)));
BENCHMARK_CAPTURE(manifold, box_tilted_on_floor,
                  pose(make_box(1), make_box(4), {0.3, 0.2, 2.51}, make_turn({1, 0.5, 0}, 1e-4)));
BENCHMARK_CAPTURE(manifold, box_on_its_vertex,
                  pose(make_box(1), make_box(4), {0.3, 0.2, 3}, make_turn({1, 0.5, 0}, 0.7)));
BENCHMARK_CAPTURE(manifold, cap_of_64_on_box, pose(make_cap(64), make_box(4), {0.3, 0.2, 2.5001}, make_turn(kUp, 0.1)));
BENCHMARK_CAPTURE(manifold, cap_of_64_on_cap_of_64,
                  pose(make_cap(64), make_cap(64), {0, 0, 1.0001}, make_turn(kUp, 0.05)));

}  // namespace
