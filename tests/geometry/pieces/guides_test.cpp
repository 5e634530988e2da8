#include "abut/geometry/pieces/guides.h"

#include <gtest/gtest.h>

#include <set>

#include "abut/geometry/makers/sphere.h"
#include "abut/geometry/shape.h"
#include "abut/math/random.h"

namespace abut::geometry {
namespace {

using math::Vec3;

TEST(Guides, EveryCellContainsItsOwnCentre) {
  for (const std::uint32_t side : {1u, 2u, 8u, 16u}) {
    for (std::uint32_t cell = 0; cell < 6 * side * side; ++cell) {
      EXPECT_EQ(compute_guide_cell(compute_guide_direction(cell, side), side), cell);
      EXPECT_EQ(compute_guide_cell(1e-200 * compute_guide_direction(cell, side), side), cell);
    }
  }
}

TEST(Guides, ADirectionIsWithinACellOfTheCentreOfItsCell) {
  math::Random random(7);
  for (int i = 0; i < 10000; ++i) {
    const Vec3 direction = random.next_direction();
    const Vec3 centre = compute_guide_direction(compute_guide_cell(direction, 8), 8);
    const Vec3 on_cube = direction / direction.cwiseAbs().maxCoeff();
    EXPECT_LE((on_cube - centre).cwiseAbs().maxCoeff(), 1.0 / 8 + 1e-15);
  }
}

TEST(Guides, DirectionsOnTheEdgesAndCornersOfTheCubeHaveACell) {
  for (const double x : {-1.0, 0.0, 1.0}) {
    for (const double y : {-1.0, 0.0, 1.0}) {
      for (const double z : {-1.0, 0.0, 1.0}) {
        if (Vec3(x, y, z).isZero()) continue;
        EXPECT_LT(compute_guide_cell({x, y, z}, 8), 6u * 64u);
      }
    }
  }
}

TEST(Guides, AreExtremeInTheirDirections) {
  const Shape shape = make_shape(make_icosphere(3, Vec3(1.0, 0.8, 0.6)));
  const Piece& piece = shape.pieces.pieces[0];
  ASSERT_EQ(piece.guide_side, 16u);
  ASSERT_EQ(shape.pieces.guides.size(), 6u * 256u);
  for (std::uint32_t cell = 0; cell < 6 * 256; ++cell) {
    const Vec3 direction = compute_guide_direction(cell, 16);
    const double height = shape.pieces.vertices[shape.pieces.guides[cell]].p.dot(direction);
    for (const PieceVertex& v : shape.pieces.vertices) ASSERT_LE(v.p.dot(direction), height + 1e-15);
  }
}

TEST(Guides, OnlyLargeSolidPiecesHaveThem) {
  EXPECT_EQ(choose_guide_side(kLeastVerticesWithGuides - 1), 0u);
  EXPECT_EQ(choose_guide_side(kLeastVerticesWithGuides), 8u);
  EXPECT_TRUE(make_shape(make_icosphere(1, 1.0)).pieces.guides.empty());
  BumpySphere bumpy;
  bumpy.level = 2;
  EXPECT_TRUE(make_shape(make_bumpy_sphere(bumpy)).pieces.guides.empty());
}

}  // namespace
}  // namespace abut::geometry
