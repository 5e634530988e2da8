// Tracked queries along random trajectories: pairs of sample shapes, one drifting past the other and tumbling, slowly
// or by large angles, through touch and overlap. Every answer is judged in exact arithmetic, by its certificate; one in
// a hundred from the definition too. The full run has the 1,000,000 queries.
#include <gtest/gtest.h>

#include <cmath>
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

TEST(DistanceAlongTrajectories, IsNeverWrongAndSeldomNeedsExactArithmetic) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(41);
  std::map<std::string, std::size_t> faults, outcomes;
  std::size_t num_fallbacks = 0, num_by_definition = 0;
  const std::size_t num_trajectories = choose_count(60, 10'000);
  for (std::size_t t = 0; t < num_trajectories; ++t) {
    const NamedShape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    const PieceRef pa = only_piece(a.shape), pb = only_piece(b.shape);
    const FeaturePairArbiter arbiter(pa, pb);
    const Drift drift_a = draw_drift(random),
                drift_b{{Vec3::Zero(), random.next_rotation()}, Vec3::Zero(), drift_a.turn.unitOrthogonal() * 1e-3};
    PairCache cache;
    for (std::size_t i = 0; i < kNumQueries; ++i) {
      const Pose X_WA = drift_a.at(i), X_WB = drift_b.at(i);
      const FeaturePair pair = update_feature_pair(pa, pb, X_WA, X_WB, cache);
      const bool by_definition = i == t % kNumQueries && arbiter.is_small();
      num_by_definition += by_definition;
      num_fallbacks += pair.is_fallback;
      ++outcomes[pair.outcome == PairOutcome::kApart ? "apart" : "meeting"];
      const Fault fault = arbiter.judge(pair, X_WA, X_WB, by_definition);
      if (fault == Fault::kNone) continue;
      const std::string where = a.name + " and " + b.name + ", " + std::string(name_of(fault));
      if (faults[where]++ == 0) ADD_FAILURE() << where << ", first at query " << i << " of trajectory " << t;
    }
  }
  for (const auto& [where, num] : faults) ADD_FAILURE() << where << ": " << num;
  const std::size_t num_queries = num_trajectories * kNumQueries;
  EXPECT_LE(static_cast<double>(num_fallbacks), std::max(1.0, 1e-4 * static_cast<double>(num_queries)));
  EXPECT_GT(outcomes["apart"], num_queries / 4);
  EXPECT_GT(outcomes["meeting"], num_queries / 10);
  EXPECT_GT(num_by_definition, num_trajectories / 4);
}

}  // namespace
}  // namespace abut::proximity
