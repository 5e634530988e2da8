#include "abut/response/circle_roots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/math/random.h"

namespace abut::response {
namespace {

using math::Random;
using math::Vec2;

Vec2 at_angle(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

// The product of two lines a . d = h and b . d = k.
CircleCurve make_lines(const Vec2& a, double h, const Vec2& b, double k) {
  // Without its constant h k, which is that of (x^2 + y^2).
  return {-k * a - h * b, a.x() * b.x() + h * k, a.x() * b.y() + a.y() * b.x(), a.y() * b.y() + h * k};
}

double find_nearest(const CircleRoots& roots, const Vec2& d) {
  double nearest = 4.0;
  for (std::size_t i = 0; i < roots.count; ++i) nearest = std::min(nearest, (roots.d[i] - d).norm());
  return nearest;
}

// --- cases

TEST(CircleRoots, OfALineThroughTheMiddleAreBothItsEnds) {
  for (int k = 0; k < 64; ++k) {
    const Vec2 d = at_angle(2 * M_PI * k / 64), across(-d.y(), d.x());
    const CircleRoots roots = find_circle_roots({across, 0, 0, 0});
    EXPECT_LT(find_nearest(roots, d), 1e-14);
    EXPECT_LT(find_nearest(roots, -d), 1e-14);
  }
}

TEST(CircleRoots, OfTwoLinesAreFour) {
  // 3/5 along one, 5/13 along the other: Pythagorean, so the four are known.
  const CircleRoots roots = find_circle_roots(make_lines({1, 0}, 0.6, {0, 1}, 5.0 / 13));
  EXPECT_EQ(roots.count, 4u);
  for (const double sign : {1.0, -1.0}) {
    EXPECT_LT(find_nearest(roots, {0.6, sign * 0.8}), 1e-14);
    EXPECT_LT(find_nearest(roots, {sign * 12.0 / 13, 5.0 / 13}), 1e-14);
  }
}

TEST(CircleRoots, ThereAreNoneOfALineOutsideNorOfNothing) {
  EXPECT_EQ(find_circle_roots(make_lines({1, 0}, 1.5, {0, 1}, -1.25)).count, 0u);
  EXPECT_EQ(find_circle_roots({}).count, 0u);
  EXPECT_EQ(find_circle_roots({{NAN, 1}, 0, 0, 0}).count, 0u);
}

TEST(CircleRoots, ATangentTouchesAtLeastOnce) {
  for (int k = 0; k < 64; ++k) {
    const Vec2 d = at_angle(0.1 + k);
    EXPECT_LT(find_nearest(find_circle_roots(make_lines(d, 1.0, {0, 1}, -1.25)), d), 1e-6);
  }
}

// --- laws

TEST(CircleRoots, OfRandomPairsOfChordsAreAllFoundWhateverTheScale) {
  Random random(1);
  for (int k = 0; k < 20000; ++k) {
    std::array<Vec2, 4> ends;
    for (Vec2& end : ends) end = at_angle(random.next_between(0, 2 * M_PI));
    const auto make_chord = [&](const Vec2& from, const Vec2& to) {
      return Vec2(from.y() - to.y(), to.x() - from.x());
    };
    const Vec2 a = make_chord(ends[0], ends[1]), b = make_chord(ends[2], ends[3]);
    CircleCurve curve = make_lines(a, a.dot(ends[0]), b, b.dot(ends[2]));
    const double scale = std::pow(10.0, random.next_between(-12, 12));
    curve.linear *= scale, curve.xx *= scale, curve.xy *= scale, curve.yy *= scale;
    const CircleRoots roots = find_circle_roots(curve);
    // Roots near each other are known to a share of what parts them.
    for (std::size_t i = 0; i < 4; ++i) {
      double gap = 2.0;
      for (std::size_t j = 0; j < 4; ++j)
        if (i != j) gap = std::min(gap, (ends[i] - ends[j]).norm());
      ASSERT_TRUE(gap < 1e-4 || find_nearest(roots, ends[i]) < 1e-13 / (gap * gap * gap)) << k;
    }
  }
}

}  // namespace
}  // namespace abut::response
