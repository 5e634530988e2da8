#include "abut/proximity/depth/facet_plane.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/math/random.h"
#include "oracle/rational.h"

namespace abut::proximity {
namespace {

using math::Vec3;
using oracle::Rational;
using oracle::RVec3;
using oracle::operator-;

TEST(FacetPlane, OfATriangleSeenCounterClockwiseFromAbovePointsUp) {
  const FacetPlane plane = compute_facet_plane({0, 0, 0.5}, {1, 0, 0.5}, {0, 1, 0.5});
  EXPECT_EQ(plane.normal, Vec3(0, 0, 1));
  EXPECT_EQ(plane.offset, 0.5);
}

// |normal x true| <= bound |true|, with the true normal the exact cross product; and the two point the same way.
TEST(FacetPlane, IsWithinItsBoundHoweverThinTheTriangle) {
  math::Random random(7);
  for (int i = 0; i < 3000; ++i) {
    const double thinness = std::ldexp(1.0, -static_cast<int>(random.next_index(45)));
    const Vec3 p = random.next_direction(), q = p + random.next_direction();
    const Vec3 r = p + random.next_unit() * (q - p) + thinness * random.next_direction();
    const FacetPlane plane = compute_facet_plane(p, q, r);
    const RVec3 ep = oracle::exact(p), truth = oracle::cross(oracle::exact(q) - ep, oracle::exact(r) - ep);
    const RVec3 n = oracle::exact(plane.normal), off = oracle::cross(n, truth);
    ASSERT_GT(oracle::dot(n, truth), 0);
    ASSERT_LE(oracle::dot(off, off),
              Rational(kFacetNormalBound) * Rational(kFacetNormalBound) * oracle::dot(truth, truth))
        << thinness;
    ASSERT_NEAR(plane.normal.norm(), 1.0, 1e-15 * 8);
    ASSERT_NEAR(plane.offset, plane.normal.dot(p), 1e-15 * 8);
  }
}

}  // namespace
}  // namespace abut::proximity
