#include "abut/scene/verify/relative_sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "oracle/moving_features.h"
#include "scene/verify/verify_samples.h"

namespace abut::scene {
namespace {

using math::Pose;
using math::Vec3;
using oracle::Rational;
using oracle::RVec3;
using oracle::operator-;
using oracle::operator+;
using oracle::operator*;

struct MovingPair {
  Pose a0, a1, b0, b1;
  Vec3 bend_a, bend_b;

  RVec3 place_a(const Rational& s, const Vec3& v) const { return oracle::place_exactly(a0, a1, s, v, bend_a); }
  RVec3 place_b(const Rational& s, const Vec3& v) const { return oracle::place_exactly(b0, b1, s, v, bend_b); }
};

MovingPair make_pair(math::Random& random, double angle, double shift) {
  const Pose a{random.next_direction(), random.next_rotation()}, b{3 * random.next_direction(), random.next_rotation()};
  return {a,
          move_randomly(random, a, angle, shift),
          b,
          move_randomly(random, b, angle, shift),
          shift * random.next_unit() * random.next_direction(),
          shift * random.next_unit() * random.next_direction()};
}

RelativeSweep make_sweep(const MovingPair& m, double s0, double s1, double extents) {
  return make_relative_sweep(math::make_step_motion(m.a0, m.a1, m.bend_a), math::make_step_motion(m.b0, m.b1, m.bend_b),
                             s0, s1, extents);
}

// B's frame at s, exactly.
struct SeenFromB {
  RVec3 origin;
  std::array<RVec3, 3> axes;

  SeenFromB(const MovingPair& m, const Rational& s) : origin(m.place_b(s, Vec3::Zero())) {
    for (int i = 0; i < 3; ++i) {
      axes[static_cast<std::size_t>(i)] = m.place_b(s, Vec3::Unit(i)) - origin;
    }
  }
  // A direction of B's frame in the world.
  RVec3 turn(const RVec3& n) const { return n[0] * axes[0] + n[1] * axes[1] + n[2] * axes[2]; }
};

TEST(RelativeSweep, ItsEndsAreThePlacingsThere) {
  math::Random random(3);
  const Vec3 v(0.3, -0.2, 0.5);
  for (int i = 0; i < 20; ++i) {
    const MovingPair m = make_pair(random, 0.5, 2.0);
    const RelativeSweep sweep = make_sweep(m, 0.25, 0.625, 2.0);
    ASSERT_TRUE(sweep.is_valid);
    for (const auto& [X_BA, s] : {std::pair{sweep.start(), 0.25}, std::pair{sweep.end(), 0.625}}) {
      const SeenFromB frame(m, Rational(s));
      const RVec3 d = m.place_a(Rational(s), v) - frame.origin;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const double along = static_cast<double>(oracle::dot(frame.axes[axis], d));
        EXPECT_NEAR((X_BA * v)[static_cast<Eigen::Index>(axis)], along, 2 * sweep.error);
      }
    }
  }
}

// Not only at the ends: sum b_k (T_k + M_k v) = W y for every t, and the b_k are independent.
TEST(RelativeSweep, TheMapsAreTheMotionInBernsteinForm) {
  math::Random random(7);
  constexpr std::array<int, 7> kBinomial{1, 6, 15, 20, 15, 6, 1};
  const Vec3 v(0.3, -0.2, 0.5);
  for (int i = 0; i < 20; ++i) {
    const MovingPair m = make_pair(random, 0.5, 2.0);
    const RelativeSweep sweep = make_sweep(m, 0.125, 0.75, 2.0);
    for (const double t : {0.1, 0.3, 0.5, 0.8, 0.95}) {
      Vec3 sum = Vec3::Zero();
      double weight = 0.0;
      for (std::size_t k = 0; k < 7; ++k) {
        const double b = kBinomial[k] * std::pow(t, k) * std::pow(1 - t, 6 - k);
        sum += b * (sweep.T[k] + sweep.M[k] * v), weight += b * sweep.w[k];
      }
      const Rational s = Rational(0.125) + Rational(t) * Rational(0.625);
      const SeenFromB frame(m, s);
      const RVec3 d = m.place_a(s, v) - frame.origin;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(sum[static_cast<Eigen::Index>(axis)] / weight,
                    static_cast<double>(oracle::dot(frame.axes[axis], d)), 2 * sweep.error);
      }
    }
  }
}

