#include "abut/scene/verify/pair_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "full_run.h"
#include "scene/verify/pair_cases.h"
#include "scene/verify/verify_samples.h"

namespace abut::scene {
namespace {

using math::Vec3;
using oracle::Rational;

TEST(LeastSeparation, TheBracketClosesAroundWhatIsMeasured) {
  LeastSeparation least(0.1);
  EXPECT_EQ(least.goal(), 0.1);
  EXPECT_EQ(least.lower(), 0.1);
  EXPECT_TRUE(least.keep_upper(0.2));
  EXPECT_TRUE(least.keep_upper(0.04));
  EXPECT_FALSE(least.keep_upper(0.05));
  EXPECT_DOUBLE_EQ(least.goal(), 0.03);
  EXPECT_DOUBLE_EQ(least.lower(), 0.03);
  least.keep_lower(0.01);
  EXPECT_EQ(least.lower(), 0.01);
  EXPECT_EQ(least.upper(), 0.04);
}

// Every verdict against exact distances at a few instants, and where it says they meet, there.
TEST(PairCheck, AgreesWithTheOracleOnRandomPairs) {
  math::Random random(21);
  std::size_t missed = 0, false_hits = 0, undecided = 0, num_apart = 0, num_meeting = 0;
  const std::size_t count = choose_long_count(80, 2000);
  for (std::size_t i = 0; i < count; ++i) {
    const PairCase c = make_pair_case(random);
    LeastSeparation least(10.0);
    const PairVerdict verdict = c.check(least);
    const Rational radii = Rational(c.a.radius) + Rational(c.b.radius);
    if (verdict.outcome == PairOutcome::kUndecided) ++undecided;
    if (verdict.outcome == PairOutcome::kMeeting) {
      ++num_meeting;
      if (verdict.s0 == verdict.s1 && c.distance_sq(Rational(verdict.s0)) > radii * radii) ++false_hits;
    }
    if (verdict.outcome == PairOutcome::kApart) {
      ++num_apart;
      const Rational lower = radii + Rational(least.lower()), upper = radii + Rational(least.upper());
      for (int k = 0; k <= 4; ++k) missed += c.distance_sq(Rational(k) / 4) < lower * lower;
      const Rational there = c.distance_sq(Rational(verdict.least_s));
      EXPECT_LE(there, upper * upper);
      EXPECT_GE(least.lower(), 0.6 * least.upper()) << "loose bracket";
    }
  }
  EXPECT_EQ(missed, 0u);
  EXPECT_EQ(false_hits, 0u);
  EXPECT_EQ(undecided, 0u);
  EXPECT_GT(num_apart, count / 20);  // both kinds are there
  EXPECT_GT(num_meeting, count / 20);
}

// The answer does not hang on which body comes first or on the guess of the direction.
TEST(PairCheck, SwappingTheBodiesGivesTheSameOutcome) {
  math::Random random(22);
  for (std::size_t i = 0; i < choose_long_count(200, 5000); ++i) {
    const PairCase c = make_pair_case(random), swapped{c.b, c.a, c.b0, c.b1, c.a0, c.a1, c.bend_b, c.bend_a};
    LeastSeparation least(10.0), other(10.0);
    EXPECT_EQ(c.check(least).outcome, swapped.check(other, random.next_direction()).outcome);
    EXPECT_LE(least.lower(), other.upper());
    EXPECT_LE(other.lower(), least.upper());
  }
}

// A box passes over an edge of another at a known least gap, in the middle of a turn that keeps it constant, or dips
// below by it: a corner on a circle about the other's edge.
TEST(PairCheck, KnownGapsArePassedAndKnownOverlapsFound) {
  for (const double gap : {1e-2, 1e-4, 1e-6, 1e-8}) {
    for (const int sign : {1, -1}) {
      // A tetrahedron's corner at the origin of its frame points down and flies along y over a ridge along x.
      VerifiedBody corner = make_verified_triangle({0, 0, 0}, {1, 0.2, 2}, {-1, 0.3, 2});
      corner.mesh.vertices.push_back({0.1, -1, 2});
      corner.mesh.triangles.push_back({VertexId(0), VertexId(2), VertexId(3)});
      const VerifiedBody ridge = make_verified_triangle({-1, 0, 0}, {1, 0, 0}, {0, 0.1, -1});
      const PairCase c{corner, ridge, at(0, -0.3, sign * gap), at(0.1, 0.4, sign * gap), {}, {}};
      LeastSeparation least(1.0);
      const PairVerdict verdict = c.check(least);
      if (sign > 0) {
        EXPECT_EQ(verdict.outcome, PairOutcome::kApart) << gap;
        EXPECT_LE(least.lower(), gap);
        EXPECT_GT(least.lower(), 0.0);
      } else {
        ASSERT_EQ(verdict.outcome, PairOutcome::kMeeting) << gap;
        EXPECT_NEAR(verdict.s0, 3.0 / 7, 0.01);
      }
    }
  }
}

// Every feature of A with every feature of B is under exactly one pair of the front, whatever was opened and halved; so
// the next segment looks at all of them.
TEST(PairCheck, TheFrontCoversEveryPairOfFeaturesOnce) {
  const FeatureTree ring = make_feature_tree(geometry::make_torus(1.0, 0.2, 24, 12), 0.0);
  LeastSeparation least(0.5);
  PairChecker checker;
  PairFront front;
  math::Pose X = turned(at(1.05, 0.05, 0.1), Vec3::UnitX(), 1.4);  // linked
  std::size_t largest = 0;
  for (int segment = 0; segment < 12; ++segment) {
    const math::Pose next = turned({X.p + Vec3(-0.002, 0.001, 0.003), X.q}, {1, 2, 3}, segment % 2 == 0 ? 0.4 : -0.4);
    const PairVerdict verdict =
        checker.check({ring, ring, math::make_step_motion(X, next), math::make_step_motion({}, {})}, least, front);
    ASSERT_EQ(verdict.outcome, PairOutcome::kApart);
    std::vector<int> covered(ring.features.size() * ring.features.size(), 0);
    for (const NodePair& pair : front.nodes) {
      const FeatureNode &a = ring.nodes[pair.a], &b = ring.nodes[pair.b];
      for (std::uint32_t i = a.first; i < a.first + a.count; ++i) {
        for (std::uint32_t j = b.first; j < b.first + b.count; ++j) ++covered[i * ring.features.size() + j];
      }
    }
    EXPECT_TRUE(std::ranges::all_of(covered, [](int count) { return count == 1; })) << segment;
    largest = std::max(largest, front.nodes.size());
    X = next;
  }
  EXPECT_GT(largest, 20u);
  EXPECT_GT(checker.counts().halvings, 0u);
}

// Boxes that slide and turn on each other a few units in the last place apart: beyond doubles, not beyond the proof.
TEST(PairCheck, GapsOfAFewUnitsInTheLastPlaceAreProvenWhileBodiesMove) {
  const double z = 1 + 0x1p-50;
  const VerifiedBody box = make_verified_box(Vec3::Ones());
  const PairCase slide{box, box, at(0.1, 0.2, z), at(0.3, 0.1, z), {}, {}};
  LeastSeparation least(0.1);
  EXPECT_EQ(slide.check(least).outcome, PairOutcome::kApart);
  EXPECT_GE(least.lower(), 0.9 * 0x1p-50);
  // About z, quaternions of w and z alone leave z as it is.
  const PairCase turn{box, box, at(0.1, 0.2, z), turned(at(0.3, 0.1, z), Vec3::UnitZ(), 0.3), {}, {}};
  LeastSeparation other(0.1);
  EXPECT_EQ(turn.check(other).outcome, PairOutcome::kApart);
  EXPECT_GE(other.lower(), 0.9 * 0x1p-50);
}

TEST(PairCheck, TheDirectionAtTheEndDecidesTheNextSegmentAtOnce) {
  const FeatureTree box = make_tree(make_verified_box(Vec3::Ones()));
  LeastSeparation least(0.1);
  PairChecker checker;
  PairFront front;
  const auto check = [&](double z0, double z1) {
    return checker.check({box, box, math::make_step_motion(at(0, 0, z0), at(0, 0, z1)),
                          math::make_step_motion(at(0, 0, 0), at(0, 0, 0))},
                         least, front);
  };
  EXPECT_FALSE(check(1.02, 1.01).was_remembered);
  EXPECT_TRUE(check(1.01, 1.011).was_remembered);
}

}  // namespace
}  // namespace abut::scene
