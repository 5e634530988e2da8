#include "abut/geometry/makers/bolt_and_nut.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "geometry/makers/maker_testing.h"
#include "oracle/crossing.h"
#include "oracle/surface.h"

namespace abut::geometry {
namespace {

using math::Mat3;
using math::Vec3;

constexpr double kPi = std::numbers::pi;

Mat3 make_turn(double angle) {
  return Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
}

// A short pair, quick to compare triangle by triangle.
BoltAndNut make_short_pair(double clearance_share, int segments) {
  BoltAndNut pair;
  pair.length = 4.3 * pair.pitch;
  pair.nut_height = 2.2 * pair.pitch;
  pair.clearance = clearance_share * pair.pitch;
  pair.segments = segments;
  return pair;
}

// The nut in mid-bolt, screwed on by `angle`; `lag` of its advance along z is missing.
Mesh make_screwed_nut(const BoltAndNut& pair, double angle, double lag) {
  const double z = 2.0 * pair.pitch + pair.pitch * angle / (2 * kPi) - lag;
  return make_moved(make_nut(pair), make_turn(angle), Vec3(0, 0, z));
}

TEST(BoltAndNut, BoltsAndNutsOfManyKindsAreClean) {
  for (const double pitch : {0.0002, 0.001, 0.00125, 0.0025}) {
    for (const int segments : {24, 31, 48}) {
      for (const double turns : {1.0, 2.37, 7.5}) {
        BoltAndNut pair;
        pair.pitch = pitch;
        pair.segments = segments;
        pair.length = turns * pitch;
        pair.nut_height = turns * pitch;
        pair.clearance = 0.05 * pitch;
        EXPECT_EQ(oracle::find_solid_faults(make_bolt(pair), 0), "") << pitch << " " << segments << " " << turns;
        EXPECT_EQ(oracle::find_solid_faults(make_nut(pair), 1), "") << pitch << " " << segments << " " << turns;
      }
    }
  }
}

TEST(BoltAndNut, TheBoltHasItsSizes) {
  const BoltAndNut pair;
  const Mesh bolt = make_bolt(pair);
  EXPECT_EQ(extent_of(bolt).min().z(), -0.0064);
  EXPECT_EQ(extent_of(bolt).max().z(), 0.03);
  EXPECT_NEAR(extent_of(bolt).max().x(), 0.016 / std::sqrt(3.0), 1e-15);
  EXPECT_NEAR(extent_of(bolt).max().y(), 0.008, 1e-15);
  double thickest = 0.0, thinnest = 1.0;
  for (const Vec3& v : bolt.vertices) {
    if (v.z() <= 0.0 || v.head<2>().norm() == 0.0) continue;
    thickest = std::max(thickest, v.head<2>().norm());
    thinnest = std::min(thinnest, v.head<2>().norm());
  }
  EXPECT_NEAR(thickest, 0.005, 1e-15);
  EXPECT_NEAR(thinnest, 0.005 - 5.0 / 8 * std::sqrt(0.75) * 0.0015, 1e-15);
}

TEST(BoltAndNut, TheVolumeIsThatOfHeadAndThread) {
  // Over whole turns the thread's section averages r^2 over the profile: crest 1/8, root 1/4, flanks linear between.
  BoltAndNut pair;
  pair.length = 10 * pair.pitch;
  pair.segments = 256;
  const double major = 0.005, minor = major - 5.0 / 8 * std::sqrt(0.75) * pair.pitch;
  const double mean_square =
      major * major / 8 + minor * minor / 4 + 5.0 / 8 * (major * major + major * minor + minor * minor) / 3;
  const double head = std::sqrt(3.0) / 2 * 0.016 * 0.016 * pair.head_height;
  const double volume = head + kPi * mean_square * pair.length;
  // Chords lose the share (2 pi / n)^2 / 6 of a disc.
  const double lost = 4 * kPi * kPi / (256.0 * 256.0) / 6;
  EXPECT_NEAR(oracle::compute_signed_volume(make_bolt(pair)), volume, 2 * lost * volume);
}

TEST(BoltAndNut, TheNutTurnsOnTheBoltWithoutTouchingIt) {
  for (const double share : {0.02, 0.067}) {
    const BoltAndNut pair = make_short_pair(share, 24);
    const Mesh bolt = make_bolt(pair);
    for (int k = 0; k < 12; ++k) {
      EXPECT_EQ(oracle::count_crossings(bolt, make_screwed_nut(pair, 0.7317 * k, 0.0)), 0u) << share << " " << k;
    }
  }
}

TEST(BoltAndNut, CoarseThreadsWithTheLeastClearanceDoNotTouchEither) {
  BoltAndNut pair = make_short_pair(0.02, 24);
  pair.pitch = 0.25 * pair.diameter;
  pair.length = 4.3 * pair.pitch;
  pair.nut_height = 1.7 * pair.pitch;
  pair.clearance = 0.02 * pair.pitch;
  const Mesh bolt = make_bolt(pair);
  for (int k = 0; k < 12; ++k) {
    EXPECT_EQ(oracle::count_crossings(bolt, make_screwed_nut(pair, 0.531 * k, 0.0)), 0u) << k;
  }
}

TEST(BoltAndNut, TheClearanceIsWhatIsPromised) {
  // A bolt whose radius is larger by the clearance less 0.01 pitch still turns; by 0.01 pitch more, it does not.
  const BoltAndNut pair = make_short_pair(0.1, 48);
  BoltAndNut larger = pair;
  for (const double angle : {0.3, 2.1, 4.4}) {
    larger.diameter = pair.diameter + 2 * (pair.clearance - 0.01 * pair.pitch);
    EXPECT_EQ(oracle::count_crossings(make_bolt(larger), make_screwed_nut(pair, angle, 0.0)), 0u) << angle;
    larger.diameter = pair.diameter + 2 * (pair.clearance + 0.01 * pair.pitch);
    EXPECT_GT(oracle::count_crossings(make_bolt(larger), make_screwed_nut(pair, angle, 0.0)), 0u) << angle;
  }
}

TEST(BoltAndNut, TurningWithoutAdvancingJams) {
  // The play along z is clearance / tan 60 degrees: flanks meet beyond it.
  const BoltAndNut pair = make_short_pair(0.067, 48);
  const Mesh bolt = make_bolt(pair);
  const double play = pair.clearance / std::sqrt(3.0);
  EXPECT_EQ(oracle::count_crossings(bolt, make_screwed_nut(pair, 1.0, 0.8 * play)), 0u);
  EXPECT_GT(oracle::count_crossings(bolt, make_screwed_nut(pair, 1.0, 1.2 * play)), 0u);
  EXPECT_GT(oracle::count_crossings(bolt, make_screwed_nut(pair, -1.0, -0.5 * pair.pitch)), 0u);
}

TEST(BoltAndNut, WhatCannotBeScrewedIsRefused) {
  EXPECT_EQ(
      message_of([] { make_bolt({.pitch = 0.005}); }),
      "bolt: pitch is 0.005, expected 0.0002 to 0.0025 m (0.02 to 0.25 of diameter); give a length in that range");
  EXPECT_EQ(message_of([] { make_nut({.clearance = 0}); }),
            "nut: clearance is 0, expected 3e-05 to 0.00045 m (0.02 to 0.3 of pitch); give a length in that range");
  EXPECT_NE(message_of([] { make_bolt({.length = 0.001}); }), "accepted");
  EXPECT_NE(message_of([] { make_bolt({.across_flats = 0.01}); }), "accepted");
  EXPECT_NE(message_of([] { make_nut({.segments = 8}); }), "accepted");
  EXPECT_NE(message_of([] { make_nut({.nut_height = std::nan("")}); }), "accepted");
}

}  // namespace
}  // namespace abut::geometry
