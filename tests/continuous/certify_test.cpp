#include "abut/continuous/certify.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>

#include "continuous/motion_samples.h"
#include "full_run.h"

namespace abut::continuous {
namespace {

using math::Motion;
using math::Pose;
using math::Quat;
using math::Vec3;
using proximity::only_piece;

PairCertificate certify(const geometry::Shape& a, const Motion& motion_a, const geometry::Shape& b,
                        const Motion& motion_b, const CertifyOptions& options = {}) {
  proximity::PairCache cache;
  return certify_pair(make_moving_piece(only_piece(a), motion_a), make_moving_piece(only_piece(b), motion_b), options,
                      cache);
}

Motion make_still(const Pose& X = {}) {
  return math::make_step_motion(X, X);
}
Motion make_shift(const Vec3& from, const Vec3& to, const Quat& q = Quat::Identity()) {
  return math::make_step_motion({from, q}, {to, q});
}
Quat make_turn(double angle, const Vec3& axis) {
  return Quat(Eigen::AngleAxisd(angle, axis.normalized()));
}

const geometry::Shape kCube = geometry::make_shape(geometry::make_box({1, 1, 1}));
const geometry::Shape kGround = geometry::make_shape(geometry::make_box({20, 20, 1}));

void expect_hit_at(const PairCertificate& certificate, double s) {
  EXPECT_EQ(certificate.outcome, CertifyOutcome::kHit);
  EXPECT_LE(certificate.s_safe, s);
  EXPECT_GE(certificate.s_hit, s);
  EXPECT_LE(certificate.s_hit - certificate.s_safe, 2 * 0x1p-20);
}

// Cases. The gap of a body that sinks from z = 2 to z = 0 is 2 - 2 s less how far both reach.

TEST(Certify, FindsWhenABoxFallsOntoAFaceOrWithinTheMinimumOfIt) {
  const Motion falling = make_shift({0.1, 0.2, 2}, {0.1, 0.2, 0});
  expect_hit_at(certify(kCube, falling, kCube, make_still(), {.d_min = 1e-6}), (1 - 1e-6) / 2);
  expect_hit_at(certify(kCube, falling, kCube, make_still(), {.d_min = 0.25}), 0.375);
  expect_hit_at(certify(kCube, falling, kCube, make_still(), {.d_min = 0.0}), 0.5);
}

TEST(Certify, FindsWhenAVertexMeetsAFace) {
  const Quat on_corner = proximity::make_turn_between(Vec3(1, 1, 1), Vec3(0, 0, -1));
  const Motion falling = make_shift({0.1, 0.2, 2}, {0.1, 0.2, 0}, on_corner);
  expect_hit_at(certify(kCube, falling, kCube, make_still(), {.d_min = 1e-6}), (2 - std::sqrt(3) / 2 - 0.5 - 1e-6) / 2);
}

TEST(Certify, FindsWhenTwoEdgesCross) {
  const Motion falling = make_shift({0.1, 0.2, 2}, {0.1, 0.2, 0}, make_turn(M_PI / 4, Vec3::UnitX()));
  const Motion still = make_still({Vec3::Zero(), make_turn(M_PI / 4, Vec3::UnitY())});
  expect_hit_at(certify(kCube, falling, kCube, still, {.d_min = 1e-6}), (2 - std::sqrt(2) - 1e-6) / 2);
}

TEST(Certify, FindsABladeThatReachesThroughAWallOnlyInTheMiddleOfTheStep) {
  // A blade of half length 1 turns from -30 to 30 degrees about its middle. Its tip is at x = cos(theta), so both ends
  // are apart from a wall at x = 0.95, and the middle is not.
  const geometry::Shape blade = geometry::make_shape(geometry::make_box({2, 1e-3, 0.2}));
  const geometry::Shape wall = geometry::make_shape(geometry::make_box({1e-3, 2, 0.2}));
  const double angle = 30 * M_PI / 180;
  const Motion swung = math::make_step_motion(Pose::from_rotation(make_turn(-angle, Vec3::UnitZ())),
                                              Pose::from_rotation(make_turn(angle, Vec3::UnitZ())));
  const Motion still = make_still(Pose::from_translation({0.95, 0, 0.01}));
  const PairCertificate certificate = certify(blade, swung, wall, still, {.d_min = 1e-6});
  ASSERT_EQ(certificate.outcome, CertifyOutcome::kHit);
  // The blended quaternion is (cos 15 deg, (2 s - 1) sin 15 deg): its half angle has the tangent (2 s - 1) tan 15 deg.
  const double reach = std::hypot(1.0, 0.5e-3), lean = std::atan(0.5e-3);
  const double theta = -std::acos((0.95 - 0.5e-3 - 1e-6) / reach) - lean;  // a corner of the blade is the nearest
  const double s = (1 + std::tan(theta / 2) / std::tan(angle / 2)) / 2;
  EXPECT_LE(certificate.s_safe, s);
  EXPECT_GE(certificate.s_hit, s);
  EXPECT_LE(certificate.s_hit - certificate.s_safe, 2 * 0x1p-20);
}

TEST(Certify, FindsABladeThatGoesRoundOnceThroughAnotherAndEndsWhereItBegan) {
  const geometry::Shape blade = geometry::make_shape(geometry::make_box({1, 1e-3, 0.2}));
  // About the origin, its near end 0.5 and its far end 1.5 away; the other blade stands on the far side of the turn.
  const Motion round = math::ScrewMotion{Pose::from_translation({1, 0, 0}), Vec3::Zero(), Vec3::UnitZ(), 2 * M_PI, 0.0};
  const Motion still = make_still(Pose::from_translation({-1, 0, 0}));
  // They are parallel when they meet, after half a turn less what the two half thicknesses take, seen at 1.5 or nearer.
  const PairCertificate certificate = certify(blade, round, blade, still, {.d_min = 1e-6});
  EXPECT_EQ(certificate.outcome, CertifyOutcome::kHit);
  EXPECT_LE(certificate.s_safe, 0.5 - std::asin(0.5e-3 / 1.5) / (2 * M_PI));
  EXPECT_GE(certificate.s_safe, 0.5 - 2 * std::asin(1.1e-3 / 0.5) / (2 * M_PI));
  // Out of its plane it passes.
  const Motion above = make_still(Pose::from_translation({-1, 0, 0.201}));
  EXPECT_EQ(certify(blade, round, blade, above, {.d_min = 1e-6}).outcome, CertifyOutcome::kApart);
}

TEST(Certify, ProvesASlidingBoxApartByNearlyItsWholeGapInTwoQueries) {
  const double gap = 1.7e-4;
  const Motion sliding = make_shift({0, 0, 1 + gap}, {1.0 / 240, 0, 1 + gap});
  const PairCertificate certificate = certify(kCube, sliding, kGround, make_still(), {.d_min = 1e-9});
  EXPECT_EQ(certificate.outcome, CertifyOutcome::kApart);
  EXPECT_EQ(certificate.num_queries, 2);
  EXPECT_LE(certificate.separation, gap);
  EXPECT_GE(certificate.separation, gap - 1e-12);
}

TEST(Certify, ProvesATurningBoxOnItsEdgeApartInTwoQueries) {
  const double gap = 1.7e-4, half = std::sqrt(0.5);
  const auto pose = [&](double degrees) {  // stands on the edge through its lowest point
    const double theta = degrees * M_PI / 180;
    return Pose{{half * std::sin(theta), 0, 0.5 + gap + half * std::cos(theta)},
                make_turn(theta + M_PI / 4, Vec3::UnitY())};
  };
  const PairCertificate certificate =
      certify(kCube, math::make_step_motion(pose(3), pose(4)), kGround, make_still(), {.d_min = 1e-9});
  EXPECT_EQ(certificate.outcome, CertifyOutcome::kApart);
  EXPECT_EQ(certificate.num_queries, 2);
  EXPECT_GE(certificate.separation, gap / 2);
}

TEST(Certify, TellsTheMinimumFromJustLessThanIt) {
  const Motion sliding = make_shift({0, 0, 1.125}, {1, 0, 1.125});
  EXPECT_EQ(certify(kCube, sliding, kGround, make_still(), {.d_min = 0.125 - 1e-12}).outcome, CertifyOutcome::kApart);
  EXPECT_NE(certify(kCube, sliding, kGround, make_still(), {.d_min = 0.125}).outcome, CertifyOutcome::kApart);
}

TEST(Certify, ProvesThatFlatPiecesCrossWithoutAMinimum) {
  // A triangle falls onto another from 1 above, upright and tip down: its tip, at -0.5, is at z = 0 after a half.
  const geometry::Shape lying = proximity::make_polygon_shape({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}});
  const geometry::Shape upright = proximity::make_polygon_shape({{-0.5, 0, 0.5}, {0, 0, -0.5}, {0.5, 0, 0.5}});
  const PairCertificate hit = certify(upright, make_shift({0, 0, 1}, {0, 0, 0}), lying, make_still());
  EXPECT_EQ(hit.outcome, CertifyOutcome::kHit);
  EXPECT_LE(hit.s_safe, 0.5);
  EXPECT_GT(hit.s_hit, 0.5);
  EXPECT_LE(hit.s_hit - hit.s_safe, 128 * 0x1p-20);
  // In one plane there is no crossing that would be clear.
  const PairCertificate sliding = certify(lying, make_shift({3, 0, 0}, {0, 0, 0}), lying, make_still());
  EXPECT_EQ(sliding.outcome, CertifyOutcome::kUncertain);
  // A solid in which a flat piece ends: it crosses the surface.
  const PairCertificate into = certify(upright, make_shift({0, 0, 2}, {0, 0, 0.9}), kCube, make_still());
  EXPECT_EQ(into.outcome, CertifyOutcome::kHit);
}

TEST(Certify, AnswersAtTheStartWhatBeginsInContact) {
  const Motion leaving = make_shift({0, 0, 0.75}, {0, 0, 3});
  const PairCertificate certificate = certify(kCube, leaving, kCube, make_still());
  EXPECT_EQ(certificate.outcome, CertifyOutcome::kHit);
  EXPECT_EQ(certificate.s_safe, 0.0);
  EXPECT_EQ(certificate.s_hit, 0.0);
  EXPECT_LE(certificate.separation, 0.0);
  const PairCertificate touching = certify(kCube, make_shift({0, 0, 1}, {0, 0, 3}), kCube, make_still());
  EXPECT_NE(touching.outcome, CertifyOutcome::kApart);
  EXPECT_EQ(touching.s_hit, 0.0);
}

TEST(Certify, IsUncertainFromTheStartWhereAMotionIsNotFinite) {
  const Motion lost = make_shift({0, 0, 5}, {0, 0, std::nan("")});
  const PairCertificate certificate = certify(kCube, lost, kCube, make_still());
  EXPECT_EQ(certificate.outcome, CertifyOutcome::kUncertain);
  EXPECT_EQ(certificate.s_safe, 0.0);
  EXPECT_EQ(certificate.num_queries, 0);
}

TEST(Certify, GivesUpAsUncertainWhereItsQueriesAreUsedUp) {
  const Motion turning = math::ScrewMotion{Pose::from_translation({0, 0, 1.5}), {0, 0, 1.5}, Vec3::UnitY(), 6.0, 0.0};
  const double gap = 1.5 - 0.5 - std::sqrt(0.5);  // when an edge points down
  const PairCertificate certificate =
      certify(kCube, turning, kGround, make_still(), {.d_min = gap - 1e-12, .resolution = 0x1p-50, .max_queries = 10});
  EXPECT_EQ(certificate.outcome, CertifyOutcome::kUncertain);
  EXPECT_EQ(certificate.num_queries, 10);
  EXPECT_LT(certificate.s_safe, 1.0);
}

// Laws and oracle.

struct JudgedPair {
  const JudgedShape& a;
  const JudgedShape& b;
  JudgedMotion motion_a, motion_b;

