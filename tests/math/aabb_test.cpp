#include "abut/math/aabb.h"

#include <gtest/gtest.h>

#include <random>

#include "oracle/rational.h"

namespace abut::math {
namespace {

Aabb box_of(const Vec3& lower, const Vec3& upper) {
  return {lower, upper};
}

TEST(Aabb, ANewBoxIsEmptyAndContainsAndOverlapsNothing) {
  const Aabb empty;
  const Aabb unit = box_of({0, 0, 0}, {1, 1, 1});
  EXPECT_TRUE(empty.is_empty());
  EXPECT_FALSE(empty.contains(Vec3(0, 0, 0)));
  EXPECT_FALSE(empty.overlaps(unit));
  EXPECT_FALSE(unit.overlaps(empty));
  EXPECT_FALSE(empty.overlaps(empty));
  EXPECT_TRUE(unit.contains(empty));
  EXPECT_EQ(compute_diagonal(empty), 0.0);
}

TEST(Aabb, GrownByPointsItIsTheirHull) {
  Aabb box;
  box.grow(Vec3(1, -2, 3));
  EXPECT_FALSE(box.is_empty());
  EXPECT_EQ(compute_diagonal(box), 0.0);
  box.grow(Vec3(-1, 5, 3));
  EXPECT_EQ(box.lower, Vec3(-1, -2, 3));
  EXPECT_EQ(box.upper, Vec3(1, 5, 3));
  EXPECT_EQ(box.center(), Vec3(0, 1.5, 3));
}

TEST(Aabb, GrownByTheEmptyBoxItStaysWhatItIs) {
  Aabb box = box_of({0, 0, 0}, {1, 2, 3});
  box.grow(Aabb());
  EXPECT_EQ(box.upper, Vec3(1, 2, 3));
  box.grow(box_of({-1, 1, 1}, {0.5, 4, 1}));
  EXPECT_EQ(box.lower, Vec3(-1, 0, 0));
  EXPECT_EQ(box.upper, Vec3(1, 4, 3));
}

TEST(Aabb, BoxesThatTouchOverlapAndBoxesJustApartDoNot) {
  const Aabb a = box_of({0, 0, 0}, {1, 1, 1});
  for (int axis = 0; axis < 3; ++axis) {
    Aabb b = box_of({0.25, 0.25, 0.25}, {2, 2, 2});
    b.lower[axis] = 1.0;
    EXPECT_TRUE(a.overlaps(b) && b.overlaps(a));
    b.lower[axis] = std::nextafter(1.0, 2.0);
    EXPECT_FALSE(a.overlaps(b) || b.overlaps(a));
    Vec3 on_border = a.center();
    on_border[axis] = 1.0;
    EXPECT_TRUE(a.contains(on_border));
    on_border[axis] = std::nextafter(1.0, 2.0);
    EXPECT_FALSE(a.contains(on_border));
  }
}

TEST(Aabb, TheDiagonalIsThatOfABoxWithSidesTwoThreeSix) {
  EXPECT_EQ(compute_diagonal(box_of({1, 1, 1}, {3, 4, 7})), 7.0);
  EXPECT_EQ(compute_diagonal(box_of({0, 0, 0}, {0x1p900, 0, 0})), 0x1p900);  // its square would overflow
}

TEST(Aabb, GrownByAMarginItContainsEveryPointThatNearInExactArithmetic) {
  using oracle::Rational;
  std::mt19937_64 bits(3);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (int i = 0; i < 1000; ++i) {
    Aabb box;
    box.grow(Vec3(uniform(bits), uniform(bits), uniform(bits)));
    box.grow(Vec3(uniform(bits), uniform(bits), uniform(bits)));
    const double margin = std::ldexp(1 + uniform(bits), -static_cast<int>(bits() % 60));
    const Aabb grown = make_grown(box, margin);
    for (int axis = 0; axis < 3; ++axis) {
      ASSERT_LE(Rational(grown.lower[axis]), Rational(box.lower[axis]) - Rational(margin));
      ASSERT_GE(Rational(grown.upper[axis]), Rational(box.upper[axis]) + Rational(margin));
      ASSERT_NEAR(grown.upper[axis], box.upper[axis] + margin, 4e-16 * (1 + margin));
    }
  }
  EXPECT_TRUE(make_grown(Aabb(), 1.0).is_empty());
}

}  // namespace
}  // namespace abut::math
