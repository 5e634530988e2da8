#include "abut/geometry/makers/prism.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "geometry/makers/maker_testing.h"
#include "oracle/surface.h"

namespace abut::geometry {
namespace {

using math::Vec2;
using math::Vec3;

const std::vector<Vec2> kTriangle = {{0, 0}, {3, 0.1}, {0.7, 2}};

TEST(Prism, OverATriangleItHasFivePlanes) {
  const Mesh mesh = make_prism(kTriangle, 0.4);
  EXPECT_EQ(oracle::find_solid_faults(mesh, 0), "");
  EXPECT_EQ(mesh.triangles.size(), 8u);
  EXPECT_EQ(count_planes(mesh), 5u);
  EXPECT_NEAR(oracle::compute_signed_volume(mesh), 0.5 * (3 * 2 - 0.1 * 0.7) * 0.4, 1e-15);
  EXPECT_EQ(extent_of(mesh).max().z(), 0.2);
  EXPECT_EQ(extent_of(mesh).min().z(), -0.2);
}

TEST(Prism, AConcavePolygonKeepsItsNotches) {
  // A comb of five teeth: area 10 * 1 + 5 * 1 * 2.
  std::vector<Vec2> comb = {{0, 0}, {10, 0}};
  for (int tooth = 4; tooth >= 0; --tooth) {
    const double x = 2.0 * tooth;
    if (tooth == 4) comb.emplace_back(10, 1);
    comb.insert(comb.end(), {{x + 1, 1}, {x + 1, 3}, {x, 3}});
    if (tooth > 0) comb.emplace_back(x, 1);
  }
  const Mesh mesh = make_prism(comb, 0.5);
  EXPECT_EQ(oracle::find_solid_faults(mesh, 0), "");
  EXPECT_NEAR(oracle::compute_signed_volume(mesh), 20 * 0.5, 1e-13);
  EXPECT_EQ(mesh.triangles.size(), 2 * (comb.size() - 2) + 2 * comb.size());
}

TEST(Prism, TheWindingOfThePolygonDoesNotMatter) {
  const std::vector<Vec2> backwards(kTriangle.rbegin(), kTriangle.rend());
  const Mesh mesh = make_prism(backwards, 0.4);
  EXPECT_EQ(oracle::find_solid_faults(mesh, 0), "");
  EXPECT_EQ(mapped_points(mesh, [](const Vec3& v) { return v; }),
            mapped_points(make_prism(kTriangle, 0.4), [](const Vec3& v) { return v; }));
}

TEST(Prism, CornersInTheMiddleOfASideAreKeptWithoutFlatTriangles) {
  const Mesh mesh = make_prism(std::vector<Vec2>{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 1}, {0, 0.5}}, 1.0);
  EXPECT_EQ(oracle::find_solid_faults(mesh, 0), "");
}

TEST(Prism, RandomStarShapedPolygonsAreClean) {
  for (int n = 3; n < 60; ++n) {
    std::vector<Vec2> polygon;
    double twice_area = 0.0;
    for (int i = 0; i < n; ++i) {
      const double angle = 2 * std::numbers::pi * i / n;
      const double r = 0.3 + 0.05 * ((i * i * 7 + n) % 13);
      polygon.emplace_back(r * std::cos(angle), r * std::sin(angle));
    }
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec2 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
      twice_area += p.x() * q.y() - p.y() * q.x();
    }
    const Mesh mesh = make_prism(polygon, 0.1);
    EXPECT_EQ(oracle::find_solid_faults(mesh, 0), "") << n;
    EXPECT_NEAR(oracle::compute_signed_volume(mesh), 0.05 * twice_area, 1e-15) << n;
  }
}

TEST(Prism, AHollowOneHasOneHole) {
  const std::vector<Vec2> square = {{2, 2}, {-2, 2}, {-2, -2}, {2, -2}};
  const std::vector<Vec2> hole = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  const Mesh mesh = make_hollow_prism(square, hole, 0.5);
  EXPECT_EQ(oracle::find_solid_faults(mesh, 1), "");
  EXPECT_EQ(count_planes(mesh), 10u);
  EXPECT_DOUBLE_EQ(oracle::compute_signed_volume(mesh), (16 - 2) * 0.5);
}

