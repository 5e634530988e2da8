#include "abut/proximity/depth/facet_plane.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/math/random.h"
#include "oracle/rational.h"
#include "oracle/unit_vector.h"

namespace abut::proximity {
namespace {

using math::Vec3;
using oracle::operator-;

double compute_normal_error(const Vec3& p, const Vec3& q, const Vec3& r) {
  const auto area = oracle::cross(oracle::exact(q) - oracle::exact(p), oracle::exact(r) - oracle::exact(p));
  return oracle::compute_unit_error(compute_facet_plane(p, q, r).normal, area);
}

TEST(FacetPlane, FacesTheSideFromWhichThePointsRunCounterClockwise) {
  const FacetPlane plane = compute_facet_plane({0, 0, 0.5}, {1, 0, 0.5}, {0, 1, 0.5});
  EXPECT_EQ(plane.normal, Vec3(0, 0, 1));
  EXPECT_EQ(plane.offset, 0.5);
  EXPECT_EQ(compute_facet_plane({0, 0, 0.5}, {0, 1, 0.5}, {1, 0, 0.5}).normal, Vec3(0, 0, -1));
}

TEST(FacetPlane, NormalsAreWithinTheirBoundOnNeedlesAndNearlyStraightTriangles) {
  math::Random random(7);
  double largest = 0.0;
  for (int i = 0; i < 3000; ++i) {
    const Vec3 p = random.next_direction(), q = random.next_direction();
    // Beside a point of the side pq, or of its line, by 2^-52 ... 1; beside an end: a needle.
    const double along = i % 3 == 0 ? 0.0 : random.next_between(-0.5, 1.5);
    const double height = std::ldexp(1.0, -static_cast<int>(random.next_index(53)));
    const Vec3 r = p + along * (q - p) + height * random.next_direction();
    const Vec3 corners[3] = {p, q, r};
    const double error = compute_normal_error(corners[i % 3], corners[(i + 1) % 3], corners[(i + 2) % 3]);
    ASSERT_LE(error, kFacetNormalBound) << height;
    largest = std::max(largest, error);
  }
  EXPECT_GT(largest, 0.05 * kFacetNormalBound);
}

// Three points on a line but for 2^-52 of the last coordinate, far below what the products of doubles resolve: only the
// sum over exact products has the sign.
TEST(FacetPlane, KnowsTheNormalOfPointsThatAreOnOneLineButForTheLastBit) {
  const Vec3 p(1, 1, 1), q(0, 0, 0), r(0.5, 0.5, 0.5 + 0x1p-53);
  EXPECT_LE(compute_normal_error(p, q, r), kFacetNormalBound);
  const Vec3 near(1 + 0x1p-52, 1, 1), far(-1, -1, -1 + 0x1p-53), mid(0x1p-60, 0, 0);
  EXPECT_LE(compute_normal_error(near, far, mid), kFacetNormalBound);
}

}  // namespace
}  // namespace abut::proximity
