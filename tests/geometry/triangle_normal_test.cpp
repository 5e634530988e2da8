#include "abut/geometry/triangle_normal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "abut/geometry/exact_values.h"
#include "oracle/rational.h"

namespace abut::geometry {
namespace {

using math::Vec3;

// The sine of the angle between n and the exact normal, and whether they point the same way.
double direction_error(const Vec3& n, const Vec3& a, const Vec3& b, const Vec3& c) {
  using namespace oracle;
  const oracle::RVec3 expected = cross(exact(b) - exact(a), exact(c) - exact(a));
  const oracle::RVec3 off = cross(exact(n), expected);
  if (dot(exact(n), expected) <= 0) return 1.0;
  const oracle::Rational error_sq = dot(off, off) / (dot(exact(n), exact(n)) * dot(expected, expected));
  return std::sqrt(error_sq.convert_to<double>());
}

Vec3 random_point(std::mt19937& random) {
  const auto x = [&] { return static_cast<double>(random()) * 0x1p-31 - 1.0; };
  const double a = x(), b = x();
  return {a, b, x()};
}

TEST(TriangleNormal, ItPointsToWhereTheTriangleIsSeenCounterClockwise) {
  EXPECT_EQ(compute_triangle_normal({0, 0, 0}, {2, 0, 0}, {0, 3, 0}), Vec3(0, 0, 1));
  EXPECT_EQ(compute_triangle_normal({0, 0, 0}, {0, 3, 0}, {2, 0, 0}), Vec3(0, 0, -1));
}

TEST(TriangleNormal, ItIsGoodHoweverThinTheTriangle) {
  std::mt19937 random(40);
  for (int round = 0; round < 300; ++round) {
    const Vec3 a = random_point(random), b = random_point(random);
    const double along = static_cast<double>(random()) * 0x1p-32;
    // From a fat triangle down to one whose third vertex is as near to the side as doubles can be.
    const Vec3 c = a + along * (b - a) + std::ldexp(1.0, -static_cast<int>(random() % 60)) * random_point(random);
    if (compute_exact_cross(a, b, c) == Vec3::Zero()) continue;
    const Vec3 n = compute_triangle_normal(a, b, c);
    EXPECT_NEAR(n.norm(), 1.0, 4e-16);
    // The bound that the unit derives: 2^-50 over the least sine it computes with, 2^-6.
    EXPECT_LT(direction_error(n, a, b, c), 0x1p-44);
  }
}

TEST(TriangleNormal, ItIsZeroExactlyForCollinearVertices) {
  EXPECT_EQ(compute_triangle_normal({0, 0, 0}, {1, 1, 1}, {3, 3, 3}), Vec3::Zero());
  EXPECT_EQ(compute_triangle_normal({1, 2, 3}, {1, 2, 3}, {3, 3, 3}), Vec3::Zero());
  EXPECT_EQ(compute_triangle_normal({1, 2, 3}, {1, 2, 3}, {1, 2, 3}), Vec3::Zero());
  const Vec3 off(3, 3, std::nextafter(3.0, 4.0));
  EXPECT_LT(direction_error(compute_triangle_normal({0, 0, 0}, {1, 1, 1}, off), {0, 0, 0}, {1, 1, 1}, off), 0x1p-50);
}

TEST(TriangleNormal, PowersOfTwoChangeNoBitAndExtremesHardlyAny) {
  std::mt19937 random(41);
  for (int round = 0; round < 100; ++round) {
    const Vec3 a = random_point(random), b = random_point(random), c = random_point(random);
    const Vec3 n = compute_triangle_normal(a, b, c);
    for (const double s : {0x1p-100, 0x1p-7, 0x1p100}) EXPECT_EQ(compute_triangle_normal(s * a, s * b, s * c), n);
    for (const double s : {0x1p-400, 0x1p-900, 0x1p500, 0x1p1000}) {
      EXPECT_LT((compute_triangle_normal(s * a, s * b, s * c) - n).norm(), 0x1p-44);
    }
  }
}

TEST(TriangleNormal, StartingAtAnotherCornerChangesNoBit) {
  std::mt19937 random(42);
  for (int round = 0; round < 100; ++round) {
    const Vec3 a = random_point(random), b = random_point(random), c = random_point(random);
    EXPECT_EQ(compute_triangle_normal(a, b, c), compute_triangle_normal(b, c, a));
    EXPECT_EQ(compute_triangle_normal(a, b, c), compute_triangle_normal(c, a, b));
  }
}

}  // namespace
}  // namespace abut::geometry
