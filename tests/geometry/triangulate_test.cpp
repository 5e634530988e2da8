#include "abut/geometry/triangulate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "oracle/rational.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using oracle::exact;
using oracle::operator-;
using oracle::Rational;
using Triangles = std::vector<std::array<std::uint32_t, 3>>;

std::vector<Vec3> in_plane(const std::vector<std::pair<double, double>>& points) {
  std::vector<Vec3> corners;
  for (const auto& [x, y] : points) corners.emplace_back(x, y, 0.0);
  return corners;
}

// Twice the signed area seen along z, exact.
Rational twice_area(const Vec3& a, const Vec3& b, const Vec3& c) {
  return oracle::cross(exact(b) - exact(a), exact(c) - exact(a))[2];
}

// Every triangle turns left and the areas add up to the polygon's: then they tile it, whatever the cuts.
void expect_tiling(const std::vector<Vec3>& corners) {
  const PolygonTriangles result = triangulate_polygon(corners);
  EXPECT_TRUE(result.is_simple);
  ASSERT_EQ(result.triangles.size(), corners.size() - 2);
  Rational sum = 0, expected = 0;
  for (const auto& [a, b, c] : result.triangles) {
    const Rational area = twice_area(corners[a], corners[b], corners[c]);
    EXPECT_GT(area, 0);
    sum += area;
  }
  for (std::size_t i = 2; i < corners.size(); ++i) expected += twice_area(corners[0], corners[i - 1], corners[i]);
  EXPECT_EQ(sum, expected);
}

TEST(Triangulate, AConvexPolygonIsAFanFromItsFirstCorner) {
  EXPECT_EQ(triangulate_polygon(in_plane({{0, 0}, {2, 0}, {2, 1}})).triangles, (Triangles{{0, 1, 2}}));
  EXPECT_EQ(triangulate_polygon(in_plane({{0, 0}, {2, 0}, {2, 1}, {0, 1}})).triangles,
            (Triangles{{0, 1, 2}, {0, 2, 3}}));
  expect_tiling(in_plane({{0, 0}, {2, 0}, {3, 1}, {2, 2}, {0, 2}, {-1, 1}}));
}

TEST(Triangulate, AReflexCornerIsNeverCutAcross) {
  expect_tiling(in_plane({{0, 0}, {2, 0}, {1, 1}, {0, 2}}));                  // flat corner
  expect_tiling(in_plane({{0, 0}, {2, 0}, {0.5, 0.5}, {0, 2}}));              // dart
  expect_tiling(in_plane({{0.5, 0.5}, {0, 2}, {0, 0}, {2, 0}}));              // dart, fan from its reflex corner
  expect_tiling(in_plane({{0, 0}, {2, 0}, {2, 2}, {1, 2}, {1, 1}, {0, 1}}));  // L
}

TEST(Triangulate, CornersInTheMiddleOfAnEdgeMakeNoFlatTriangle) {
  expect_tiling(in_plane({{0, 0}, {1, 0}, {2, 0}, {0, 2}}));
  expect_tiling(in_plane({{1, 0}, {2, 0}, {3, 0}, {4, 0}, {0, 4}, {0, 0}}));
  expect_tiling(in_plane({{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}}));
}

TEST(Triangulate, TheOutlineOfAHoleWithABridgeIsCutUp) {
  expect_tiling(in_plane({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {1, 1}, {1, 3}, {3, 3}, {3, 1}, {1, 1}}));
}

TEST(Triangulate, EveryPlaneAndDirectionKeepsTheWinding) {
  const auto outline = in_plane({{0, 0}, {2, 0}, {0.5, 0.5}, {0, 2}});
  for (int axis = 0; axis < 3; ++axis) {
    for (const bool is_reversed : {false, true}) {
      std::vector<Vec3> corners;
      for (const Vec3& p : outline) corners.emplace_back(p[(3 - axis) % 3], p[(4 - axis) % 3], p[(5 - axis) % 3]);
      if (is_reversed) std::reverse(corners.begin(), corners.end());
      Vec3 normal = Vec3::Zero(), sum = Vec3::Zero();
      for (std::size_t i = 2; i < 4; ++i) normal += (corners[i - 1] - corners[0]).cross(corners[i] - corners[0]);
      for (const auto& [a, b, c] : triangulate_polygon(corners).triangles) {
        const Vec3 n = (corners[b] - corners[a]).cross(corners[c] - corners[a]);
        EXPECT_GT(n.dot(normal), 0);
        sum += n;
      }
      EXPECT_EQ(sum, normal);  // small multiples of 1/4: exact
    }
  }
}

