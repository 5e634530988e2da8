#include "abut/geometry/makers/chain_link.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "geometry/makers/maker_testing.h"
#include "oracle/crossing.h"
#include "oracle/surface.h"

namespace abut::geometry {
namespace {

using math::Mat3;
using math::Vec3;

constexpr double kPi = std::numbers::pi;

// A quarter turn about x.
Mat3 make_quarter_turn() {
  Mat3 turn;
  turn << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  return turn;
}

TEST(ChainLink, LinksOfAllKindsAreCleanRings) {
  for (const int bend : {3, 8, 16, 33}) {
    for (const int wire : {3, 8, 16, 21}) {
      const ChainLink link{0.005, 0.0125, 0.02, bend, wire};
      const Mesh mesh = make_chain_link(link);
      EXPECT_EQ(oracle::find_solid_faults(mesh, 1), "") << bend << " " << wire;
      EXPECT_EQ(mesh.triangles.size(), static_cast<std::size_t>(4 * (bend + 1) * wire));
    }
  }
}

TEST(ChainLink, ItHasTheVolumeOfItsPolygonalTubes) {
  // Section of area A: two straight tubes A l; bends of n prisms each, together a torus of 2 n segments.
  const ChainLink link{0.1, 0.3, 0.5, 10, 14};
  const double area = 0.5 * 14 * 0.1 * 0.1 * std::sin(2 * kPi / 14);
  const double volume = area * (2 * 0.5 + 0.3 * 20 * std::sin(2 * kPi / 20));
  EXPECT_NEAR(oracle::compute_signed_volume(make_chain_link(link)), volume, 1e-14);
}

TEST(ChainLink, ItIsExactlySymmetricAndHasItsExtents) {
  const Mesh mesh = make_chain_link({0.1, 0.3, 0.5, 12, 8});
  EXPECT_TRUE(is_mirrored(mesh, {-1, 1, 1}));
  EXPECT_TRUE(is_mirrored(mesh, {1, -1, 1}));
  EXPECT_TRUE(is_mirrored(mesh, {1, 1, -1}));
  const Vec3 high = extent_of(mesh).max();
  EXPECT_DOUBLE_EQ(high.x(), 0.25 + 0.3 + 0.1);
  EXPECT_DOUBLE_EQ(high.y(), 0.3 + 0.1);
  EXPECT_DOUBLE_EQ(high.z(), 0.1);
}

TEST(ChainLink, StraightPartsAreExactlyFlat) {
  const Mesh mesh = make_chain_link({0.1, 0.3, 0.5, 4, 8});
  // Triangles that reach from one bend to the other come in coplanar pairs.
  std::vector<Triangle> straight;
  for (const Triangle& t : mesh.triangles) {
    const auto [low, high] = std::minmax(
        {mesh.vertices[t[0].index()].x(), mesh.vertices[t[1].index()].x(), mesh.vertices[t[2].index()].x()});
    if (high - low >= 0.5) straight.push_back(t);
  }
  ASSERT_EQ(straight.size(), 2u * 2u * 8u);
  for (std::size_t i = 0; i < straight.size(); i += 2) {
    for (const VertexId v : straight[i + 1]) EXPECT_EQ(side_of(mesh, straight[i], mesh.vertices[v.index()]), 0);
  }
}

TEST(ChainLink, TwoLinkedOnesAreApartUntilTheChainIsTaut) {
  for (const ChainLink& link : {ChainLink{}, ChainLink{0.1, 0.25, 0.3, 24, 24}}) {
    const Mesh first = make_chain_link(link);
    const double taut = compute_taut_pitch(link);
    for (const double share : {0.9, 0.98, 0.995}) {
      const Mesh second = make_moved(first, make_quarter_turn(), Vec3(share * taut, 0, 0));
      EXPECT_EQ(oracle::count_crossings(first, second), 0u) << share;
    }
    EXPECT_GT(oracle::count_crossings(first, make_moved(first, make_quarter_turn(), Vec3(1.02 * taut, 0, 0))), 0u);
    // Linked: the second one's wire crosses the plane of the first inside its opening.
    const double wire_x = taut - 0.5 * link.straight - link.bend_radius;
    EXPECT_LT(wire_x, 0.5 * link.straight + link.bend_radius);
    EXPECT_GT(wire_x, -0.5 * link.straight - link.bend_radius);
  }
}

TEST(ChainLink, WhatCannotBeLinkedIsRefused) {
  EXPECT_EQ(message_of([] { make_chain_link({.wire_radius = 0.01, .bend_radius = 0.02}); }),
            "chain_link: bend_radius is 0.02, expected more than twice wire_radius, so that another link can pass "
            "through; bend it wider or take thinner wire");
  EXPECT_EQ(
      message_of([] { make_chain_link({.wire_radius = 1e-9}); }),
      "chain_link: wire_radius is 1e-09, expected at least a millionth of the link's size; take thicker wire or a "
      "smaller link");
  EXPECT_NE(message_of([] { make_chain_link({.straight = 0}); }), "accepted");
  EXPECT_NE(message_of([] { make_chain_link({.wire_segments = 2}); }), "accepted");
}

}  // namespace
}  // namespace abut::geometry
