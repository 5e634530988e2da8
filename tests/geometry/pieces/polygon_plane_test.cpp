#include "abut/geometry/pieces/polygon_plane.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "geometry/sample_meshes.h"
#include "oracle/rational.h"
#include "oracle/unit_vector.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using oracle::cross;
using oracle::dot;
using oracle::exact;
using oracle::RVec3;
using oracle::operator-;
using oracle::operator+;

// All four bounds of the header, in exact arithmetic. exact_normal: any positive multiple.
void expect_within_bounds(const std::vector<Vec3>& corners, const RVec3& exact_normal) {
  const Plane plane = compute_polygon_plane(corners);
  EXPECT_LE(oracle::compute_unit_error(plane.normal, exact_normal), kNormalBound);
  double largest = 0, diameter = 0;
  for (const Vec3& p : corners) {
    largest = std::max(largest, p.stableNorm());
    for (const Vec3& q : corners) diameter = std::max(diameter, (p - q).stableNorm());
  }
  const auto error_at = [](const Plane& at, const Vec3& p) {
    return std::abs(static_cast<double>(dot(exact(at.normal), exact(p)) - oracle::Rational(at.offset)));
  };
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3 &tail = corners[i], &head = corners[(i + 1) % corners.size()];
    EXPECT_LE(error_at(plane, tail), (kNormalBound * diameter + kOffsetBound * largest) * (1 + 1e-9));
    const Plane side = compute_side_plane(plane.normal, tail, head);
    const RVec3 outward = cross(exact(head) - exact(tail), exact_normal);
    EXPECT_LE(oracle::compute_unit_error(side.normal, outward), kSideNormalBound);
    for (const Vec3& end : {tail, head}) {
      EXPECT_LE(error_at(side, end), (kSideNormalBound * diameter + kOffsetBound * largest) * (1 + 1e-9));
    }
  }
}

// A triangle; one whose corners are exactly on one line, as rounding makes a few, is passed over.
void expect_within_bounds(const std::vector<Vec3>& corners) {
  const RVec3 normal = cross(exact(corners[1]) - exact(corners[0]), exact(corners[2]) - exact(corners[0]));
  if (dot(normal, normal) != 0) expect_within_bounds(corners, normal);
}

TEST(PolygonPlane, ASquareInTheXyPlaneFacesUpAndItsSidesFaceOut) {
  const std::vector<Vec3> square{{0, 0, 2}, {1, 0, 2}, {1, 1, 2}, {0, 1, 2}};
  const Plane plane = compute_polygon_plane(square);
  EXPECT_EQ(plane.normal, Vec3(0, 0, 1));
  EXPECT_EQ(plane.offset, 2);
  const Plane side = compute_side_plane(plane.normal, square[1], square[2]);
  EXPECT_EQ(side.normal, Vec3(1, 0, 0));
  EXPECT_EQ(side.offset, 1);
}

TEST(PolygonPlane, CornersOf180DegreesDoNotMatter) {
  const std::vector<Vec3> triangle{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {0, 3, 0}};
  EXPECT_EQ(compute_polygon_plane(triangle).normal, Vec3(0, 0, 1));
}

TEST(PolygonPlane, ACornerInTheNoiseOfANeedleIsNotMistakenForTheWidest) {
  // Height 2^-80 over a base of length 1 that passes through a vertex: crosses of rounded differences are all noise.
  const double h = std::ldexp(1.0, -80);
  const std::vector<Vec3> needle{{1, 1, 1}, {1.3, 1.3, 1}, {1.6, 1.6, 1}, {1.3, 1.3, 1 + std::ldexp(1.0, -52)}};
  expect_within_bounds(needle, {oracle::Rational(1), oracle::Rational(-1), oracle::Rational(0)});
  const std::vector<Vec3> finer{{0, 0, 0}, {0.3, 0.3, 0}, {0.6, 0.6, 0}, {0.3, 0.3, h}};
  expect_within_bounds(finer, {oracle::Rational(1), oracle::Rational(-1), oracle::Rational(0)});
}

TEST(PolygonPlane, RandomTrianglesAreWithinTheBounds) {
  test::Random random(3);
  const auto vector = [&] { return random.point(-2, 2); };
  for (int i = 0; i < 400; ++i) {
    const Vec3 a = vector(), b = vector();
    expect_within_bounds({a, b, vector()});
    // Needles of every width, with the third corner near the side and near an end of it, and far from the origin.
    const double width = std::ldexp(1.0, -(i % 60));
    const Vec3 far = std::pow(10.0, i % 8) * vector();
    expect_within_bounds({a, b, a + 0.4 * (b - a) + width * vector()});
    expect_within_bounds({a, b, a + width * vector()});
    expect_within_bounds({far, far + b, far + 0.7 * b + width * vector()});
  }
}

TEST(PolygonPlane, TheFirstCornerDoesNotMatterToTheBit) {
  test::Random random(4);
  for (int i = 0; i < 100; ++i) {
    std::vector<Vec3> corners;
    for (int k = 0; k < 3; ++k) corners.push_back(random.point(-2, 2));
    const Plane plane = compute_polygon_plane(corners);
    for (int k = 0; k < 2; ++k) {
      std::rotate(corners.begin(), corners.begin() + 1, corners.end());
      EXPECT_EQ(compute_polygon_plane(corners).normal, plane.normal);
      EXPECT_EQ(compute_polygon_plane(corners).offset, plane.offset);
    }
  }
}

TEST(PolygonPlane, ScalingByAPowerOfTwoScalesTheOffsetsAndNothingElse) {
  test::Random random(5);
  for (const double scale : {std::ldexp(1.0, 300), std::ldexp(1.0, -300)}) {
    for (int i = 0; i < 100; ++i) {
      std::vector<Vec3> corners;
      for (int k = 0; k < 3; ++k) corners.push_back(random.point(-2, 2));
      if (i % 2 == 0) corners[2] = corners[0] + 0.25 * (corners[1] - corners[0]) + Vec3(0, 1e-13, 0);
      const Plane plane = compute_polygon_plane(corners);
      const Plane side = compute_side_plane(plane.normal, corners[0], corners[1]);
      for (Vec3& p : corners) p *= scale;
      EXPECT_EQ(compute_polygon_plane(corners).normal, plane.normal);
      EXPECT_EQ(compute_polygon_plane(corners).offset, scale * plane.offset);
      EXPECT_EQ(compute_side_plane(plane.normal, corners[0], corners[1]).normal, side.normal);
      EXPECT_EQ(compute_side_plane(plane.normal, corners[0], corners[1]).offset, scale * side.offset);
    }
  }
}

}  // namespace
}  // namespace abut::geometry
