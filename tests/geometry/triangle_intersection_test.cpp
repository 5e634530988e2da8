#include "abut/geometry/triangle_intersection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/rational.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <type_traits>

#include "oracle/rational.h"
#include "oracle/triangle_pair.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using enum TriangleIntersection;

// Lies in z = 0, has the corner of its right angle at the origin.
const Corners kFloor = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};

Corners make_corners(const Vec3& a, const Vec3& b, const Vec3& c) {
  return {a, b, c};
}

TriangleIntersection meet_floor(const Vec3& a, const Vec3& b, const Vec3& c) {
  return compute_triangle_intersection(kFloor, make_corners(a, b, c));
}

// ---- Cases, each with its neighbours just off the border

TEST(TriangleIntersection, ATriangleAboveIsDisjoint) {
  EXPECT_EQ(meet_floor({1, 1, 1}, {2, 1, 1}, {1, 2, 2}), kDisjoint);
}

TEST(TriangleIntersection, ACornerInTheFaceTouchesAndJustBeyondItCrosses) {
  const double tiny = std::ldexp(1.0, -1074);  // the smallest double there is
  EXPECT_EQ(meet_floor({1, 1, tiny}, {1, 2, 1}, {2, 1, 1}), kDisjoint);
  EXPECT_EQ(meet_floor({1, 1, 0}, {1, 2, 1}, {2, 1, 1}), kTouch);
  EXPECT_EQ(meet_floor({1, 1, -tiny}, {1, 2, 1}, {2, 1, 1}), kCross);
}

TEST(TriangleIntersection, ACornerOnAnEdgeTouches) {
  EXPECT_EQ(meet_floor({2, 2, 0}, {2, 2, 1}, {3, 3, 1}), kTouch);
  EXPECT_EQ(meet_floor({std::nextafter(2, 3), 2, 0}, {2, 2, 1}, {3, 3, 1}), kDisjoint);
}

TEST(TriangleIntersection, EdgesThatCrossTouch) {
  // The edge from (2, -1, -1) to (2, 1, 1) passes through (2, 0, 0) on the floor's edge; the rest is outside.
  EXPECT_EQ(meet_floor({2, -1, -1}, {2, 1, 1}, {2, -3, 1}), kTouch);
  EXPECT_EQ(meet_floor({2, -1, -1}, {2, 1, 1}, {2, 3, -1}), kCross);
}

TEST(TriangleIntersection, AnEdgeInTheFaceTouches) {
  EXPECT_EQ(meet_floor({1, 1, 0}, {2, 1, 0}, {1, 1, 1}), kTouch);
  EXPECT_EQ(meet_floor({-1, 1, 0}, {9, 1, 0}, {1, 1, 1}), kTouch);
  EXPECT_EQ(meet_floor({5, 1, 0}, {9, 1, 0}, {6, 1, 1}), kDisjoint);
}

TEST(TriangleIntersection, AnEdgeAlongAnEdgeTouches) {
  EXPECT_EQ(meet_floor({1, 0, 0}, {2, 0, 0}, {1, 0, 1}), kTouch);
  EXPECT_EQ(meet_floor({1, 0, 0}, {2, 0, 0}, {1, -1, 0}), kTouch);
  EXPECT_EQ(meet_floor({1, 0, 0}, {2, 0, 0}, {1, 1, 0}), kOverlap);
}

TEST(TriangleIntersection, AWallThroughTheFloorCrosses) {
  EXPECT_EQ(meet_floor({1, 1, -1}, {1, 1, 1}, {9, 1, 0.5}), kCross);
  EXPECT_EQ(meet_floor({1, 1, -1}, {1, 1, 1}, {-9, 1, -0.5}), kCross);
  EXPECT_EQ(meet_floor({1, 1, -1}, {1, 1, 1}, {9, 1, 0}), kCross);
}

TEST(TriangleIntersection, NeighboursAtAnEdgeShareOnlyThatEdgeUnlessTheyFoldOntoEachOther) {
  EXPECT_EQ(meet_floor({0, 0, 0}, {4, 0, 0}, {0, 4, 1}), kSharedOnly);
  EXPECT_EQ(meet_floor({0, 0, 0}, {4, 0, 0}, {0, -4, 0}), kSharedOnly);
  EXPECT_EQ(meet_floor({0, 0, 0}, {4, 0, 0}, {9, 1, 0}), kOverlap);
  EXPECT_EQ(meet_floor({0, 0, 0}, {4, 0, 0}, {0, 4, std::ldexp(1.0, -1074)}), kSharedOnly);
}