// The promise: at every s in the part, every vertex of A is above every vertex of B by at least the clearance.
TEST(RelativeSweep, TheClearanceIsNeverAboveTheSeparationOfAnyTwoVertices) {
  math::Random random(4);
  const FeatureTree a = make_tree(make_verified_box({1, 0.4, 0.3})), b = make_tree(make_verified_box({0.5, 0.5, 0.2}));
  double closest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 40; ++i) {
    const MovingPair m = make_pair(random, i % 3 == 0 ? 1e-4 : 0.5, i % 2 == 0 ? 1.0 : 1e-3);
    const double s0 = i % 4 == 0 ? 0.0 : 0.375, s1 = i % 4 == 0 ? 1.0 : 0.5;
    const RelativeSweep sweep = make_sweep(m, s0, s1, a.extent + b.extent);
    const TurningDirection n{sweep.start().p.normalized(), sweep.end().p.normalized()};
    const double clearance = compute_clearance(sweep, a, a.nodes[0], b, b.nodes[0], n);
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k <= 8; ++k) {
      const Rational t = Rational(k) / 8, s = Rational(s0) + t * (Rational(s1) - Rational(s0));
      const RVec3 n_B = Rational(1 - t) * oracle::exact(n.n0) + t * oracle::exact(n.n1);
      const RVec3 n_W = SeenFromB(m, s).turn(n_B);
      std::vector<Rational> of_a, of_b;
      for (const Vec3& v : a.vertices) of_a.push_back(oracle::dot(n_W, m.place_a(s, v)));
      for (const Vec3& v : b.vertices) of_b.push_back(oracle::dot(n_W, m.place_b(s, v)));
      const Rational gap = *std::ranges::min_element(of_a) - *std::ranges::max_element(of_b);
      least = std::min(least, static_cast<double>(gap));
    }
    EXPECT_LE(clearance, least);  // the directions at the ends are of unit length
    closest = std::min(closest, least - clearance);
  }
  EXPECT_LT(closest, 1e-6);  // of small motions nothing is given away
}

TEST(RelativeSweep, WhatTheHullOfTheMapsGivesAwayFallsWithTheSquareOfThePart) {
  math::Random random(5);
  for (int i = 0; i < 10; ++i) {
    const MovingPair m = make_pair(random, 0.5, 0.3);
    const Vec3 n = make_sweep(m, 0.0, 0.0, 2.0).start().p.normalized();
    // Of one vertex the path itself, sampled; the clearance of the part lacks the sag of a chord and less.
    const FeatureTree point = make_tree(make_verified_point());
    const auto lost = [&](double width) {
      const RelativeSweep sweep = make_sweep(m, 0.5 - width, 0.5 + width, 2.0);
      const double ends = std::min(n.dot(sweep.start().p), n.dot(sweep.end().p));
      return ends - compute_clearance(sweep, point, point.nodes[0], point, point.nodes[0], {n, n});
    };
    EXPECT_LT(lost(0.0625), 0.3 * std::max(lost(0.125), 1e-12));
  }
}

TEST(RelativeSweep, ADirectionOfNoLengthProvesNothing) {
  math::Random random(6);
  const FeatureTree a = make_tree(make_verified_box(Vec3::Ones()));
  const RelativeSweep sweep = make_sweep(make_pair(random, 0.1, 0.1), 0.0, 1.0, 2.0);
  EXPECT_LT(compute_clearance(sweep, a, a.nodes[0], a, a.nodes[0], {Vec3::Zero(), Vec3::Zero()}), 0.0);
}

}  // namespace
}  // namespace abut::scene
