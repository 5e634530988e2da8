// Parts that touch along threads, teeth and wires, over several segments; and laws of whole runs.
#include <gtest/gtest.h>

#include <numbers>

#include "abut/geometry/makers/bolt_and_nut.h"
#include "abut/geometry/makers/chain_link.h"
#include "abut/geometry/makers/gear.h"
#include "abut/scene/verify/verifier.h"
#include "scene/verify/verify_samples.h"

namespace abut::scene {
namespace {

using math::Pose;
using math::Vec3;

using Rows = std::vector<std::vector<Pose>>;

TEST(VerifierScenes, ANutTurnsOnItsThreadAndMeetsItWhereItIsPulledAlong) {
  const geometry::BoltAndNut spec{.length = 0.012, .nut_height = 0.004, .segments = 24};
  const std::vector<VerifiedBody> bodies{{geometry::make_bolt(spec), 0.0, true}, {geometry::make_nut(spec), 0.0, true}};
  const auto on_thread = [&](double z) {
    return turned(at(0, 0, z), Vec3::UnitZ(), 2 * std::numbers::pi * z / spec.pitch);
  };
  Rows rows;
  for (int k = 0; k < 4; ++k) rows.push_back({Pose::identity(), on_thread(0.006 + 1e-5 * k)});
  const VerifyReport report = verify_run(bodies, rows);
  EXPECT_TRUE(report.is_proven());
  EXPECT_LE(report.least_lower, spec.clearance);
  EXPECT_GE(report.least_lower, 0.7 * report.least_upper);

  // By half a pitch without turning: flanks pass through flanks, and it stands free at neither end but the first.
  rows.push_back({Pose::identity(), on_thread(0.006)});
  rows.back()[1].p[2] += 0.5 * spec.pitch;
  EXPECT_EQ(verify_run(bodies, rows).meetings.size(), 1u);
}

TEST(VerifierScenes, LinksOfATautChainSwingApartAndAPulledOneMeets) {
  const geometry::ChainLink spec{.bend_segments = 8, .wire_segments = 8};
  const double pitch = geometry::compute_taut_pitch(spec) * (1 - 1e-3);
  const std::vector<VerifiedBody> bodies(4, {geometry::make_chain_link(spec), 0.0, true});
  Rows rows;
  for (int k = 0; k < 5; ++k) {
    rows.emplace_back();
    for (int i = 0; i < 4; ++i) {
      const Pose link = turned(at(pitch * i, 0, 0), Vec3::UnitX(), 0.5 * std::numbers::pi * i);
      rows.back().push_back(Pose::from_rotation(turned({}, {1, 2, 3}, 0.01 * k).q) * link);
    }
  }
  EXPECT_TRUE(verify_run(bodies, rows).is_proven());
  rows.push_back(rows.back());
  rows.back()[3].p += 0.01 * rows.back()[3].p.normalized();
  const VerifyReport pulled = verify_run(bodies, rows);
  ASSERT_EQ(pulled.meetings.size(), 1u);
  EXPECT_EQ(pulled.meetings[0].bodies, BodyPair(2, 3));
  EXPECT_EQ(pulled.meetings[0].first.segment, 4u);
}

TEST(VerifierScenes, GearsThatMeshStayApartAndOneHeldFastIsMet) {
  const geometry::Gear spec{.flank_points = 4};
  const std::vector<VerifiedBody> bodies(2, {geometry::make_gear(spec), 0.0, true});
  const auto row = [&](double first, double second) {
    const Pose other = at(geometry::compute_centre_distance(spec, spec), 0, 0);
    return std::vector<Pose>{turned({}, Vec3::UnitZ(), first),
                             turned(other, Vec3::UnitZ(), geometry::compute_meshing_angle(spec) - second)};
  };
  EXPECT_TRUE(verify_run(bodies, {row(0, 0), row(0.01, 0.01), row(0.02, 0.02), row(0.04, 0.04)}).is_proven());
  EXPECT_EQ(verify_run(bodies, {row(0, 0), row(0.02, 0)}).meetings.size(), 1u);
}

// Boxes that wander, some of which meet.
Rows make_wandering(math::Random& random, std::size_t num_bodies, int num_segments) {
  Rows rows(1);
  for (std::size_t i = 0; i < num_bodies; ++i) {
    rows[0].push_back({3.5 * random.next_unit() * random.next_direction(), random.next_rotation()});
  }
  for (int k = 0; k < num_segments; ++k) {
    rows.push_back(rows.back());
    for (Pose& X : rows.back()) X = move_randomly(random, X, 0.2, 0.1);
  }
  return rows;
}

// What is remembered from segment to segment changes no outcome.
TEST(VerifierScenes, EverySegmentAloneGivesTheSameAnswersAsTheWholeRun) {
  math::Random random(41);
  const Rows rows = make_wandering(random, 20, 12);
  const std::vector<VerifiedBody> bodies(20, make_verified_box({0.8, 1.0, 0.6}));
  Verifier whole(bodies);
  whole.start(rows[0]);
  std::size_t num_before = 0;
  for (const VerifyFinding& found : whole.report().meetings) num_before += found.num_segments;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    whole.advance(rows[k]);
    std::size_t num_now = 0;
    for (const VerifyFinding& found : whole.report().meetings) num_now += found.num_segments;
    Verifier alone(bodies);
    alone.start(rows[k - 1]);
    std::size_t num_at_start = alone.report().meetings.size();
    alone.advance(rows[k]);
    std::size_t num_alone = 0;
    for (const VerifyFinding& found : alone.report().meetings) num_alone += found.num_segments;
    EXPECT_EQ(num_now - num_before, num_alone - num_at_start) << k;
    EXPECT_GE(alone.report().least_upper, whole.report().least_lower);
    EXPECT_TRUE(alone.report().undecided.empty());
    num_before = num_now;
  }
  EXPECT_GT(num_before, 12u);
}

TEST(VerifierScenes, TheSameRunGivesTheSameReport) {
  math::Random random(42);
  const Rows rows = make_wandering(random, 20, 6);
  const std::vector<VerifiedBody> bodies(20, make_verified_box({0.5, 0.7, 0.6}));
  const VerifyReport first = verify_run(bodies, rows), second = verify_run(bodies, rows);
  EXPECT_EQ(first.least_lower, second.least_lower);
  EXPECT_EQ(first.least_upper, second.least_upper);
  EXPECT_EQ(first.work.node_pairs, second.work.node_pairs);
  ASSERT_EQ(first.meetings.size(), second.meetings.size());
  for (std::size_t i = 0; i < first.meetings.size(); ++i) {
    EXPECT_EQ(first.meetings[i].bodies, second.meetings[i].bodies);
    EXPECT_EQ(first.meetings[i].first.s0, second.meetings[i].first.s0);
  }
}

// Moving everything rigidly changes no outcome: far away, and turned.
TEST(VerifierScenes, MovingTheWholeRunChangesNoOutcome) {
  math::Random random(43);
  const Rows rows = make_wandering(random, 20, 6);
  const std::vector<VerifiedBody> bodies(20, make_verified_box({0.5, 0.7, 0.6}));
  const Pose X_VW{{1e4, -2e4, 3e4}, random.next_rotation()};
  Rows moved = rows;
  for (auto& row : moved) {
    for (Pose& X : row) X = X_VW * X;
  }
  const VerifyReport here = verify_run(bodies, rows), there = verify_run(bodies, moved);
  ASSERT_EQ(here.meetings.size(), there.meetings.size());
  EXPECT_GT(here.meetings.size(), 0u);
  EXPECT_EQ(here.undecided.size() + there.undecided.size(), 0u);
}

}  // namespace
}  // namespace abut::scene