TEST(TriangleIntersection, NeighboursAtACornerShareOnlyThatCornerUnlessTheyGoOnTogether) {
  EXPECT_EQ(meet_floor({0, 0, 0}, {1, 1, 1}, {2, 1, 1}), kSharedOnly);
  EXPECT_EQ(meet_floor({0, 0, 0}, {-1, 0, 0}, {0, -1, 0}), kSharedOnly) << "in one plane";
  EXPECT_EQ(meet_floor({0, 0, 0}, {-1, 0, 0}, {0, -1, 1}), kSharedOnly)
      << "with an edge along an edge's line, opposite";
  EXPECT_EQ(meet_floor({0, 0, 0}, {2, 0, 0}, {0, -1, 0}), kTouch) << "along an edge, in one plane";
  EXPECT_EQ(meet_floor({0, 0, 0}, {2, 0, 0}, {0, -1, 1}), kTouch) << "along an edge, across planes";
  EXPECT_EQ(meet_floor({0, 0, 0}, {1, 1, 0}, {0, 0, 1}), kTouch) << "an edge runs into the face";
  EXPECT_EQ(meet_floor({0, 0, 0}, {1, 1, 1}, {1, 1, -1}), kCross);
  EXPECT_EQ(meet_floor({0, 0, 0}, {-1, 3, 0}, {3, -1, 0}), kOverlap);
}

TEST(TriangleIntersection, TheSameTriangleInEitherWindingOverlaps) {
  EXPECT_EQ(meet_floor(kFloor[1], kFloor[2], kFloor[0]), kOverlap);
  EXPECT_EQ(meet_floor(kFloor[2], kFloor[1], kFloor[0]), kOverlap);
}

TEST(TriangleIntersection, OneTriangleWithinAnotherOverlaps) {
  EXPECT_EQ(meet_floor({1, 1, 0}, {2, 1, 0}, {1, 2, 0}), kOverlap);
  EXPECT_EQ(meet_floor({-9, -9, 0}, {50, -9, 0}, {-9, 50, 0}), kOverlap);
}

TEST(TriangleIntersection, InOnePlaneACornerAtAnEdgeTouches) {
  EXPECT_EQ(meet_floor({1, 0, 0}, {0, -1, 0}, {2, -1, 0}), kTouch);
  EXPECT_EQ(meet_floor({1, -1e-300, 0}, {0, -1, 0}, {2, -1, 0}), kDisjoint);
  EXPECT_EQ(meet_floor({1, 1e-300, 0}, {0, -1, 0}, {2, -1, 0}), kOverlap);
}

TEST(TriangleIntersection, ATriangleWithoutAreaIsNamed) {
  EXPECT_EQ(meet_floor({1, 1, -1}, {1, 1, 1}, {1, 1, 2}), kZeroArea);
  EXPECT_EQ(meet_floor({1, 1, 0}, {1, 1, 0}, {1, 1, 0}), kZeroArea);
  EXPECT_EQ(meet_floor({1, 1, 1}, {1, 1, 1}, {1, 1, 2}), kDisjoint) << "the plane of the floor tells them apart";
}

// ---- Laws and oracle

constexpr std::array<std::array<int, 3>, 6> kOrders = {
    {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};

Corners permute(const Corners& t, const std::array<int, 3>& order) {
  return {t[order[0]], t[order[1]], t[order[2]]};
}

// Corners on a grid of few points, so that most pairs meet in some degenerate way; one time in two they share corners.
std::array<Corners, 2> make_grid_pair(std::mt19937_64& random) {
  const int size = 2 + static_cast<int>(random() % 4);
  const auto coordinate = [&] { return static_cast<double>(random() % size); };
  const bool flat = random() % 4 == 0;
  std::array<Corners, 2> pair;
  for (Corners& t : pair) {
    for (Vec3& p : t) p = Vec3(coordinate(), coordinate(), flat ? 1.0 : coordinate());
  }
  if (random() % 2 == 0) pair[1][random() % 3] = pair[0][random() % 3];
  if (random() % 4 == 0) pair[1][random() % 3] = pair[0][random() % 3];
  return pair;
}

template <class Number>
oracle::PairKind ask_oracle(const Corners& a, const Corners& b) {
  typename oracle::TrianglePair<Number>::Corners exact_a, exact_b;
  for (int k = 0; k < 3; ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      if constexpr (std::is_same_v<Number, oracle::Rational>) {
        exact_a[k][axis] = Number(a[k][axis]);
        exact_b[k][axis] = Number(b[k][axis]);
      } else {
        exact_a[k][axis] = Number(static_cast<std::int64_t>(a[k][axis]));
        exact_b[k][axis] = Number(static_cast<std::int64_t>(b[k][axis]));
      }
    }
  }
  return oracle::TrianglePair<Number>(exact_a, exact_b).classify();
}

