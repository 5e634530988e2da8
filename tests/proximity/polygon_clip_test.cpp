#include "abut/proximity/polygon_clip.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/math/random.h"
#include "oracle/convex_polygons.h"

namespace abut::proximity {
namespace {

using math::Vec2;
using oracle::Rational;
using oracle::RVec2;
using Corners = std::vector<Vec2>;

constexpr double kTolerance = 1e-14;  // for outlines of a size near one
constexpr OutlinePlace kInside{};

OutlinePlace side(std::uint32_t i) {
  return {OutlinePart::kSide, i};
}
OutlinePlace corner(std::uint32_t i) {
  return {OutlinePart::kCorner, i};
}

std::vector<ClipCorner> intersect(const Corners& a, const Corners& b, double tolerance = kTolerance) {
  ClipBuffer buffer;
  const auto result = intersect_outlines({a, a.size() > 2}, {b, b.size() > 2}, {tolerance, false}, buffer);
  return {result.begin(), result.end()};
}

const ClipCorner* find_at(const std::vector<ClipCorner>& corners, const Vec2& x) {
  for (const ClipCorner& c : corners) {
    if ((c.x - x).norm() < 1e-12) return &c;
  }
  return nullptr;
}

void expect_corner(const std::vector<ClipCorner>& corners, const Vec2& x, OutlinePlace on_a, OutlinePlace on_b) {
  const ClipCorner* found = find_at(corners, x);
  ASSERT_NE(found, nullptr) << x.transpose();
  EXPECT_EQ(found->on_a, on_a) << x.transpose();
  EXPECT_EQ(found->on_b, on_b) << x.transpose();
}

Corners make_square(double x, double y, double half) {
  return {{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}};
}

Corners make_regular(int n, double radius, double turn, const Vec2& center = Vec2::Zero()) {
  Corners corners;
  for (int i = 0; i < n; ++i) {
    const double angle = turn + 2 * M_PI * i / n;
    corners.push_back(center + radius * Vec2(std::cos(angle), std::sin(angle)));
  }
  return corners;
}

double compute_area(const std::vector<ClipCorner>& corners) {
  double sum = 0;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const Vec2 p = corners[i - 1].x - corners[0].x, q = corners[i].x - corners[0].x;
    sum += p.x() * q.y() - p.y() * q.x();
  }
  return sum / 2;
}

//   3---------2
//   |  a  3---+-----2
//   0-----+---1  b  |      b's corner 0 lies below a: the four corners are two crossings, a corner of each.
//         0---------1
TEST(PolygonClip, OfOverlappingSquaresHasACornerOfEachAndTwoCrossings) {
  const auto corners = intersect(make_square(0, 0, 1), make_square(1.5, -0.5, 1));
  ASSERT_EQ(corners.size(), 4u);
  expect_corner(corners, {0.5, 0.5}, kInside, corner(3));
  expect_corner(corners, {1, -1}, corner(1), kInside);
  expect_corner(corners, {0.5, -1}, side(0), side(3));
  expect_corner(corners, {1, 0.5}, side(1), side(2));
  EXPECT_NEAR(compute_area(corners), 0.75, 1e-15);
}

TEST(PolygonClip, OfOneInsideTheOtherIsTheInnerOne) {
  const Corners inner = make_regular(5, 0.5, 0.3), outer = make_square(0.1, 0, 1);
  const auto corners = intersect(inner, outer), swapped = intersect(outer, inner);
  ASSERT_EQ(corners.size(), 5u);
  ASSERT_EQ(swapped.size(), 5u);
  for (std::uint32_t i = 0; i < 5; ++i) {
    expect_corner(corners, inner[i], corner(i), kInside);
    expect_corner(swapped, inner[i], kInside, corner(i));
  }
}

TEST(PolygonClip, OfEqualPolygonsTracesEveryCornerToTheCornersOfBoth) {
  for (const int n : {3, 4, 6, 64}) {
    const Corners polygon = make_regular(n, 2, 0.1);
    const auto corners = intersect(polygon, polygon);
    ASSERT_EQ(corners.size(), polygon.size());
    for (std::uint32_t i = 0; i < polygon.size(); ++i) expect_corner(corners, polygon[i], corner(i), corner(i));
  }
}

TEST(PolygonClip, OfPolygonsThatShareASideOnlyIsASegmentOnBothSidesOfTheBorder) {
  for (const double offset : {0.0, 1e-16, -1e-16, 3e-15, -3e-15}) {
    const auto corners = intersect(make_square(0, 0, 1), make_square(2 + offset, 0.5, 1));
    ASSERT_EQ(corners.size(), 2u) << offset;
    expect_corner(corners, {1, -0.5}, side(1), corner(0));
    expect_corner(corners, {1, 1}, corner(2), side(3));
  }
  EXPECT_TRUE(intersect(make_square(0, 0, 1), make_square(2 + 1e-10, 0.5, 1)).empty());
  EXPECT_EQ(intersect(make_square(0, 0, 1), make_square(2 - 1e-10, 0.5, 1)).size(), 4u);
}

TEST(PolygonClip, OfPolygonsThatShareACornerOnlyIsAPoint) {
  for (const double offset : {0.0, 1e-16, -1e-16, 3e-15}) {
    const auto corners = intersect(make_square(0, 0, 1), make_square(2 + offset, 2 - offset, 1));
    ASSERT_EQ(corners.size(), 1u) << offset;
    expect_corner(corners, {1, 1}, corner(2), corner(0));
  }
}

TEST(PolygonClip, OfACornerOnASideIsAPoint) {
  const Corners tip = {{1, 0.3}, {2, 0}, {2, 1}};
  const auto corners = intersect(make_square(0, 0, 1), tip);
  ASSERT_EQ(corners.size(), 1u);
  expect_corner(corners, {1, 0.3}, side(1), corner(0));
}

TEST(PolygonClip, OfASegmentThroughAPolygonIsItsPartInside) {
  const Corners square = make_square(0, 0, 1);
  const auto across = intersect(Corners{{-3, 0.25}, {3, 0.25}}, square);
  ASSERT_EQ(across.size(), 2u);
  expect_corner(across, {-1, 0.25}, side(0), side(3));
  expect_corner(across, {1, 0.25}, side(0), side(1));
  const auto within = intersect(square, Corners{{0, 0}, {0.5, 3}});
  ASSERT_EQ(within.size(), 2u);
  expect_corner(within, {0, 0}, kInside, corner(0));
  expect_corner(within, {1.0 / 6, 1}, side(2), side(0));
  EXPECT_TRUE(intersect(square, Corners{{2, 2}, {3, 2}}).empty());
}

TEST(PolygonClip, OfASegmentAlongASideIsTheirCommonPart) {
  for (const double offset : {0.0, 1e-16, -1e-16, 4e-15, -4e-15}) {
    const auto corners = intersect(Corners{{0.5, 1 + offset}, {2, 1 + offset}}, make_square(0, 0, 1));
    ASSERT_EQ(corners.size(), 2u) << offset;
    expect_corner(corners, {0.5, 1}, corner(0), side(2));
    expect_corner(corners, {1, 1}, side(0), corner(2));
  }
}

TEST(PolygonClip, OfCrossedSegmentsIsAPoint) {
  for (const double angle : {1.5, 0.1, 1e-3, 1e-9}) {
    const Corners flat = {{-1, 0}, {2, 0}},
                  tilted = {{-std::cos(angle), -std::sin(angle)}, {std::cos(angle), std::sin(angle)}};
    for (const auto& corners : {intersect(flat, tilted), intersect(tilted, flat)}) {
      ASSERT_EQ(corners.size(), 1u) << angle;
      EXPECT_LT(corners[0].x.norm(), 1e-15 / angle + 1e-15);
      EXPECT_EQ(corners[0].on_a, side(0));
      EXPECT_EQ(corners[0].on_b, side(0));
    }
  }
}

TEST(PolygonClip, OfParallelSegmentsIsTheirCommonPart) {
  const Corners a = {{0, 0}, {2, 0}};
  for (const double offset : {0.0, 1e-16, -5e-15}) {
    const auto corners = intersect(a, Corners{{3, offset}, {1, offset}});
    ASSERT_EQ(corners.size(), 2u);
    expect_corner(corners, {1, 0}, side(0), corner(1));
    expect_corner(corners, {2, 0}, corner(1), side(0));
  }
  const auto end_to_end = intersect(a, Corners{{2, 0}, {5, 0}});
  ASSERT_EQ(end_to_end.size(), 1u);
  expect_corner(end_to_end, {2, 0}, corner(1), corner(0));
  EXPECT_TRUE(intersect(a, Corners{{2.5, 0}, {5, 0}}).empty());
  EXPECT_TRUE(intersect(a, Corners{{0, 1e-3}, {2, 1e-3}}).empty());
}

TEST(PolygonClip, OfAPointIsThePointWhereverItMeetsTheOther) {
  const Corners point = {{0.5, 0.5}};
  const auto in_square = intersect(point, make_square(0, 0, 1));
  ASSERT_EQ(in_square.size(), 1u);
  expect_corner(in_square, point[0], corner(0), kInside);
  const auto on_segment = intersect(Corners{{0, 0}, {2, 2}}, point);
  ASSERT_EQ(on_segment.size(), 1u);
  expect_corner(on_segment, point[0], side(0), corner(0));
  EXPECT_EQ(intersect(point, point).size(), 1u);
  EXPECT_TRUE(intersect(point, Corners{{0.6, 0.5}}).empty());
  EXPECT_TRUE(intersect(point, make_square(5, 0, 1)).empty());
}

TEST(PolygonClip, CornersInTheMiddleOfSidesLeaveNoTraceButTheirSidesDo) {
  Corners cut;  // a square whose every side is four
  const Corners square = make_square(0, 0, 1);
  for (std::size_t i = 0; i < 4; ++i) {
    for (int k = 0; k < 4; ++k) cut.push_back(square[i] + 0.25 * k * (square[(i + 1) % 4] - square[i]));
  }
  const auto self = intersect(cut, cut);
  ASSERT_EQ(self.size(), 4u);
  for (std::uint32_t i = 0; i < 4; ++i) expect_corner(self, square[i], corner(4 * i), corner(4 * i));

  const auto shifted = intersect(make_square(1.3, 0.1, 1), cut);
  ASSERT_EQ(shifted.size(), 4u);
  expect_corner(shifted, {0.3, 1}, side(3), side(9));  // the upper side, from x = 0.5 to 0
  expect_corner(shifted, {0.3, -0.9}, corner(0), kInside);
  expect_corner(shifted, {1, -0.9}, side(0), side(4));
  expect_corner(shifted, {1, 1}, kInside, corner(8));

  const Corners chain = {{-3, 0}, {-2, 0}, {0, 0}, {0.5, 0}, {4, 0}};
  ClipBuffer buffer;
  const auto part = intersect_outlines({chain, false}, {square, true}, {kTolerance, false}, buffer);
  ASSERT_EQ(part.size(), 2u);
  expect_corner({part.begin(), part.end()}, {-1, 0}, side(1), side(3));
  expect_corner({part.begin(), part.end()}, {1, 0}, side(3), side(1));
  const auto crossed =
      intersect_outlines({Corners{{0.25, -1}, {0.25, 1}}, false}, {chain, false}, {kTolerance, false}, buffer);
  ASSERT_EQ(crossed.size(), 1u);
  EXPECT_EQ(crossed[0].on_b, side(2));
}

TEST(PolygonClip, OfCapsOfManyCornersHasAllOfThem) {
  // Turned by half a step, each side of one is crossed twice by the other: 2 n corners.
  const Corners a = make_regular(64, 1, 0), b = make_regular(64, 1, M_PI / 64);
  const auto corners = intersect(a, b);
  EXPECT_EQ(corners.size(), 128u);
  for (const ClipCorner& c : corners) {
    EXPECT_EQ(c.on_a.part, OutlinePart::kSide);
    EXPECT_EQ(c.on_b.part, OutlinePart::kSide);
  }
}

std::vector<RVec2> exact(const Corners& corners) {
  std::vector<RVec2> result;
  for (const Vec2& x : corners) result.push_back({Rational(x.x()), Rational(x.y())});
  return result;
}

// The largest distance of x beyond a side of the polygon, negative inside.
double compute_beyond(const std::vector<RVec2>& polygon, const RVec2& x) {
  double beyond = -HUGE_VAL;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const RVec2 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const double length =
        std::hypot(static_cast<double>(Rational(q[0] - p[0])), static_cast<double>(Rational(q[1] - p[1])));
    beyond = std::max(beyond, -static_cast<double>(oracle::turn(p, q, x)) / length);
  }
  return beyond;
}

