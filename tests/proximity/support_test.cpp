#include "abut/proximity/support.h"

#include <gtest/gtest.h>

namespace abut::proximity {
namespace {

using geometry::PieceEdge;
using math::Vec2;

//   3-----2   A square of B's boundary, its right side lower by one; under the diagonal from 0 to 2 it is bent: the
//   face | 9 / |   on the left is level, that on the right falls to corner 1. The upper side is no edge of the piece.
//   |  /8 |
//   0-----1
Support make_bent_square() {
  Support support;
  support.is_polygon = true;
  support.outline = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  support.heights = {2, 1, 2, 2};
  support.vertices = {10, 11, 12, 13};
  support.edges = {20, 21, PieceEdge::kNone, 23};
  // Through (0, 0, 2), (1, 0, 1), (1, 1, 2): h = 2 - x + y.
  support.faces = {{PieceFeature::face(8), true, Vec2(-1, 1), 2.0}, {PieceFeature::face(9), true, Vec2(0, 0), 2.0}};
  return support;
}

void expect_point(const SupportPoint& point, PieceFeature feature, double height) {
  EXPECT_EQ(point.feature, feature);
  EXPECT_EQ(point.height, height);
}

TEST(Support, OfACornerASideAndTheInsideIsTheLeastFeatureThereWithItsHeight) {
  const Support support = make_bent_square();
  expect_point(compute_support_point(support, {OutlinePart::kCorner, 1}, {1, 0}), PieceFeature::vertex(11), 1);
  expect_point(compute_support_point(support, {OutlinePart::kSide, 0}, {0.25, 0}), PieceFeature::edge(20), 1.75);
  expect_point(compute_support_point(support, {OutlinePart::kSide, 3}, {0, 0.5}), PieceFeature::edge(23), 2);
  expect_point(compute_support_point(support, {}, {0.75, 0.25}), PieceFeature::face(8), 1.5);
  expect_point(compute_support_point(support, {}, {0.25, 0.75}), PieceFeature::face(9), 2);
}

TEST(Support, OfASideThatIsNoEdgeIsTheFaceUnderIt) {
  const Support support = make_bent_square();
  expect_point(compute_support_point(support, {OutlinePart::kSide, 2}, {0.5, 1}), PieceFeature::face(9), 2);
}

TEST(Support, AddsTheRadiusOutwardOnEitherSide) {
  Support support = make_bent_square();
  support.radius = 0.25;
  expect_point(compute_support_point(support, {OutlinePart::kCorner, 1}, {1, 0}), PieceFeature::vertex(11), 1.25);
  support.side = -1;  // A's: its boundary is the higher of the planes, and its radius points down
  expect_point(compute_support_point(support, {OutlinePart::kCorner, 1}, {1, 0}), PieceFeature::vertex(11), 0.75);
  expect_point(compute_support_point(support, {}, {0.75, 0.25}), PieceFeature::face(9), 1.75);
}

}  // namespace
}  // namespace abut::proximity
