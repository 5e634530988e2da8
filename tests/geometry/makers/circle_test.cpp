#include "abut/geometry/makers/circle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <numbers>

namespace abut::geometry {
namespace {

using math::Vec2;

TEST(Circle, PointsOnTheAxesAndDiagonalsAreExact) {
  EXPECT_EQ(make_circle_point(0, 4), Vec2(1, 0));
  EXPECT_EQ(make_circle_point(1, 4), Vec2(0, 1));
  EXPECT_EQ(make_circle_point(2, 4), Vec2(-1, 0));
  EXPECT_EQ(make_circle_point(3, 4), Vec2(0, -1));
  const double diagonal = std::sqrt(0.5);
  EXPECT_EQ(make_circle_point(1, 8), Vec2(diagonal, diagonal));
  EXPECT_EQ(make_circle_point(7, 8), Vec2(diagonal, -diagonal));
  for (const Vec2& p : make_circle(4)) EXPECT_FALSE(std::signbit(p.x()) && p.x() == 0);
}

TEST(Circle, EveryPointIsWhereSineAndCosineSay) {
  for (const int n : {3, 5, 7, 12, 64, 97, 1000}) {
    for (int k = -n; k < 2 * n; ++k) {
      const long double angle = 2 * std::numbers::pi_v<long double> * k / n;
      const Vec2 expected(static_cast<double>(std::cos(angle)), static_cast<double>(std::sin(angle)));
      EXPECT_LT((make_circle_point(k, n) - expected).norm(), 4e-16) << k << " of " << n;
      EXPECT_LT((make_circle_point(static_cast<double>(k) / n) - expected).norm(), 1e-14) << k << " of " << n;
    }
  }
}

TEST(Circle, MirroringItIsExact) {
  for (int n = 3; n <= 100; ++n) {
    const auto circle = make_circle(n);
    const auto half_turned = make_half_turned_circle(n);
    for (int k = 0; k < n; ++k) {
      const Vec2 p = circle[static_cast<std::size_t>(k)];
      EXPECT_EQ(circle[static_cast<std::size_t>((n - k) % n)], Vec2(p.x(), -p.y()));
      if (n % 2 == 0) {
        EXPECT_EQ(circle[static_cast<std::size_t>((k + n / 2) % n)], -p);
      }
      if (n % 4 == 0) {
        EXPECT_EQ(circle[static_cast<std::size_t>((k + n / 4) % n)], Vec2(-p.y(), p.x()));
      }
      const Vec2 q = half_turned[static_cast<std::size_t>(k)];
      EXPECT_EQ(half_turned[static_cast<std::size_t>(n - 1 - k)], Vec2(q.x(), -q.y()));
    }
  }
}

TEST(Circle, AHalfTurnedSquareHasItsSidesAlongTheAxes) {
  const double half = std::sqrt(0.5);
  const auto square = make_half_turned_circle(4);
  EXPECT_EQ(square[0], Vec2(half, half));
  EXPECT_EQ(square[1], Vec2(-half, half));
  EXPECT_EQ(square[2], Vec2(-half, -half));
  EXPECT_EQ(square[3], Vec2(half, -half));
}

}  // namespace
}  // namespace abut::geometry