// Sides parallel, corners equal or nearly, as often as not.
Corners draw_polygon(math::Random& random) {
  static constexpr double kOffsets[] = {0, 0, 1e-16, 1e-15, 1e-14, 1e-12, 1e-9, 1e-6, 1e-3};
  const double nudge = kOffsets[random.next_index(9)];
  const Vec2 center(0.5 * static_cast<double>(random.next_index(5)) + nudge,
                    0.5 * static_cast<double>(random.next_index(5)) - nudge);
  const double turn = random.next_index(2) == 0 ? 0.0 : random.next_index(2) == 0 ? nudge : random.next_unit();
  switch (random.next_index(3)) {
    case 0:
      return make_regular(static_cast<int>(3 + random.next_index(8)), 1, turn, center);
    case 1:
      return make_regular(4, 1, turn + M_PI / 4, center);
    default:
      return make_square(center.x(), center.y(), 0.5 * (1 + static_cast<double>(random.next_index(3))));
  }
}

// Every corner is within twice the tolerance of both outlines, every true corner within as much of the result's sides.
TEST(PolygonClip, AgreesWithRationalArithmeticOnAndNearEveryBorder) {
  math::Random random(5);
  int num_met = 0, num_degenerate = 0;
  for (int i = 0; i < 4000; ++i) {
    const Corners a = draw_polygon(random), b = draw_polygon(random);
    const auto corners = intersect(a, b);
    const auto truth = oracle::intersect_polygons(exact(a), exact(b));
    if (truth.size() > 2) ++num_met;
    if (truth.size() == 1 || truth.size() == 2) ++num_degenerate;
    ASSERT_EQ(corners.empty() && !truth.empty(), false) << i;
    std::vector<RVec2> found;
    for (const ClipCorner& c : corners) {
      const RVec2 x = {Rational(c.x.x()), Rational(c.x.y())};
      EXPECT_LE(compute_beyond(exact(a), x), 2 * kTolerance) << i;
      EXPECT_LE(compute_beyond(exact(b), x), 2 * kTolerance) << i;
      found.push_back(x);
    }
    if (corners.size() < 3) continue;
    for (const RVec2& x : truth) EXPECT_LE(compute_beyond(found, x), 4 * kTolerance) << i;
    EXPECT_NEAR(compute_area(corners), static_cast<double>(oracle::twice_area(truth)) / 2, 32 * kTolerance) << i;
  }
  EXPECT_GT(num_met, 1000);
  EXPECT_GT(num_degenerate, 10);
}

