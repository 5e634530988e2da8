#include "abut/geometry/pieces/guides.h"

#include <gtest/gtest.h>

#include <set>

#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/sphere.h"
#include "abut/geometry/shape.h"
#include "abut/math/random.h"

namespace abut::geometry {
namespace {

using math::Vec3;

TEST(Guides, EveryCellContainsItsOwnCentre) {
  for (const std::uint32_t side : {1u, 2u, 8u, 16u}) {
    for (std::uint32_t cell = 0; cell < side * side; ++cell) {
      EXPECT_EQ(compute_guide_cell(compute_guide_direction(cell, side), side), cell);
      EXPECT_EQ(compute_guide_cell(1e-200 * compute_guide_direction(cell, side), side), cell);
    }
  }
}

// On the octahedron a cell is a parallelogram, or two where it is folded, as wide as it is on the square.
TEST(Guides, ADirectionIsWithinACellOfTheCentreOfItsCell) {
  constexpr std::uint32_t kSide = 16;
  math::Random random(7);
  for (int i = 0; i < 10000; ++i) {
    const Vec3 direction = random.next_direction();
    const Vec3 centre = compute_guide_direction(compute_guide_cell(direction, kSide), kSide);
    const Vec3 on_octahedron = direction / direction.cwiseAbs().sum();
    EXPECT_LE((on_octahedron - centre).cwiseAbs().maxCoeff(), 2.0 / kSide + 1e-15);
  }
}

TEST(Guides, DirectionsOnTheEdgesAndCornersOfTheOctahedronHaveACell) {
  for (const double x : {-1.0, -0.0, 0.0, 1.0}) {
    for (const double y : {-1.0, -0.0, 0.0, 1.0}) {
      for (const double z : {-1.0, -0.0, 0.0, 1.0}) {
        if (Vec3(x, y, z).isZero()) continue;
        EXPECT_LT(compute_guide_cell({x, y, z}, 8), 64u);
      }
    }
  }
}

TEST(Guides, AreExtremeInTheirDirections) {
  const Shape shape = make_shape(make_icosphere(3, Vec3(1.0, 0.8, 0.6)));
  const Piece& piece = shape.pieces.pieces[0];
  const std::uint32_t side = piece.guide_side, num_cells = side * side;
  ASSERT_GE(num_cells, 2 * piece.num_vertices);
  ASSERT_EQ(shape.pieces.guides.size(), num_cells);
  for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
    const Vec3 direction = compute_guide_direction(cell, side);
    const double height = shape.pieces.vertices[shape.pieces.guides[cell]].p.dot(direction);
    for (const PieceVertex& v : shape.pieces.vertices) ASSERT_LE(v.p.dot(direction), height + 1e-15);
  }
}

TEST(Guides, OnlySolidPiecesOfSomeSizeHaveThem) {
  EXPECT_EQ(choose_guide_side(kLeastVerticesWithGuides - 1), 0u);
  EXPECT_EQ(choose_guide_side(50), 10u);
  EXPECT_EQ(choose_guide_side(100000), 64u);
  EXPECT_TRUE(make_shape(make_box({1, 1, 1})).pieces.guides.empty());
  BumpySphere bumpy;
  bumpy.level = 2;
  EXPECT_TRUE(make_shape(make_bumpy_sphere(bumpy)).pieces.guides.empty());
}

}  // namespace
}  // namespace abut::geometry