// Around the origin at growing angles, with random radii: simple, and mostly reflex.
std::vector<Vec3> make_star(std::mt19937_64& random, std::size_t n) {
  std::uniform_real_distribution<double> radius(0.1, 1.0);
  std::vector<Vec3> corners;
  for (std::size_t i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * double(i) / double(n), r = radius(random);
    corners.emplace_back(r * std::cos(angle), r * std::sin(angle), 0);
  }
  return corners;
}

TEST(Triangulate, RandomStarsAreTiled) {
  std::mt19937_64 random(3);
  for (std::size_t n = 4; n < 60; ++n) expect_tiling(make_star(random, n));
}

TEST(Triangulate, ScalingByAPowerOfTwoChangesNothing) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 20; ++i) {
    auto corners = make_star(random, 15);
    const Triangles before = triangulate_polygon(corners).triangles;
    for (const int power : {-300, -40, 100}) {
      auto scaled = corners;
      for (Vec3& p : scaled) p *= std::ldexp(1.0, power);
      EXPECT_EQ(triangulate_polygon(scaled).triangles, before);
    }
  }
}

TEST(Triangulate, AnOutlineOfManyCornersIsTiledInTime) {
  std::vector<Vec3> comb;  // teeth of a gear, unrolled
  for (int i = 0; i < 2000; ++i) {
    comb.emplace_back(2 * i, 0.0, 0.0);
    comb.emplace_back(2 * i + 1, -10.0 - i % 7, 0.0);
  }
  comb.emplace_back(4000, 0, 0);
  comb.emplace_back(2000, 500, 0);
  expect_tiling(comb);
}

TEST(Triangulate, BentPolygonsAreToldFromPlanarOnes) {
  const auto is_planar = [](double height) {
    return triangulate_polygon(std::vector<Vec3>{{0, 0, 0}, {1, 0, height}, {1, 1, 0}, {0, 1, height}}).is_planar;
  };
  // The plane is at half the height; the corners are 1.414 from end to end.
  EXPECT_TRUE(is_planar(0));
  EXPECT_TRUE(is_planar(2 * 1.41 * kPlanarPart));
  EXPECT_FALSE(is_planar(2 * 1.42 * kPlanarPart));
  EXPECT_FALSE(is_planar(0.5));
}

TEST(Triangulate, WhatCannotBeCutUpBecomesAFan) {
  const auto degenerate = std::vector<std::vector<Vec3>>{
      in_plane({{0, 0}, {0, 0}, {0, 0}, {0, 0}}),                          // a point
      in_plane({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}),                  // a segment
      in_plane({{0, 0}, {1, 1}, {1, 0}, {0, 1}}),                          // bow tie
      in_plane({{1, 0}, {-0.8, 0.6}, {0.3, -1}, {0.3, 1}, {-0.8, -0.6}}),  // pentagram: turns one way at every corner
      in_plane({{0, 0}, {1, 0}, {0, 0}, {1, 0}}),                          // to and fro
  };
  for (const auto& corners : degenerate) {
    const PolygonTriangles result = triangulate_polygon(corners);
    EXPECT_FALSE(result.is_simple);
    EXPECT_EQ(result.triangles.size(), corners.size() - 2);
    for (const auto& [a, b, c] : result.triangles) EXPECT_LT(std::max({a, b, c}), corners.size());
  }
}

TEST(Triangulate, AnythingAtAllGivesTwoTrianglesLessThanCorners) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 500; ++round) {
    std::vector<Vec3> corners(3 + random() % 20);
    for (Vec3& p : corners) p = Vec3(double(random() % 4), double(random() % 4), double(random() % 2));
    EXPECT_EQ(triangulate_polygon(corners).triangles.size(), corners.size() - 2);
  }
}

}  // namespace
}  // namespace abut::geometry