TEST(PolygonClip, ExchangingTheOutlinesExchangesTheTraces) {
  math::Random random(6);
  for (int i = 0; i < 3000; ++i) {
    const Corners a = make_regular(3 + i % 7, 1, random.next_unit()),
                  b = make_regular(3 + i % 5, 1, random.next_unit(), {random.next_unit(), random.next_unit()});
    const auto corners = intersect(a, b), swapped = intersect(b, a);
    ASSERT_EQ(corners.size(), swapped.size());
    for (const ClipCorner& c : corners) expect_corner(swapped, c.x, c.on_b, c.on_a);
  }
}

TEST(PolygonClip, ScalesByPowersOfTwoToTheBit) {
  math::Random random(7);
  for (int i = 0; i < 300; ++i) {
    Corners a = draw_polygon(random), b = draw_polygon(random);
    const auto corners = intersect(a, b);
    for (Vec2& x : a) x *= 0x1p-30;
    for (Vec2& x : b) x *= 0x1p-30;
    const auto scaled = intersect(a, b, kTolerance * 0x1p-30);
    ASSERT_EQ(corners.size(), scaled.size());
    for (std::size_t k = 0; k < corners.size(); ++k) {
      EXPECT_EQ(scaled[k].x, 0x1p-30 * corners[k].x);
      EXPECT_EQ(scaled[k].on_a, corners[k].on_a);
      EXPECT_EQ(scaled[k].on_b, corners[k].on_b);
    }
  }
}

}  // namespace
}  // namespace abut::proximity
