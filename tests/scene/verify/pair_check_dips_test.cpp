// Bodies that come near each other only for an instant in the middle of a segment: at the nearest they are apart by a
// little, or reach into each other by as much. The second must never be missed.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "abut/scene/verify/pair_check.h"
#include "abut/scene/verify/separating_direction.h"
#include "full_run.h"
#include "scene/verify/pair_cases.h"

namespace abut::scene {
namespace {

using math::Vec3;
using oracle::Rational;

struct Approach {
  double s = 0.0, gap = 0.0;
  Vec3 n_W = Vec3::UnitZ();
};

// Of the convex hulls, in doubles, at one of 64 instants.
Approach find_nearest(const PairCase& c) {
  const FeatureTree a = make_tree(c.a), b = make_tree(c.b);
  const auto motion_a = c.motion_a(), motion_b = c.motion_b();
  Approach best{.gap = 1e300};
  for (int k = 0; k <= 64; ++k) {
    const double s = k / 64.0;
    const Placing X_BA = make_relative_sweep(motion_a, motion_b, s, s, a.extent + b.extent).start();
    const Parting p = find_parting(a, a.nodes[0], X_BA, b, b.nodes[0], Vec3::UnitX());
    if (p.gap < best.gap) {
      best = {s, p.gap - a.radius - b.radius, math::compute_rotation(math::compute_pose(motion_b, s).q) * p.n};
    }
  }
  return best;
}

TEST(PairCheckDips, ADipIntoTheOtherBodyIsNeverMissed) {
  math::Random random(31);
  std::size_t missed = 0, undecided = 0, num_meeting = 0, num_apart = 0;
  const std::size_t count = choose_long_count(150, 4000);
  for (std::size_t i = 0; i < count; ++i) {
    PairCase c = make_pair_case(random);
    const Approach nearest = find_nearest(c);
    if (!(nearest.gap > 0)) continue;
    // Both poses of A are moved by the same, so that there the gap becomes `gap`.
    const double gap = std::array{1e-3, 1e-6, 1e-9}[random.next_index(3)] * (random.next_index(2) == 0 ? 1 : -1);
    const Vec3 shift = (gap - nearest.gap) * nearest.n_W;
    c.a0.p += shift, c.a1.p += shift;
    LeastSeparation least(1.0);
    const PairVerdict verdict = c.check(least);
    const Rational radii = Rational(c.a.radius) + Rational(c.b.radius), lower = radii + Rational(least.lower());
    const Rational there = c.distance_sq(Rational(nearest.s));
    missed += verdict.outcome == PairOutcome::kApart && (there <= radii * radii || there < lower * lower);
    undecided += verdict.outcome == PairOutcome::kUndecided;
    num_meeting += there <= radii * radii;
    num_apart += verdict.outcome == PairOutcome::kApart;
  }
  EXPECT_EQ(missed, 0u);
  // Of 4000 it is one: two loose segments, which meet at one instant if at all, at the very end of one of them.
  EXPECT_LE(1000 * undecided, count);
  EXPECT_GT(15 * num_meeting, count);
  EXPECT_GT(15 * num_apart, count);
}

}  // namespace
}  // namespace abut::scene
