#include "abut/geometry/makers/gear.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <set>
#include <vector>

#include "abut/math/predicates.h"
#include "geometry/makers/maker_testing.h"
#include "oracle/surface.h"

namespace abut::geometry {
namespace {

using math::orient2d;
using math::Vec2;
using math::Vec3;

constexpr double kPi = std::numbers::pi;

// The outline in its order around: the corners of the mesh that are added first.
std::vector<Vec2> outline_of(const Gear& gear) {
  const Mesh mesh = make_gear(gear);
  std::vector<Vec2> outline;
  const auto n = static_cast<std::size_t>(4 * gear.teeth * gear.flank_points);
  for (std::size_t i = 0; i < n; ++i) outline.push_back(mesh.vertices[i].head<2>());
  return outline;
}

std::vector<Vec2> make_turned(std::vector<Vec2> points, double angle, double shift) {
  const double c = std::cos(angle), s = std::sin(angle);
  for (Vec2& p : points) p = Vec2(c * p.x() - s * p.y() + shift, s * p.x() + c * p.y());
  return points;
}

// Whether the outlines meet, exactly, looking only where both can be: the strip between the two root circles.
bool is_overlapping(const std::vector<Vec2>& a, const std::vector<Vec2>& b, double low_x, double high_x) {
  std::vector<std::pair<Vec2, Vec2>> edges_b;
  const auto is_in_strip = [&](const Vec2& p, const Vec2& q) {
    return std::max(p.x(), q.x()) >= low_x && std::min(p.x(), q.x()) <= high_x;
  };
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Vec2 &p = b[i], &q = b[(i + 1) % b.size()];
    if (is_in_strip(p, q)) edges_b.emplace_back(p, q);
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Vec2 &p = a[i], &q = a[(i + 1) % a.size()];
    if (!is_in_strip(p, q)) continue;
    for (const auto& [r, s] : edges_b) {
      if (orient2d(p, q, r) * orient2d(p, q, s) <= 0 && orient2d(r, s, p) * orient2d(r, s, q) <= 0) return true;
    }
  }
  return false;
}

// Overlaps found while the first gear turns through one tooth, the second with it.
int count_overlaps(const Gear& first, const Gear& second, double distance, int num_steps = 40) {
  const std::vector<Vec2> outline_a = outline_of(first), outline_b = outline_of(second);
  const double low = 0.5 * first.module * (first.teeth - 2.6);
  const double high = distance - 0.5 * second.module * (second.teeth - 2.6);
  int overlaps = 0;
  for (int step = 0; step < num_steps; ++step) {
    const double phi = 2 * kPi / first.teeth * step / num_steps;
    const double phi_second = compute_meshing_angle(second) - phi * first.teeth / second.teeth;
    if (is_overlapping(make_turned(outline_a, phi, 0), make_turned(outline_b, phi_second, distance), low, high)) {
      ++overlaps;
    }
  }
  return overlaps;
}

TEST(Gear, GearsOf6To60TeethAreCleanRings) {
  for (int teeth = 6; teeth <= 60; ++teeth) {
    for (const double angle : {14.5, 20.0, 25.0}) {
      const Gear gear{.teeth = teeth, .pressure_angle_deg = angle, .bore_radius = 0.002, .flank_points = 5};
      EXPECT_EQ(oracle::find_solid_faults(make_gear(gear), 1), "") << teeth << " " << angle;
    }
  }
  EXPECT_EQ(oracle::find_solid_faults(make_gear({.teeth = 500, .flank_points = 2}), 1), "");
}

TEST(Gear, TheLargestBoreAndTheFinestFlanksAreClean) {
  for (const double angle : {14.5, 25.0}) {
    Gear gear{.teeth = 6, .module = 0.01, .pressure_angle_deg = angle, .backlash = 0, .bore_segments = 101};
    gear.bore_radius = 0.85 * (0.03 - 0.0125);
    EXPECT_EQ(oracle::find_solid_faults(make_gear(gear), 1), "") << angle;
  }
  const Mesh finest = make_gear({.teeth = 500, .flank_points = 32});
  EXPECT_EQ(finest.triangles.size(), 4u * (4 * 500 * 32 + 32));
}

TEST(Gear, WithoutABoreItHasNoHole) {
  EXPECT_EQ(oracle::find_solid_faults(make_gear({.teeth = 11, .bore_radius = 0}), 0), "");
}

TEST(Gear, ItReachesFromRootToTip) {
  for (const int teeth : {8, 20, 45}) {
    const std::vector<Vec2> outline = outline_of({.teeth = teeth, .module = 0.01, .bore_radius = 0.001, .backlash = 0});
    double least = 1, most = 0;
    for (const Vec2& p : outline) {
      least = std::min(least, p.norm());
      most = std::max(most, p.norm());
    }
    EXPECT_NEAR(least, 0.005 * teeth - 0.0125, 1e-15);
    EXPECT_NEAR(most, 0.005 * teeth + 0.01, 1e-15);
  }
}

TEST(Gear, FlanksAreInvolutesOfTheBaseCircle) {
  // An involute's normal is tangent to the base circle: the tangent from p touches it where the string left it, and the
  // string's length is the arc from there to the involute's foot.
  const Gear gear{.teeth = 30, .module = 0.01, .backlash = 0, .flank_points = 8};
  const double base = 0.15 * std::cos(20 * kPi / 180);
  const std::vector<Vec2> outline = outline_of(gear);
  std::vector<double> feet;
  for (std::size_t i = 8; i < 16; ++i) {  // the first tooth's right flank, above its root fillet
    const Vec2& p = outline[i];
    const double string = std::sqrt(p.squaredNorm() - base * base);
    const double angle = std::atan2(p.y(), p.x());
    feet.push_back(angle + std::atan2(string, base) - string / base);
  }
  for (const double foot : feet) EXPECT_NEAR(foot, feet[0], 1e-12);
  // And the tooth is half a pitch thick on the pitch circle: 2 (|foot| - inv 20 deg) = pi / teeth.
  const double involute = std::tan(20 * kPi / 180) - 20 * kPi / 180;
  EXPECT_NEAR(2 * (-feet[0] - involute), kPi / 30, 1e-12);
}

TEST(Gear, ItIsExactlySymmetric) {
  const Mesh even = make_gear({.teeth = 12});
  EXPECT_TRUE(is_mirrored(even, {-1, 1, 1}));
  EXPECT_TRUE(is_mirrored(even, {1, -1, 1}));
  EXPECT_TRUE(is_mirrored(even, {1, 1, -1}));
  EXPECT_TRUE(is_mirrored(make_gear({.teeth = 17}), {1, -1, 1}));
}

TEST(Gear, TwoGearsTurnThroughAToothWithoutOverlap) {
  for (const int first : {6, 9, 13, 17, 20, 41}) {
    for (const int second : {6, 7, 12, 18, 60}) {
      for (const double angle : {14.5, 20.0, 25.0}) {
        const Gear a{.teeth = first, .pressure_angle_deg = angle, .bore_radius = 0, .backlash = 2e-5};
        Gear b = a;
        b.teeth = second;
        EXPECT_EQ(count_overlaps(a, b, compute_centre_distance(a, b), 24), 0) << first << " " << second << " " << angle;
      }
    }
  }
}

TEST(Gear, TheBacklashIsWhatIsPromised) {
  // Moving the axes together by delta takes 2 delta tan(pressure angle) of the play.
  for (const double angle : {14.5, 20.0, 25.0}) {
    const Gear gear{.teeth = 24, .module = 0.01, .pressure_angle_deg = angle, .backlash = 1e-3, .flank_points = 24};
    const double used_up = 0.5 * gear.backlash / std::tan(angle * kPi / 180);
    const double distance = compute_centre_distance(gear, gear);
    EXPECT_EQ(count_overlaps(gear, gear, distance - 0.95 * used_up), 0) << angle;
    EXPECT_EQ(count_overlaps(gear, gear, distance - 1.10 * used_up), 40) << angle;
  }
}

TEST(Gear, WhatCannotBeCutIsRefused) {
  EXPECT_EQ(message_of([] { make_gear({.teeth = 5}); }),
            "gear: teeth is 5, expected 6 to 500; give a value in that range");
  EXPECT_EQ(message_of([] { make_gear({.module = 1, .backlash = 0.5}); }),
            "gear: backlash is 0.5, expected 0 to 0.3 m (0.3 module); give a play in that range, or a larger module");
  EXPECT_EQ(
      message_of([] { make_gear({.teeth = 20, .module = 1, .bore_radius = 8}); }),
      "gear: bore_radius is 8, expected 0, or 0.00875 to 7.4375 m (0.001 to 0.85 of the root radius); give a bore in "
      "that range, or more teeth");
  EXPECT_NE(message_of([] { make_gear({.pressure_angle_deg = 30}); }), "accepted");
  EXPECT_NE(message_of([] { make_gear({.thickness = -1}); }), "accepted");
}

}  // namespace
}  // namespace abut::geometry