bool agrees(TriangleIntersection ours, oracle::PairKind truth) {
  if (truth == oracle::PairKind::kZeroArea) return ours == kZeroArea || ours == kDisjoint || ours == kSharedOnly;
  return static_cast<int>(ours) == static_cast<int>(truth);
}

TEST(TriangleIntersection, AHundredThousandPairsOnSmallGridsAgreeWithClippingInFractions) {
  std::mt19937_64 random(20240601);
  std::array<int, 6> seen{};
  int num_wrong = 0;
  for (int i = 0; i < 100'000; ++i) {
    const auto [a, b] = make_grid_pair(random);
    const oracle::PairKind truth = ask_oracle<boost::rational<std::int64_t>>(a, b);
    ++seen[static_cast<std::size_t>(truth)];
    num_wrong += !agrees(compute_triangle_intersection(a, b), truth);
  }
  EXPECT_EQ(num_wrong, 0);
  for (const int num : seen) EXPECT_GT(num, 1000) << "every kind of meeting is among the pairs";
}

// Affine images of grid pairs in doubles: what was degenerate is so only up to rounding, on either side.
TEST(TriangleIntersection, NearlyDegeneratePairsAgreeWithClippingInRationals) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::array<int, 6> seen{};
  int num_wrong = 0;
  for (int i = 0; i < 3'000; ++i) {
    math::Mat3 map;
    for (int k = 0; k < 9; ++k) map(k / 3, k % 3) = uniform(random);
    const Vec3 shift(uniform(random), uniform(random), uniform(random));
    auto [a, b] = make_grid_pair(random);
    for (Corners* t : {&a, &b}) {
      for (Vec3& p : *t) p = map * p + shift;
    }
    const oracle::PairKind truth = ask_oracle<oracle::Rational>(a, b);
    ++seen[static_cast<std::size_t>(truth)];
    num_wrong += !agrees(compute_triangle_intersection(a, b), truth);
  }
  EXPECT_EQ(num_wrong, 0);
  EXPECT_GT(seen[static_cast<std::size_t>(oracle::PairKind::kCross)], 100);
  EXPECT_GT(seen[static_cast<std::size_t>(oracle::PairKind::kTouch)], 10);
}

TEST(TriangleIntersection, TheOrderOfTrianglesAndOfTheirCornersDoesNotMatter) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 2'000; ++i) {
    const auto [a, b] = make_grid_pair(random);
    const TriangleIntersection answer = compute_triangle_intersection(a, b);
    for (const auto& order_a : kOrders) {
      for (const auto& order_b : kOrders) {
        const Corners pa = permute(a, order_a), pb = permute(b, order_b);
        ASSERT_EQ(compute_triangle_intersection(pa, pb), answer);
        ASSERT_EQ(compute_triangle_intersection(pb, pa), answer);
      }
    }
  }
}

TEST(TriangleIntersection, ScalingByAPowerOfTwoChangesNothing) {
  std::mt19937_64 random(13);
  for (int i = 0; i < 2'000; ++i) {
    const auto [a, b] = make_grid_pair(random);
    for (const double scale : {0x1p-300, 0x1p-20, 0x1p300}) {
      Corners sa = a, sb = b;
      for (int k = 0; k < 3; ++k) sa[k] *= scale, sb[k] *= scale;
      ASSERT_EQ(compute_triangle_intersection(sa, sb), compute_triangle_intersection(a, b));
    }
  }
}

}  // namespace
}  // namespace abut::geometry