TEST(Prism, AnLIsTwoLegsAndAUIsTwoWallsOnAFloor) {
  const Mesh l = make_l_shape(0.5, 0.7, 0.1, 0.2);
  EXPECT_EQ(oracle::find_solid_faults(l, 0), "");
  EXPECT_EQ(count_planes(l), 8u);
  EXPECT_NEAR(oracle::compute_signed_volume(l), (0.5 * 0.1 + 0.6 * 0.1) * 0.2, 1e-16);
  EXPECT_EQ(extent_of(l).max(), Vec3(0.5, 0.7, 0.1));
  EXPECT_EQ(extent_of(l).min(), Vec3(0, 0, -0.1));

  const Mesh u = make_u_shape(0.5, 0.7, 0.1, 0.2);
  EXPECT_EQ(oracle::find_solid_faults(u, 0), "");
  EXPECT_EQ(count_planes(u), 9u);  // ten faces, but both rims lie in one plane
  EXPECT_NEAR(oracle::compute_signed_volume(u), (0.5 * 0.1 + 2 * 0.6 * 0.1) * 0.2, 1e-16);
  EXPECT_TRUE(is_mirrored(u, {-1, 1, 1}));
  EXPECT_EQ(extent_of(u).max(), Vec3(0.25, 0.7, 0.1));
}

TEST(Prism, AnOutlineThatMeetsItselfIsRefused) {
  EXPECT_EQ(
      message_of([] {
        make_prism(std::vector<Vec2>{{0, 0}, {1, 1}, {1, 0}, {0, 1}}, 1);
      }),
      "prism: the polygon's sides from corners 0 and 2 meet; give the corners in order around an outline that does "
      "not touch itself");
  // A corner that touches another side, exactly; just off it, the polygon is simple.
  EXPECT_NE(message_of([] { make_prism(std::vector<Vec2>{{0, 0}, {2, 0}, {2, 2}, {1, 0}, {0, 2}}, 1); }), "accepted");
  EXPECT_EQ(message_of([] {
              make_prism(std::vector<Vec2>{{0, 0}, {2, 0}, {2, 2}, {1, 1e-15}, {0, 2}}, 1);
            }),
            "accepted");
  EXPECT_EQ(message_of([] {
              make_prism(std::vector<Vec2>{{0, 0}, {0, 0}, {1, 0}, {1, 1}}, 1);
            }),
            "prism: corners 0 and 1 of the polygon coincide; drop one");
  EXPECT_EQ(message_of([] {
              make_prism(std::vector<Vec2>{{0, 0}, {2, 0}, {1, 0}, {1, 1}}, 1);
            }),
            "prism: the polygon turns back on itself at corner 1; drop that corner");
  EXPECT_EQ(message_of([] {
              make_prism(std::vector<Vec2>{{0, 0}, {2, 0}, {4, 0}}, 1);
            }),
            "prism: the polygon turns back on itself at corner 2; drop that corner");
}

TEST(Prism, OtherBadInputIsRefused) {
  EXPECT_EQ(message_of([] {
              make_prism(std::vector<Vec2>{{0, 0}, {1, 0}}, 1);
            }),
            "prism: the polygon has 2 corners, expected 3 to 4096; give that many");
  EXPECT_NE(message_of([] { make_prism(std::vector<Vec2>{{0, 0}, {1, 0}, {0, std::nan("")}}, 1); }), "accepted");
  EXPECT_NE(message_of([] { make_prism(kTriangle, 0); }), "accepted");
  EXPECT_EQ(message_of([] { make_u_shape(1, 1, 0.5, 1); }),
            "u_shape: thickness is 0.5, expected at most 0.4995 m, so that it leaves room inside; make it thinner, or "
            "width and height larger");
  EXPECT_NE(message_of([] { make_l_shape(1, 1, 1, 1); }), "accepted");
}

}  // namespace
}  // namespace abut::geometry
