#include "abut/geometry/makers/peg_and_hole.h"

#include <gtest/gtest.h>

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

TEST(PegAndHole, PegAndBlockAreCleanForAnyNumberOfSides) {
  for (const int sides : {3, 4, 5, 6, 12, 33, 64}) {
    const PegAndHole pair{.sides = sides};
    const Mesh peg = make_peg(pair), block = make_block_with_hole(pair);
    EXPECT_EQ(oracle::find_solid_faults(peg, 0), "") << sides;
    EXPECT_EQ(oracle::find_solid_faults(block, 1), "") << sides;
    EXPECT_TRUE(is_exactly_convex(peg)) << sides;
    EXPECT_TRUE(is_mirrored(peg, {1, -1, 1}) && is_mirrored(block, {1, -1, 1}));
    // Areas of the polygons: n tan(pi/n) times the square of the distance of the flats.
    const double peg_flat = 0.02 * std::cos(kPi / sides);
    const double hole_flat = peg_flat + 5e-4;
    EXPECT_NEAR(oracle::compute_signed_volume(peg), sides * std::tan(kPi / sides) * peg_flat * peg_flat * 0.08, 1e-17);
    EXPECT_NEAR(oracle::compute_signed_volume(block),
                (0.08 * 0.08 - sides * std::tan(kPi / sides) * hole_flat * hole_flat) * 0.04, 1e-17);
  }
}

TEST(PegAndHole, ASquarePegHasItsSidesAlongTheAxes) {
  const PegAndHole pair{.sides = 4, .peg_radius = std::sqrt(2.0), .clearance = 0.25, .block_width = 4};
  EXPECT_NEAR(extent_of(make_peg(pair)).max().x(), 1.0, 1e-15);
  const Mesh block = make_block_with_hole(pair);
  EXPECT_EQ(count_planes(block), 10u);
  EXPECT_EQ(count_planes(make_peg(pair)), 6u);
}

TEST(PegAndHole, ThePegFitsWithItsClearanceAndNotWithMore) {
  for (const int sides : {4, 7, 32}) {
    const PegAndHole pair{.sides = sides, .clearance = 1e-3};
    const Mesh peg = make_peg(pair), block = make_block_with_hole(pair);
    EXPECT_EQ(oracle::count_crossings(peg, block), 0u);
    // Towards a flat of the hole: the first one after +x.
    const Vec3 flat(std::cos(2 * kPi / sides), std::sin(2 * kPi / sides), 0);
    EXPECT_EQ(oracle::count_crossings(make_moved(peg, Mat3::Identity(), 0.999e-3 * flat), block), 0u) << sides;
    EXPECT_GT(oracle::count_crossings(make_moved(peg, Mat3::Identity(), 1.001e-3 * flat), block), 0u) << sides;
  }
}

TEST(PegAndHole, ABlockTooNarrowForItsHoleIsRefused) {
  EXPECT_EQ(message_of([] {
              make_block_with_hole({.sides = 4, .peg_radius = 1, .clearance = 0, .block_width = 1});
            }).rfind("block_with_hole: block_width is 1, expected at least 1.42", 0),
            0u);
  EXPECT_NE(message_of([] { make_block_with_hole({.clearance = -1e-3}); }), "accepted");
  EXPECT_NE(message_of([] { make_peg({.sides = 2}); }), "accepted");
  EXPECT_NE(message_of([] { make_block_with_hole({.peg_radius = 1e-6, .clearance = 0}); }), "accepted");
}

}  // namespace
}  // namespace abut::geometry
