#include "abut/geometry/makers/warped_plane.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "geometry/makers/maker_testing.h"
#include "oracle/surface.h"

namespace abut::geometry {
namespace {

using math::Vec3;

constexpr double kPi = std::numbers::pi;

TEST(WarpedPlane, ByDefaultItIsThePapersSheetOf2010Triangles) {
  const Mesh mesh = make_warped_plane({});
  EXPECT_EQ(mesh.triangles.size(), 2010u);
  EXPECT_EQ(oracle::find_sheet_faults(mesh, 0), "");  // a disc with a hole
  EXPECT_EQ(extent_of(mesh).max().head<2>(), math::Vec2(0.5, 0.5));
  EXPECT_EQ(extent_of(mesh).min().head<2>(), math::Vec2(-0.5, -0.5));
}

TEST(WarpedPlane, VerticesLieOnTheWarpAndOutsideTheHole) {
  const WarpedPlane plane{2.0, 0.3, 0.2, 1.5, 10, 40, 0.0};
  const Mesh mesh = make_warped_plane(plane);
  double nearest = 10.0, steepest = 0.0;
  for (const Vec3& v : mesh.vertices) {
    EXPECT_NEAR(v.z(), 0.2 * std::sin(kPi * 1.5 * v.x()) * std::cos(kPi * 1.5 * v.y()), 1e-15);
    nearest = std::min(nearest, v.head<2>().norm());
    steepest = std::max(steepest, std::abs(v.z()));
  }
  EXPECT_NEAR(nearest, 0.3, 1e-15);
  EXPECT_GT(steepest, 0.15);
}

TEST(WarpedPlane, AllTrianglesFaceUpAndCoverTheSquareButTheHole) {
  const WarpedPlane plane{1.0, 0.2, 0.05, 1.0, 4, 64, 0.0};
  const Mesh mesh = make_warped_plane(plane);
  double seen_from_above = 0.0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3& p = mesh.vertices[a.index()];
    const double twice = (mesh.vertices[b.index()] - p).cross(mesh.vertices[c.index()] - p).z();
    EXPECT_GT(twice, 0.0);
    seen_from_above += 0.5 * twice;
  }
  // The hole is a polygon with corners on the circle, in the directions of 16 equal steps on each side of the square.
  double hole = 0.0;
  for (int i = 0; i < 16; ++i) {
    const double from = std::atan2(2 * i - 16, 16), to = std::atan2(2 * i + 2 - 16, 16);
    hole += 4 * 0.5 * 0.2 * 0.2 * std::sin(to - from);
  }
  EXPECT_NEAR(seen_from_above, 1.0 - hole, 1e-14);
}

TEST(WarpedPlane, WithAThicknessItIsASolidRing) {
  for (const int segments : {8, 9, 10, 11, 67}) {
    const WarpedPlane plane{1.0, 0.15, 0.05, 1.0, 5, segments, 0.002};
    const Mesh mesh = make_warped_plane(plane);
    EXPECT_EQ(oracle::find_solid_faults(mesh, 1), "") << segments;
    EXPECT_EQ(mesh.triangles.size(), static_cast<std::size_t>(4 * 5 * segments + 4 * segments));
    // Thickness along z: the volume is the area seen from above times it, whatever the warp.
    WarpedPlane flat = plane;
    flat.amplitude = 0.0;
    flat.thickness = 0.0;
    EXPECT_NEAR(oracle::compute_signed_volume(mesh), 0.002 * oracle::compute_area(make_warped_plane(flat)), 1e-15);
  }
}

TEST(WarpedPlane, AHoleTooLargeAndASheetTooThinAreRefused) {
  EXPECT_EQ(
      message_of([] { make_warped_plane({.hole_radius = 0.5}); }),
      "warped_plane: hole_radius is 0.5, expected 0.001 to 0.45 m (0.001 to 0.45 of the side); give a hole in that "
      "range, or another side");
  EXPECT_EQ(
      message_of([] { make_warped_plane({.thickness = 1e-8}); }),
      "warped_plane: thickness is 1e-08, expected 0, or at least a millionth of the sheet's size; make it thicker, "
      "or 0 for an open sheet");
  EXPECT_NE(message_of([] { make_warped_plane({.amplitude = -1}); }), "accepted");
  EXPECT_NE(message_of([] { make_warped_plane({.rings = 0}); }), "accepted");
}

}  // namespace
}  // namespace abut::geometry
