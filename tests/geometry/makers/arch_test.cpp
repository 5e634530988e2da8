#include "abut/geometry/makers/arch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <numbers>

#include "geometry/makers/maker_testing.h"
#include "oracle/surface.h"

namespace abut::geometry {
namespace {

using math::Vec3;

constexpr double kPi = std::numbers::pi;

// Corners by their place in the stone: k = 0, 1 on the first joint (inner, outer), 2, 3 on the second (outer, inner).
const Vec3& corner(const Mesh& stone, std::size_t k) {
  return stone.vertices[k];
}

TEST(Arch, EveryStoneIsAConvexSolidOfSixPlanes) {
  for (const int n : {3, 7, 15, 25, 101}) {
    for (const double gap : {0.0, 1e-6, 1e-3}) {
      const Arch arch{n, 1.0, 0.12, 0.3, gap};
      for (const Mesh& stone : make_arch(arch)) {
        ASSERT_EQ(oracle::find_solid_faults(stone, 0), "") << n << " " << gap;
        ASSERT_EQ(stone.triangles.size(), 12u);
        ASSERT_EQ(count_planes(stone), 6u) << n << " " << gap;
        ASSERT_TRUE(is_exactly_convex(stone));
      }
    }
  }
}

TEST(Arch, StonesHaveTheVolumeOfATrapezoidOverTheDepth) {
  // Two radii R -+ t/2 at an angle a: area sin(a) / 2 ((R + t/2)^2 - (R - t/2)^2) = R t sin(a).
  const Arch arch{9, 2.0, 0.3, 0.7, 0.0};
  for (const Mesh& stone : make_arch(arch)) {
    EXPECT_NEAR(oracle::compute_signed_volume(stone), 2.0 * 0.3 * std::sin(kPi / 9) * 0.7, 1e-14);
  }
}

TEST(Arch, NeighboursShareTheCornersOfTheirJointBitForBit) {
  const auto stones = make_arch({25, 1.3, 0.2, 0.4, 0.0});
  for (std::size_t k = 0; k + 1 < stones.size(); ++k) {
    for (const std::size_t back : {0u, 4u}) {
      EXPECT_EQ(corner(stones[k], back + 3), corner(stones[k + 1], back + 0));
      EXPECT_EQ(corner(stones[k], back + 2), corner(stones[k + 1], back + 1));
    }
  }
  EXPECT_EQ(extent_of(stones.front()).min().z(), 0.0);
  EXPECT_EQ(extent_of(stones.back()).min().z(), 0.0);
}

TEST(Arch, AGapOpensEveryJointByThatDistance) {
  const double gap = 1e-4;
  const auto stones = make_arch({11, 1.0, 0.15, 0.4, gap});
  for (std::size_t k = 0; k + 1 < stones.size(); ++k) {
    const double angle = kPi * static_cast<double>(k + 1) / 11;
    const Vec3 across(-std::sin(angle), 0, std::cos(angle));
    for (const auto& [mine, other] : {std::pair<std::size_t, std::size_t>{3, 0}, {2, 1}}) {
      const Vec3 step = corner(stones[k + 1], other) - corner(stones[k], mine);
      EXPECT_NEAR(step.dot(across), gap, 1e-15);
      EXPECT_NEAR((step - gap * across).norm(), 0.0, 1e-15);
    }
  }
  EXPECT_NEAR(extent_of(stones.front()).min().z(), 0.5 * gap, 1e-16);
}

TEST(Arch, ItIsExactlySymmetric) {
  for (const int n : {7, 15, 24}) {
    const auto stones = make_arch({n, 1.0, 0.11, 0.3, 1e-5});
    for (std::size_t k = 0; k < stones.size(); ++k) {
      EXPECT_EQ(mapped_points(stones[k], [](const Vec3& v) { return Vec3(-v.x(), v.y(), v.z()); }),
                mapped_points(stones[stones.size() - 1 - k], [](const Vec3& v) { return v; }));
      EXPECT_TRUE(is_mirrored(stones[k], {1, -1, 1}));
    }
  }
}

TEST(Arch, WhatCannotBeBuiltIsRefused) {
  EXPECT_EQ(message_of([] { make_arch({.stones = 2}); }),
            "voussoir: stones is 2, expected 3 to 1001; give a value in that range");
  EXPECT_EQ(message_of([] { make_voussoir({.stones = 7}, 7); }),
            "voussoir: index is 7, expected 0 to 6; give a value in that range");
  EXPECT_EQ(message_of([] { make_arch({.mean_radius = 1, .thickness = 2}); }),
            "voussoir: thickness is 2, expected 0.0001 to 1.9 m (1e-4 to 1.9 of mean_radius); give a thickness in that "
            "range, or another mean_radius");
  EXPECT_EQ(message_of([] { make_arch({.joint_gap = -1}); }).rfind("voussoir: joint_gap is -1, expected 0 to ", 0), 0u);
}

}  // namespace
}  // namespace abut::geometry
