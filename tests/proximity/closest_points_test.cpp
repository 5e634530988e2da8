#include "abut/proximity/closest_points.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "abut/math/random.h"

namespace abut::proximity {
namespace {

using math::Vec3;

Vec3 difference_at(const Vec3& p, const Vec3& d, const Vec3& q, const Vec3& e, const SegmentPoints& points) {
  return p + points.s * d - q - points.t * e;
}

TEST(ClosestPoints, OfCrossedSegmentsLieInside) {
  // One along x at height 2, one along y at height 0, crossing over (1, 3).
  const SegmentPoints points = compute_closest_points({0, 3, 2}, {4, 0, 0}, {1, 1, 0}, {0, 8, 0});
  EXPECT_DOUBLE_EQ(points.s, 0.25);
  EXPECT_DOUBLE_EQ(points.t, 0.25);
  EXPECT_DOUBLE_EQ(points.distance_sq, 4.0);
}

TEST(ClosestPoints, OfSegmentsThatPassEachOtherByAreEnds) {
  const SegmentPoints points = compute_closest_points({0, 0, 0}, {1, 0, 0}, {3, 4, 0}, {1, 1, 1});
  EXPECT_EQ(points.s, 1.0);
  EXPECT_EQ(points.t, 0.0);
  EXPECT_DOUBLE_EQ(points.distance_sq, 4.0 + 16.0);
}

TEST(ClosestPoints, OfParallelSegmentsAreAPairAtTheirDistance) {
  for (const double shift : {-3.0, -1.0, 0.0, 0.5, 1.0, 3.0}) {
    const double beyond = std::max(0.0, std::abs(shift) - 1.0);  // both of length 1
    const SegmentPoints points = compute_closest_points({0, 0, 0}, {1, 0, 0}, {shift, 2, 0}, {1, 0, 0});
    EXPECT_DOUBLE_EQ(points.distance_sq, 4.0 + beyond * beyond) << shift;
  }
}

TEST(ClosestPoints, OfSegmentsWithoutLengthAreTheirPoints) {
  EXPECT_DOUBLE_EQ(compute_closest_points({1, 2, 3}, Vec3::Zero(), {1, 2, 5}, Vec3::Zero()).distance_sq, 4.0);
  EXPECT_DOUBLE_EQ(compute_closest_points({1, 2, 3}, Vec3::Zero(), {0, 0, 3}, {2, 0, 0}).distance_sq, 4.0);
}

// At the closest points the difference is perpendicular to each segment, or points off its end.
TEST(ClosestPoints, AreOptimalForRandomNearlyParallelAndTouchingSegments) {
  math::Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const Vec3 p = random.next_direction(), d = random.next_unit() * random.next_direction();
    const double tilt = std::ldexp(1.0, -static_cast<int>(random.next_index(60)));
    const Vec3 e = i % 2 == 0 ? Vec3(random.next_direction()) : Vec3(d + tilt * random.next_direction());
    const Vec3 q = i % 3 == 0 ? Vec3(p + 0.5 * d - 0.25 * e) : Vec3(random.next_direction());
    const SegmentPoints points = compute_closest_points(p, d, q, e);
    const Vec3 r = difference_at(p, d, q, e, points);
    ASSERT_NEAR(r.squaredNorm(), points.distance_sq, 1e-15);
    const double along_d = r.dot(d), along_e = -r.dot(e);
    const double slack = 1e-14;
    ASSERT_TRUE(points.s >= 0 && points.s <= 1 && points.t >= 0 && points.t <= 1);
    // Convex in (s, t): no way down along either side, and none in any mixed direction, since the derivative is linear.
    ASSERT_TRUE(points.s == 0 ? along_d >= -slack : points.s == 1 ? along_d <= slack : std::abs(along_d) <= 1e-9) << i;
    ASSERT_TRUE(points.t == 0 ? along_e >= -slack : points.t == 1 ? along_e <= slack : std::abs(along_e) <= 1e-9) << i;
  }
}

}  // namespace
}  // namespace abut::proximity
