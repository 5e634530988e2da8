#include "abut/geometry/makers/primitives.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "geometry/makers/maker_testing.h"
#include "oracle/surface.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using oracle::compute_signed_volume;
using oracle::find_solid_faults;

constexpr double kPi = std::numbers::pi;

// Area of the regular polygon of n corners on a circle.
double polygon_area(int n, double radius) {
  return 0.5 * n * radius * radius * std::sin(2 * kPi / n);
}

TEST(Primitives, ABoxHasSixPlanesAndItsVolume) {
  const Mesh box = make_box({0.3, 1.7, 2.9});
  EXPECT_EQ(find_solid_faults(box, 0), "");
  EXPECT_EQ(box.vertices.size(), 8u);
  EXPECT_EQ(box.triangles.size(), 12u);
  EXPECT_EQ(count_planes(box), 6u);
  EXPECT_DOUBLE_EQ(compute_signed_volume(box), 0.3 * 1.7 * 2.9);
  EXPECT_EQ(extent_of(box).max(), Vec3(0.15, 0.85, 1.45));
  EXPECT_EQ(extent_of(box).min(), -extent_of(box).max());
}

TEST(Primitives, ACardIsAThinBox) {
  const Mesh card = make_card(0.0635, 0.0889, 0.0003);
  EXPECT_EQ(find_solid_faults(card, 0), "");
  EXPECT_EQ(extent_of(card).sizes(), Vec3(0.0635, 0.0889, 0.0003));
}

TEST(Primitives, ATetrahedronIsRegular) {
  const Mesh mesh = make_tetrahedron(0.7);
  EXPECT_EQ(find_solid_faults(mesh, 0), "");
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = i + 1; j < 4; ++j) {
      EXPECT_NEAR((mesh.vertices[i] - mesh.vertices[j]).norm(), 0.7, 1e-15);
    }
  }
  EXPECT_NEAR(compute_signed_volume(mesh), 0.7 * 0.7 * 0.7 / (6 * std::numbers::sqrt2), 1e-16);
  Vec3 sum = Vec3::Zero();
  for (const Vec3& v : mesh.vertices) sum += v;
  EXPECT_EQ(sum, Vec3::Zero());
}

TEST(Primitives, CylindersOfAnyNumberOfSegmentsAreCleanConvexAndFlatWhereTheyShouldBe) {
  for (const int n : {3, 4, 5, 8, 17, 32, 60}) {
    const Mesh mesh = make_cylinder(0.37, 1.3, n);
    EXPECT_EQ(find_solid_faults(mesh, 0), "") << n;
    EXPECT_EQ(mesh.triangles.size(), static_cast<std::size_t>(4 * n - 4));
    EXPECT_EQ(count_planes(mesh), static_cast<std::size_t>(n + 2));
    EXPECT_TRUE(is_exactly_convex(mesh)) << n;
    EXPECT_TRUE(is_mirrored(mesh, {1, -1, 1}));
    EXPECT_TRUE(is_mirrored(mesh, {1, 1, -1}));
    EXPECT_EQ(is_mirrored(mesh, {-1, 1, 1}), n % 2 == 0);
    EXPECT_NEAR(compute_signed_volume(mesh), polygon_area(n, 0.37) * 1.3, 1e-14);
  }
  EXPECT_EQ(find_solid_faults(make_cylinder(1e-9, 1e6, 4096), 0), "");
}

TEST(Primitives, ConesAndFrustaAreCleanAndExactlyConvex) {
  for (const int n : {3, 4, 7, 24, 61}) {
    for (const auto& [base, top] : std::vector<std::array<double, 2>>{{0.5, 0}, {0, 0.5}, {0.5, 0.2}, {0.1, 0.9}}) {
      const Mesh mesh = make_cone(base, top, 0.8, n);
      EXPECT_EQ(find_solid_faults(mesh, 0), "") << n << " " << base << " " << top;
      EXPECT_TRUE(is_exactly_convex(mesh)) << n << " " << base << " " << top;
      // Prismatoid: mean of the areas A(b), A(t) and their geometric mean.
      const double volume = 0.8 / 3 * polygon_area(n, 1) * (base * base + base * top + top * top);
      EXPECT_NEAR(compute_signed_volume(mesh), volume, 1e-14);
      EXPECT_EQ(extent_of(mesh).max().x(), std::max(base, top));
      EXPECT_EQ(extent_of(mesh).max().z(), 0.4);
    }
  }
}

TEST(Primitives, ATorusHasOneHoleAndTheVolumeOfItsPolygons) {
  for (const auto& [n, m] : std::vector<std::array<int, 2>>{{3, 3}, {8, 5}, {48, 24}, {7, 12}}) {
    const Mesh mesh = make_torus(1.1, 0.3, n, m);
    EXPECT_EQ(find_solid_faults(mesh, 1), "") << n << " " << m;
    EXPECT_EQ(mesh.triangles.size(), static_cast<std::size_t>(2 * n * m));
    EXPECT_TRUE(is_mirrored(mesh, {1, -1, 1}));
    EXPECT_TRUE(is_mirrored(mesh, {1, 1, -1}));
    // Pappus with the turn replaced by n prisms: each section of area A at distance R sweeps A R 2 sin(pi/n) cos(pi/n)
    // n.
    const double volume = polygon_area(m, 0.3) * 1.1 * n * std::sin(2 * kPi / n);
    EXPECT_NEAR(compute_signed_volume(mesh), volume, 1e-13) << n << " " << m;
    for (const Vec3& v : mesh.vertices) {
      EXPECT_NEAR(std::hypot(std::hypot(v.x(), v.y()) - 1.1, v.z()), 0.3, 1e-15);
    }
  }
  EXPECT_EQ(find_solid_faults(make_torus(1, 0.9999, 16, 16), 1), "");
}

TEST(Primitives, LengthsBelowZeroAndCountsTooSmallAreRefused) {
  EXPECT_EQ(message_of([] {
              make_box({1, -2, 1});
            }),
            "box: size is -2, expected 1e-09 to 1000000 m; give a length in that range, in metres");
  EXPECT_EQ(message_of([] { make_cylinder(1, 1, 2); }),
            "cylinder: segments is 2, expected 3 to 4096; give a value in that range");
  EXPECT_EQ(message_of([] { make_cone(0, 0, 1, 8); }),
            "cone: base_radius is 0, expected 1e-09 to 1000000 m; give a length in that range, in metres");
  EXPECT_EQ(message_of([] { make_cone(1, -1, 1, 8); }),
            "cone: top_radius is -1, expected 1e-09 to 1000000 m; give a length in that range, in metres");
  EXPECT_EQ(message_of([] { make_torus(1, 1, 8, 8); }),
            "torus: minor_radius is 1, expected less than major_radius, so that the hole stays open; make the tube "
            "thinner or the ring larger");
  EXPECT_EQ(message_of([] { make_torus(1, 1e-7, 8, 8); }),
            "torus: minor_radius is 1e-07, expected at least a millionth of major_radius; make the tube thicker or the "
            "ring smaller");
  EXPECT_NE(message_of([] { make_tetrahedron(std::nan("")); }), "accepted");
  EXPECT_NE(message_of([] { make_card(1, 1, 0); }), "accepted");
}

}  // namespace
}  // namespace abut::geometry
