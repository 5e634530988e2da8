// Tracked queries along random trajectories: pairs of sample shapes, one drifting past the other and tumbling, slowly
// or by large angles, through touch and overlap. Every answer is judged by its certificate, and is that of a new cache;
// one in a hundred is judged from the definition too, in exact arithmetic. The full run has the 1,000,000
// queries.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <map>
#include <string>

#include "abut/proximity/distance.h"
#include "full_run.h"
#include "proximity/feature_pair_arbiter.h"
#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;

constexpr std::size_t kNumQueries = 100;  // of one trajectory

// A body that starts at `start`, and turns and moves by the same amount every query.
struct Drift {
  Pose start;
  Vec3 step, turn;  // turn: axis times angle

  Pose at(std::size_t i) const {
    const double s = static_cast<double>(i), angle = s * turn.norm();
    return {start.p + s * step, Quat(Eigen::AngleAxisd(angle, turn.normalized())) * start.q};
  }
};

// Past the other's centre at a distance of up to 2, by at most 4 over all queries, and in steps of 0.001 to 50 degrees.
Drift draw_drift(math::Random& random) {
  const double angle = std::pow(10.0, random.next_between(-5.0, -0.06));  // rad
  const double length = std::min(4.0 / kNumQueries, angle);
  const Vec3 step = length * random.next_direction(), middle = 2.0 * random.next_unit() * random.next_direction();
  const Pose start{middle - 0.5 * kNumQueries * step, random.next_rotation()};
  return {start, step, angle * random.next_direction()};
}

struct TrajectoryRun {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  std::map<std::string, std::size_t> faults;
  std::size_t num_queries = 0, num_fallbacks = 0, num_by_definition = 0, num_apart = 0, num_deep = 0;

  void add(std::size_t index, math::Random& random) {
    const NamedShape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    const PieceRef pa = only_piece(a.shape), pb = only_piece(b.shape);
    const FeaturePairArbiter arbiter(pa, pb);
    const Drift drift_a = draw_drift(random),
                drift_b{{Vec3::Zero(), random.next_rotation()}, Vec3::Zero(), drift_a.turn.unitOrthogonal() * 1e-3};
    const auto count_fault = [&](std::string_view what, std::size_t query) {
      const std::string where = a.name + " and " + b.name + ", " + std::string(what);
      if (faults[where]++ == 0) ADD_FAILURE() << where << ", first at query " << query << " of trajectory " << index;
    };
    PairCache cache;
    for (std::size_t i = 0; i < kNumQueries; ++i) {
      const Pose X_WA = drift_a.at(i), X_WB = drift_b.at(i);
      const FeaturePair pair = update_feature_pair(pa, pb, X_WA, X_WB, cache);
      // Pairs that are too large for the definition leave their share to the others.
      const bool by_definition = arbiter.is_small() && 100 * num_by_definition <= num_queries;
      const Fault fault = arbiter.judge(pair, X_WA, X_WB, by_definition);
      if (fault != Fault::kNone) count_fault(name_of(fault), i);
      PairCache new_cache;
      const FeaturePair cold = update_feature_pair(pa, pb, X_WA, X_WB, new_cache);
      if (!(std::abs(cold.phi - pair.phi) <= cold.phi_bound + pair.phi_bound)) count_fault("warm is not cold", i);
      ++num_queries;
      num_by_definition += by_definition;
      num_fallbacks += pair.is_fallback;
      num_apart += pair.outcome == PairOutcome::kApart;
      num_deep += pair.outcome == PairOutcome::kOverlapping;
    }
  }
};

TEST(DistanceAlongTrajectories, IsNeverWrongAndSeldomNeedsExactArithmetic) {
  math::Random random(41);
  TrajectoryRun run;
  const std::size_t num_trajectories = choose_count(60, 10'000);
  for (std::size_t t = 0; t < num_trajectories; ++t) run.add(t, random);
  for (const auto& [where, num] : run.faults) ADD_FAILURE() << where << ": " << num;
  std::cout << run.num_queries << " queries, " << run.num_apart << " apart, " << run.num_deep << " overlapping, "
            << run.num_by_definition << " judged from the definition, " << run.num_fallbacks << " exact fallbacks\n";
  EXPECT_LE(static_cast<double>(run.num_fallbacks), std::max(1.0, 1e-4 * static_cast<double>(run.num_queries)));
  EXPECT_GT(run.num_apart, run.num_queries / 4);
  EXPECT_GT(run.num_deep, run.num_queries / 10);
  EXPECT_GE(run.num_by_definition, run.num_queries / 101);
}

}  // namespace
}  // namespace abut::proximity
