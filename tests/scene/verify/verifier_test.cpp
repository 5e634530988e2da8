#include "abut/scene/verify/verifier.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "abut/geometry/makers/bullet.h"
#include "abut/geometry/makers/warped_plane.h"
#include "scene/verify/verify_samples.h"

namespace abut::scene {
namespace {

using math::Pose;
using math::Vec3;

constexpr double kDegree = std::numbers::pi / 180;

// Apart, and the least separation is `gap` up to the share that the bracket promises.
void expect_apart(const VerifyReport& report, double gap) {
  EXPECT_TRUE(report.is_proven());
  EXPECT_LE(report.least_lower, gap);
  EXPECT_GE(report.least_lower, 0.7 * gap);
  EXPECT_GE(report.least_upper, gap * (1 - 1e-6));
}

TEST(Verifier, BoxesOnTopOfEachOtherAreApartByTheirGap) {
  const double gap = 1e-4;
  const VerifyReport report = verify_run({make_verified_box(Vec3::Ones()), make_verified_box(Vec3::Ones())},
                                         {{at(0, 0, 0), at(0.2, 0.1, 1 + gap)}, {at(0, 0, 0), at(0.3, 0.1, 1 + gap)}});
  expect_apart(report, gap);
  EXPECT_NEAR(report.least_upper, gap, 1e-12);
  EXPECT_EQ(report.least_pair, BodyPair(0, 1));
  EXPECT_EQ(report.num_segments, 1u);
}

// Each time by less than what was proven: that they are apart is still known, not by how much.
TEST(Verifier, OfBoxesThatCreepNearerTheLeastIsFound) {
  std::vector<std::vector<Pose>> poses;
  for (int i = 0; i <= 8; ++i) poses.push_back({at(0, 0, 0), at(0.2, 0.1, 1 + 1e-4 - 1e-5 * i)});
  expect_apart(verify_run({make_verified_box(Vec3::Ones()), make_verified_box(Vec3::Ones())}, poses), 2e-5);
}

// Thrown up from 1 m above the other and caught there: 1 + 4 (1/8) = 1.5 m is the top of its parabola; downward it is
// the lowest. With as much bend as there is room for it touches, and the next number below leaves a gap.
TEST(Verifier, ABodyGoesAlongItsBend) {
  const std::vector<VerifiedBody> boxes{make_verified_box(Vec3::Ones()), make_verified_box(Vec3::Ones())};
  const auto verify_arc = [&](double bend) {
    Verifier verifier(boxes);
    verifier.start(std::vector<Pose>{at(0, 0, 0), at(0.2, 0.1, 2)});
    verifier.advance(std::vector<Pose>{at(0, 0, 0), at(0.2, 0.1, 2)},
                     std::vector<Vec3>{Vec3::Zero(), Vec3(0, 0, 4 * bend)});
    return verifier.report();
  };
  EXPECT_TRUE(verify_arc(0.5).is_proven());
  expect_apart(verify_arc(-0.999), 1e-3);
  EXPECT_FALSE(verify_arc(-1.0).is_proven());
  EXPECT_FALSE(verify_arc(-1.1).is_proven());
  EXPECT_FALSE(verify_arc(std::nan("")).is_proven());
}

TEST(Verifier, BoxesThatOverlapAtTheStartMeetThere) {
  const VerifyReport report = verify_run({make_verified_box(Vec3::Ones()), make_verified_box(Vec3::Ones())},
                                         {{at(0, 0, 0), at(0.2, 0.1, 0.999)}});
  ASSERT_EQ(report.meetings.size(), 1u);
  EXPECT_EQ(report.meetings[0].bodies, BodyPair(0, 1));
  EXPECT_EQ(report.meetings[0].first.segment, 0u);
  EXPECT_FALSE(report.meetings[0].is_inside);
  EXPECT_EQ(report.least_lower, 0.0);
}

TEST(Verifier, BoxesThatTouchMeet) {
  const VerifyReport report = verify_run({make_verified_box(Vec3::Ones()), make_verified_box(Vec3::Ones())},
                                         {{at(0, 0, 0), at(0.25, 0.125, 1)}});
  EXPECT_EQ(report.meetings.size(), 1u);
}

TEST(Verifier, TheNextNumberAboveTouchingIsApart) {
  const double next = std::nextafter(1.0, 2.0);
  const VerifyReport report = verify_run({make_verified_box(Vec3::Ones()), make_verified_box(Vec3::Ones())},
                                         {{at(0, 0, 0), at(0.25, 0.125, next)}});
  EXPECT_TRUE(report.is_proven());
  EXPECT_GT(report.least_lower, 0.5 * (next - 1));
}

TEST(Verifier, ExemptPairsMayOverlap) {
  const VerifyReport report = verify_run({make_verified_box(Vec3::Ones()), make_verified_box(Vec3::Ones())},
                                         {{at(0, 0, 0), at(0.2, 0.1, 0.5)}}, {{1, 0}});
  EXPECT_TRUE(report.is_proven());
  EXPECT_EQ(report.exempt, std::vector<BodyPair>({{0, 1}}));
}

// A blade 1 m long and 1 mm thick turns by 20 degrees about its root; within that it passes a thin post and ends
// beyond it.
TEST(Verifier, ABladeThatPassesThroughAPostWithinASegmentMeetsIt) {
  VerifiedBody blade = make_verified_box({1, 0.2, 1e-3});
  for (Vec3& v : blade.mesh.vertices) v[0] += 0.5;
  const VerifiedBody post = make_verified_box({0.01, 1, 0.01});
  const Pose X_WP = at(0.8, 0, 0.8 * std::tan(10 * kDegree));
  const Pose before = Pose::identity(), after = turned(before, -Vec3::UnitY(), 20 * kDegree);
  const VerifyReport report = verify_run({blade, post}, {{before, X_WP}, {after, X_WP}});
  ASSERT_EQ(report.meetings.size(), 1u);
  // Halfway, by symmetry of the motion; the post is as wide as 0.01 / 0.8 / (20 degrees) = 0.036 of it.
  EXPECT_NEAR(report.meetings[0].first.s0, 0.5, 0.03);
}

// The ends of both segments are the same, and apart.
TEST(Verifier, ABladeThatSwingsThroughAndBackIsFoundInBothSegments) {
  VerifiedBody blade = make_verified_box({1, 0.2, 1e-3});
  for (Vec3& v : blade.mesh.vertices) v[0] += 0.5;
  const VerifiedBody wall = make_verified_sheet(0.02);
  const Pose X_WP = turned(at(0.9, 0, 0.1), Vec3::UnitX(), 0.3);
  const Pose down = Pose::identity(), up = turned(down, -Vec3::UnitY(), 25 * kDegree);
  const VerifyReport report = verify_run({blade, wall}, {{down, X_WP}, {up, X_WP}, {down, X_WP}});
  ASSERT_EQ(report.meetings.size(), 1u);
  EXPECT_EQ(report.meetings[0].num_segments, 2u);
}

TEST(Verifier, AGapOfABillionthIsProvenAtRestAndWhenBothMove) {
  const double gap = 1e-9;
  const Pose X_VW{{3, -2, 5}, math::Quat(0.8, 0.1, -0.5, 0.3).normalized()};
  const Pose shift = at(0.7, -0.4, 0.2);
  const Pose a = X_VW * at(0, 0, 0), b = X_VW * at(0.2, 0.1, 1 + gap);
  const VerifyReport report = verify_run({make_verified_box(Vec3::Ones()), make_verified_box(Vec3::Ones())},
                                         {{a, b}, {a, b}, {shift * a, shift * b}});
  expect_apart(report, gap * (1 - 1e-5));
}

TEST(Verifier, ABulletThatCrossesASheetWithinASegmentMeetsIt) {
  const VerifiedBody bullet{geometry::make_bullet({}), 0.0, true};
  const VerifiedBody sheet{geometry::make_warped_plane({}), 0.0, false};
  const Pose X_WS = Pose::identity();
  for (const double x : {0.3, 0.2, -0.42}) {
    const VerifyReport report = verify_run({bullet, sheet}, {{at(x, 0.1, -8), X_WS}, {at(x, 0.1, 8.5), X_WS}});
    EXPECT_EQ(report.meetings.size(), 1u) << x;
  }
}

TEST(Verifier, ABulletThatFliesThroughTheHoleIsApart) {
  const VerifiedBody bullet{geometry::make_bullet({}), 0.0, true};
  const VerifiedBody sheet{geometry::make_warped_plane({}), 0.0, false};
  const VerifyReport report =
      verify_run({bullet, sheet}, {{at(0.02, 0.01, -8), Pose::identity()}, {at(0.03, 0.01, 8.5), Pose::identity()}});
  EXPECT_TRUE(report.is_proven());
  EXPECT_GT(report.least_lower, 0.0);
}

TEST(Verifier, ABodyInsideASolidMeetsItAndOneInItsCavityDoesNot) {
  VerifiedBody shell = make_verified_box(Vec3::Constant(4));
  const VerifiedBody small = make_verified_box(Vec3::Constant(0.1));
  EXPECT_TRUE(verify_run({shell, small}, {{at(1, 0, 0), at(0.5, 0.3, 0.2)}}).meetings.at(0).is_inside);
  EXPECT_TRUE(verify_run({small, shell}, {{at(0.5, 0.3, 0.2), at(1, 0, 0)}}).meetings.at(0).is_inside);

  // The cavity: a box turned inside out.
  const geometry::Mesh cavity = geometry::make_box(Vec3::Constant(2));
  for (const Vec3& v : cavity.vertices) shell.mesh.vertices.push_back(v);
  for (const geometry::Triangle& t : cavity.triangles) {
    shell.mesh.triangles.push_back(
        {VertexId(t[0].value() + 8), VertexId(t[2].value() + 8), VertexId(t[1].value() + 8)});
  }
  EXPECT_TRUE(verify_run({shell, small}, {{at(1, 0, 0), at(0.5, 0.3, 0.2)}}).is_proven());
  EXPECT_EQ(verify_run({shell, small}, {{at(1, 0, 0), at(2.5, 0.3, 0.2)}}).meetings.size(), 1u);

  // A sheet has no inside.
  shell.is_solid = false;
  EXPECT_TRUE(verify_run({shell, small}, {{at(1, 0, 0), at(2.5, 0.3, 0.2)}}).is_proven());
}

TEST(Verifier, BallsAndCapsulesMeetByTheirRadii) {
  const VerifiedBody ball = make_verified_point(0.5), capsule = make_verified_segment(2.0, 0.25);
  const double gap = 1e-6;
  expect_apart(verify_run({ball, ball}, {{at(0, 0, 0), at(0, 0, 1 + gap)}, {at(0, 0, 0), at(0, 0, 1.01)}}), gap);
  EXPECT_EQ(verify_run({ball, ball}, {{at(0, 0, 0), at(0, 0, 1 - gap)}}).meetings.size(), 1u);
  expect_apart(verify_run({ball, capsule}, {{at(0, 0, 0), at(0.3, 0, 0.75 + gap)}, {at(0.1, 0, 0), at(0.4, 0, 0.8)}}),
               gap);
  EXPECT_EQ(verify_run({ball, capsule}, {{at(0, 0, 0), at(0.3, 0, 0.75 - gap)}}).meetings.size(), 1u);
  // One flies past the other, near it halfway: the least distance of lines at right angles, less the radii.
  expect_apart(verify_run({ball, capsule},
                          {{at(0.1, -5, 0.75 + gap), Pose::identity()}, {at(0.2, 5, 0.75 + gap), Pose::identity()}}),
               gap);
  EXPECT_EQ(verify_run({ball, capsule},
                       {{at(0.1, -5, 0.75 - gap), Pose::identity()}, {at(0.2, 5, 0.75 - gap), Pose::identity()}})
                .meetings.size(),
            1u);
}

TEST(Verifier, APointThatCrossesASheetMeetsItThoughAtNoRationalTime) {
  const VerifiedBody point = make_verified_point();
  const VerifiedBody sheet = make_verified_sheet(1.0);
  const Pose X_WS = turned(at(0, 0, 0.1), {1, 2, 3}, 0.4);
  for (const bool is_swapped : {false, true}) {
    std::vector<VerifiedBody> bodies{point, sheet};
    std::vector<std::vector<Pose>> rows{{at(0.1, 0.2, -1), X_WS}, {at(0.15, 0.1, 1), turned(X_WS, {1, 0, 0}, 0.01)}};
    if (is_swapped) {
      std::swap(bodies[0], bodies[1]);
      for (auto& row : rows) std::swap(row[0], row[1]);
    }
    const VerifyReport report = verify_run(bodies, rows);
    ASSERT_EQ(report.meetings.size(), 1u);
    EXPECT_LT(report.meetings[0].first.s1 - report.meetings[0].first.s0, 0.02);
  }
}

TEST(Verifier, SegmentsThatCrossEachOtherMeet) {
  const VerifiedBody segment = make_verified_segment(1.0);
  const Pose across = turned(at(0, 0, 0), Vec3::UnitZ(), 1.0);
  EXPECT_EQ(verify_run({segment, segment}, {{at(0, 0, -0.3), across}, {at(0.01, 0, 0.2), across}}).meetings.size(), 1u);
  EXPECT_TRUE(verify_run({segment, segment}, {{at(0.6, 0, -0.3), across}, {at(0.7, 0, 0.2), across}}).is_proven());
}

TEST(Verifier, FarFromTheOriginGapsAreProvenToo) {
  const double far = 1e6, gap = 1e-4;
  const VerifyReport report = verify_run({make_verified_box(Vec3::Ones()), make_verified_box(Vec3::Ones())},
                                         {{at(far, -far, far), at(far + 0.2, -far, far + 1 + gap)},
                                          {at(far + 1, -far, far), at(far + 1.2, -far, far + 1 + gap)}});
  expect_apart(report, gap * (1 - 1e-5));
}

TEST(Verifier, AFaultyPoseIsNamedAndEndsTheProof) {
  Verifier verifier({make_verified_box(Vec3::Ones()), make_verified_box(Vec3::Ones())});
  verifier.start(std::vector<Pose>{at(0, 0, 0), at(0, 0, 2)});
  verifier.advance(std::vector<Pose>{at(0, 0, 0), at(0, 0, 2.1)});
  verifier.advance(std::vector<Pose>{at(0, 0, 0), at(0, std::numeric_limits<double>::quiet_NaN(), 2.1)});
  verifier.advance(std::vector<Pose>{at(0, 0, 0), at(0, 0, 0.1)});
  const VerifyReport& report = verifier.report();
  ASSERT_EQ(report.faults.size(), 1u);
  EXPECT_EQ(report.faults[0].kind, VerifyFaultKind::kNotAPose);
  EXPECT_EQ(report.faults[0].body, 1u);
  EXPECT_EQ(report.faults[0].segment, 1u);
  EXPECT_EQ(report.num_segments, 1u);
  EXPECT_FALSE(report.is_proven());
}

TEST(Verifier, ATurnOfMoreThanThirtyDegreesIsAFault) {
  const std::vector<VerifiedBody> bodies{make_verified_box(Vec3::Ones())};
  const Pose X = at(0, 0, 0);
  EXPECT_TRUE(verify_run(bodies, {{X}, {turned(X, {1, 2, 3}, 29.9 * kDegree)}}).is_proven());
  const VerifyReport report = verify_run(bodies, {{X}, {turned(X, {1, 2, 3}, 30.1 * kDegree)}});
  ASSERT_EQ(report.faults.size(), 1u);
  EXPECT_EQ(report.faults[0].kind, VerifyFaultKind::kLargeTurn);
}

TEST(Verifier, WhatDoesNotMoveIsNotLookedAtAgain) {
  const std::vector<Pose> row{at(0, 0, 0), at(0.2, 0.1, 1.001)};
  const VerifyReport report =
      verify_run({make_verified_box(Vec3::Ones()), make_verified_box(Vec3::Ones())}, {row, row, row});
  EXPECT_EQ(report.num_still, 2u);
  EXPECT_EQ(report.num_by_memory + report.num_by_search, 1u);
}

}  // namespace
}  // namespace abut::scene