  oracle::MovingPair arbiter() const {
    return {a.core, b.core, motion_a.path, motion_b.path, motion_a.speed + motion_b.speed};
  }
  double radii() const { return a.radius + b.radius; }
};

JudgedPair draw_pair(math::Random& random, const std::vector<JudgedShape>& shapes) {
  const JudgedShape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
  return {a, b, draw_motion(random, {1.2, 0, 0}, a.reach, 0.5), draw_motion(random, Vec3::Zero(), b.reach, 2.5)};
}

PairCertificate certify(const JudgedPair& pair, const CertifyOptions& options) {
  return certify(pair.a.shape, pair.motion_a.motion, pair.b.shape, pair.motion_b.motion, options);
}

TEST(Certify, OfBodiesExchangedIsTheSame) {
  math::Random random(21);
  const std::vector<JudgedShape> shapes = make_judged_shapes();
  for (int i = 0; i < 500; ++i) {
    const JudgedPair pair = draw_pair(random, shapes);
    const PairCertificate one = certify(pair, {.d_min = 1e-6});
    const PairCertificate other =
        certify(pair.b.shape, pair.motion_b.motion, pair.a.shape, pair.motion_a.motion, {.d_min = 1e-6});
    if (one.outcome == CertifyOutcome::kUncertain || other.outcome == CertifyOutcome::kUncertain) continue;
    ASSERT_EQ(one.outcome, other.outcome);
    if (one.outcome == CertifyOutcome::kApart) continue;
    ASSERT_LE(one.s_safe, other.s_hit);
    ASSERT_LE(other.s_safe, one.s_hit);
  }
}

TEST(Certify, OfAStepBackwardsIsApartIfItIsForwards) {
  math::Random random(22);
  const std::vector<JudgedShape> shapes = make_judged_shapes();
  int num_apart = 0;
  for (int i = 0; i < 500; ++i) {
    const JudgedPair pair = draw_pair(random, shapes);
    const auto* a = std::get_if<math::StepMotion>(&pair.motion_a.motion);
    const auto* b = std::get_if<math::StepMotion>(&pair.motion_b.motion);
    if (a == nullptr || b == nullptr) continue;
    const auto there = certify(pair, {.d_min = 1e-6}).outcome;
    const auto back = certify(pair.a.shape, math::make_step_motion(a->X1, a->X0, a->bend), pair.b.shape,
                              math::make_step_motion(b->X1, b->X0, b->bend), {.d_min = 1e-6})
                          .outcome;
    if (there == CertifyOutcome::kUncertain || back == CertifyOutcome::kUncertain) continue;
    ASSERT_EQ(there == CertifyOutcome::kApart, back == CertifyOutcome::kApart);
    num_apart += there == CertifyOutcome::kApart ? 1 : 0;
  }
  EXPECT_GT(num_apart, 50);
}

TEST(Certify, IsTheSameFarFromTheWorldsOriginAndWithAWarmCache) {
  math::Random random(23);
  const std::vector<JudgedShape> shapes = make_judged_shapes();
  for (int i = 0; i < 300; ++i) {
    const JudgedPair pair = draw_pair(random, shapes);
    const auto* a = std::get_if<math::StepMotion>(&pair.motion_a.motion);
    const auto* b = std::get_if<math::StepMotion>(&pair.motion_b.motion);
    if (a == nullptr || b == nullptr) continue;
    const Quat q = random.next_rotation();
    const auto move = [&](const math::StepMotion& m) -> Motion {
      const Pose X{Vec3(1000, -2000, 500), q};
      return math::make_step_motion(X * m.X0, X * m.X1, q * m.bend);
    };
    const PairCertificate here = certify(pair, {.d_min = 1e-6});
    const Motion far_a = move(*a), far_b = move(*b);
    const MovingPiece moving_a = make_moving_piece(only_piece(pair.a.shape), far_a);
    const MovingPiece moving_b = make_moving_piece(only_piece(pair.b.shape), far_b);
    proximity::PairCache cache;
    for (int time = 0; time < 2; ++time) {
      const PairCertificate there = certify_pair(moving_a, moving_b, {.d_min = 1e-6}, cache);
      if (here.outcome == CertifyOutcome::kUncertain || there.outcome == CertifyOutcome::kUncertain) continue;
      ASSERT_EQ(here.outcome, there.outcome);
      if (here.outcome == CertifyOutcome::kHit) {
        ASSERT_NEAR(here.s_safe, there.s_safe, 0x1p-19);
      }
    }
  }
}

TEST(Certify, IsNeverLateAndMissesNothingInRandomMotions) {
  math::Random random(24);
  const std::vector<JudgedShape> shapes = make_judged_shapes();
  const double d_min = 1e-6, rounding = 1e-12;
  int num_apart = 0, num_hits = 0, num_uncertain = 0, num_false_alarms = 0, num_wide = 0;
  double num_queries = 0;
  const std::size_t count = choose_count(2000, 60000);
  for (std::size_t i = 0; i < count; ++i) {
    const JudgedPair pair = draw_pair(random, shapes);
    const PairCertificate certificate = certify(pair, {.d_min = d_min});
    const oracle::MovingPair arbiter = pair.arbiter();
    num_queries += certificate.num_queries;
    if (certificate.s_safe > 0) {
      const double level = certificate.separation + pair.radii() - rounding;
      ASSERT_GT(certificate.separation, d_min);
      ASSERT_FALSE(arbiter.find_first(level, 0, certificate.s_safe, 1e-4)) << "pair " << i;
    }
    if (certificate.outcome == CertifyOutcome::kApart) {
      ASSERT_EQ(certificate.s_safe, 1.0);
      ++num_apart;
    } else if (certificate.outcome == CertifyOutcome::kHit) {
      ASSERT_LE(arbiter.distance(certificate.s_hit), d_min + pair.radii() + rounding) << "pair " << i;
      num_wide += certificate.s_hit - certificate.s_safe > 2 * 0x1p-20 ? 1 : 0;
      ++num_hits;
    } else {
      num_false_alarms += arbiter.find_first(d_min + pair.radii() + rounding, certificate.s_safe, 1, 1e-6) ? 0 : 1;
      ++num_uncertain;
    }
  }
  std::printf("apart %d, hits %d (bracket wider than 2^-19: %d), uncertain %d (false alarms: %d), queries %.1f\n",
              num_apart, num_hits, num_wide, num_uncertain, num_false_alarms, num_queries / static_cast<double>(count));
  EXPECT_GT(num_apart, static_cast<int>(count) / 10);
  EXPECT_GT(num_hits, static_cast<int>(count) / 10);
  EXPECT_LE(num_wide, 1 + num_hits / 1000);
  EXPECT_LE(num_uncertain, 1 + static_cast<int>(count) / 200);
}

// Along a direction, without a query.

double bound_from_start(const geometry::Shape& a, const Motion& motion_a, const geometry::Shape& b,
                        const Motion& motion_b) {
  proximity::PairCache cache;
  const auto pair = update_feature_pair(only_piece(a), only_piece(b), compute_pose(motion_a, 0.0),
                                        compute_pose(motion_b, 0.0), cache);
  return bound_along(make_moving_piece(only_piece(a), motion_a), make_moving_piece(only_piece(b), motion_b),
                     {pair.nhat_BA_W, pair.feature_a, pair.feature_b});
}

TEST(CertifyAlong, WhatSlidesOnAFaceKeepsItsGap) {
  const double gap = 1e-5;
  const Motion sliding = make_shift({0, 0, 1 + gap}, {0.3, 0.1, 1 + gap});
  EXPECT_NEAR(bound_from_start(kCube, sliding, kGround, make_still()), gap,
              1e-12);  // rounding: 64 u of 15 m of reach, a few times
}

// About the edge that it stands on, or about its corner: nothing comes nearer than it was at the start.
TEST(CertifyAlong, WhatTipsAboutItsEdgeKeepsItsGap) {
  const double gap = 1e-4, lean = 0.3, turn = 0.02;
  const auto place = [&](double angle) {
    const Quat q = make_turn(angle, Vec3::UnitY());
    return Pose{Vec3(0, 0, 0.5 + gap) - q * Vec3(0.5, 0, -0.5), q};
  };
  const Motion tipping = math::make_step_motion(place(lean), place(lean + turn));
  const double bound = bound_from_start(kCube, tipping, kGround, make_still());
  // A corner half the diagonal from the axis leaves its chord by d turn^2 / 8.
  EXPECT_GT(bound, gap - std::sqrt(2) * turn * turn / 8);
  EXPECT_LE(bound, gap);
}

// A bar that turns on another, edge on edge: the direction across both turns half as far as it.
TEST(CertifyAlong, EdgesThatTurnAcrossEachOtherKeepTheirGap) {
  const double gap = 1e-4;
  const geometry::Shape bar = geometry::make_shape(geometry::make_box({4, 0.1, 0.1}));
  const Quat on_edge = make_turn(M_PI / 4, Vec3::UnitX());
  const Vec3 up(0, 0, 0.1 * std::sqrt(2) + gap);
  const Motion still = make_still(Pose::from_rotation(on_edge));
  const auto place = [&](double angle) { return Pose{up, make_turn(angle, Vec3::UnitZ()) * on_edge}; };
  const Motion turning = math::make_step_motion(place(1.0), place(1.01));
  EXPECT_GT(bound_from_start(bar, turning, bar, still), 0.0);
}

TEST(CertifyAlong, NothingIsProvenWhereBodiesMeetOrThereIsNoDirection) {
  EXPECT_LE(bound_from_start(kCube, make_shift({0.1, 0.2, 2}, {0.1, 0.2, 0}), kCube, make_still()), 0.0);
  const Motion far = make_still(Pose::from_translation({3, 0, 0})), still = make_still();
  const MovingPiece a = make_moving_piece(only_piece(kCube), far), b = make_moving_piece(only_piece(kCube), still);
  EXPECT_EQ(bound_along(a, b, {}), -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace abut::continuous
