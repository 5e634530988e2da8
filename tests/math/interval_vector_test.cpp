#include "abut/math/interval_vector.h"

#include <gtest/gtest.h>

#include <random>

#include "oracle/rational.h"

namespace abut::math {
namespace {

using namespace oracle;

class Draw {
 public:
  explicit Draw(unsigned seed) : bits_(seed) {}
  double number() { return uniform_(bits_); }
  Vec3 vector() { return {number(), number(), number()}; }
  IVec3 box_around(const Vec3& v) {
    const auto around = [&](double x) { return Interval(x - std::abs(number()), x + std::abs(number())); };
    return {around(v[0]), around(v[1]), around(v[2])};
  }

 private:
  std::mt19937_64 bits_;
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

bool encloses(const Interval& a, const Rational& x) {
  return Rational(a.lower()) <= x && Rational(a.upper()) >= x;
}
bool encloses(const IVec3& a, const RVec3& v) {
  return encloses(a.x, v[0]) && encloses(a.y, v[1]) && encloses(a.z, v[2]);
}

TEST(IntervalVector, OperationsOnBoxesContainTheExactResultsOfMembers) {
  const RoundUpward scope;
  Draw draw(1);
  for (int i = 0; i < 3000; ++i) {
    const Vec3 u = draw.vector(), v = draw.vector(), w = draw.vector();
    const RVec3 ru = exact(u), rv = exact(v), rw = exact(w);
    const bool points = i % 2 == 0;
    const IVec3 a = points ? IVec3(u) : draw.box_around(u), b = points ? IVec3(v) : draw.box_around(v), c(w);
    const double s = draw.number();
    ASSERT_TRUE(encloses(a + b, ru + rv));
    ASSERT_TRUE(encloses(a - b, ru - rv));
    ASSERT_TRUE(encloses(-a, RVec3{} - ru));
    ASSERT_TRUE(encloses(Interval(s) * a, RVec3{s * ru[0], s * ru[1], s * ru[2]}));
    ASSERT_TRUE(encloses(dot(a, b), oracle::dot(ru, rv)));
    ASSERT_TRUE(encloses(cross(a, b), oracle::cross(ru, rv)));
    ASSERT_TRUE(encloses(squared_norm(a), oracle::dot(ru, ru)));
    ASSERT_TRUE(encloses(sqr(norm(a)), oracle::dot(ru, ru)));
    ASSERT_TRUE(encloses(determinant(a, b, c), oracle::dot(oracle::cross(ru, rv), rw)));
    ASSERT_TRUE(encloses(hull(a, b), ru) && encloses(hull(a, b), rv));
  }
}

TEST(IntervalVector, ADeterminantOfPointsIsKnownToTheRoundingOfItsTerms) {
  const RoundUpward scope;
  Draw draw(2);
  for (int i = 0; i < 1000; ++i) {
    const Interval det = determinant(draw.vector(), draw.vector(), draw.vector());
    // Six terms of size at most 1, each through at most five roundings of 2^-52.
    ASSERT_LE(compute_width(det), 6 * 5 * 0x1p-52);
  }
}

TEST(IntervalVector, BoxesIntersectIfTheyDoOnEveryAxis) {
  const IVec3 a({0, 1}, {0, 1}, {0, 1});
  EXPECT_TRUE(find_intersection(a, IVec3({1, 2}, {0.5, 3}, {-1, 0.5})).has_value());
  EXPECT_FALSE(find_intersection(a, IVec3({2, 3}, {0, 1}, {0, 1})).has_value());
  EXPECT_FALSE(find_intersection(a, IVec3({0, 1}, {2, 3}, {0, 1})).has_value());
  EXPECT_FALSE(find_intersection(a, IVec3({0, 1}, {0, 1}, {2, 3})).has_value());
}

TEST(IntervalVector, AsABoxItHasTheSameEnds) {
  const IVec3 a({0, 1}, {-2, 3}, {4, 5});
  EXPECT_EQ(make_aabb(a).lower, Vec3(0, -2, 4));
  EXPECT_EQ(make_aabb(a).upper, Vec3(1, 3, 5));
  EXPECT_TRUE(a.contains(Vec3(1, -2, 4.5)));
  EXPECT_FALSE(a.contains(Vec3(1, -2.5, 4.5)));
}

}  // namespace
}  // namespace abut::math
