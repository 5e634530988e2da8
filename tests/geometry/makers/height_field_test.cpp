#include "abut/geometry/makers/height_field.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "geometry/makers/maker_testing.h"
#include "oracle/surface.h"

namespace abut::geometry {
namespace {

using math::Vec3;

std::vector<double> make_hills(int columns, int rows) {
  std::vector<double> heights;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) heights.push_back(0.3 * std::sin(1.7 * i) * std::cos(0.9 * j));
  }
  return heights;
}

TEST(HeightField, AnOpenSheetIsADiscThatFacesUp) {
  for (const auto& [columns, rows] : {std::pair{2, 2}, {5, 3}, {2, 9}}) {
    const Mesh mesh = make_height_field({columns, make_hills(columns, rows), 0.5, 0.25, {}});
    EXPECT_EQ(oracle::find_sheet_faults(mesh, 1), "");
    EXPECT_EQ(mesh.triangles.size(), static_cast<std::size_t>(2 * (columns - 1) * (rows - 1)));
    for (const auto& [a, b, c] : mesh.triangles) {
      const Vec3& p = mesh.vertices[a.index()];
      EXPECT_GT((mesh.vertices[b.index()] - p).cross(mesh.vertices[c.index()] - p).z(), 0.0);
    }
  }
}

TEST(HeightField, HeightsStandWhereTheirRowAndColumnSay) {
  const Mesh mesh = make_height_field({3, {0, 1, 2, 10, 11, 12}, 2.0, 4.0, {}});
  ASSERT_EQ(mesh.vertices.size(), 6u);
  EXPECT_EQ(mesh.vertices[0], Vec3(-2, -2, 0));
  EXPECT_EQ(mesh.vertices[2], Vec3(2, -2, 2));
  EXPECT_EQ(mesh.vertices[4], Vec3(0, 2, 11));
}

TEST(HeightField, AClosedOneIsASolidOfItsVolumeWithFlatWalls) {
  const int columns = 6, rows = 4;
  const std::vector<double> heights = make_hills(columns, rows);
  const Mesh mesh = make_height_field({columns, heights, 0.5, 0.25, -1.0});
  EXPECT_EQ(oracle::find_solid_faults(mesh, 0), "");
  // Over each triangle of the grid a prism with the mean of the three heights above the base.
  double volume = 0.0;
  const auto at = [&](int i, int j) { return heights[static_cast<std::size_t>(j * columns + i)] + 1.0; };
  for (int j = 0; j + 1 < rows; ++j) {
    for (int i = 0; i + 1 < columns; ++i) {
      volume += 0.5 * 0.5 * 0.25 / 3 * (2 * at(i, j) + 2 * at(i + 1, j + 1) + at(i + 1, j) + at(i, j + 1));
    }
  }
  EXPECT_NEAR(oracle::compute_signed_volume(mesh), volume, 1e-14);
  const std::size_t num_top = 2 * (columns - 1) * (rows - 1);
  EXPECT_LE(count_planes(mesh), num_top + 5);
}

TEST(HeightField, AFlatOneIsABox) {
  const Mesh mesh = make_height_field({3, std::vector<double>(12, 2.0), 1.0, 1.0, 0.0});
  EXPECT_EQ(oracle::find_solid_faults(mesh, 0), "");
  EXPECT_EQ(count_planes(mesh), 6u);
  EXPECT_TRUE(is_exactly_convex(mesh));
}

TEST(HeightField, WhatIsNoGridIsRefused) {
  EXPECT_EQ(
      message_of([] {
        make_height_field({3, {1, 2, 3, 4}, 1, 1, {}});
      }),
      "height_field: heights has 4 values, expected rows of 3 (columns); complete the last row, or correct columns");
  EXPECT_EQ(message_of([] {
              make_height_field({3, {1, 2, 3}, 1, 1, {}});
            }),
            "height_field: number of rows is 1, expected 2 to 4096; give a value in that range");
  EXPECT_EQ(message_of([] {
              make_height_field({2, {1, 2, 3, 4}, 1, 1, 1.0});
            }),
            "height_field: base is 1, expected less than 1, the lowest height; put the base lower, or leave it out for "
            "an open sheet");
  EXPECT_NE(message_of([] { make_height_field({2, {1, 2, std::nan(""), 4}, 1, 1, {}}); }), "accepted");
  EXPECT_NE(message_of([] { make_height_field({2, {}, 1, 1, {}}); }), "accepted");
  EXPECT_NE(message_of([] {
              make_height_field({2, {1, 2, 3, 4}, 1, 1, -std::numeric_limits<double>::infinity()});
            }),
            "accepted");
}

}  // namespace
}  // namespace abut::geometry
