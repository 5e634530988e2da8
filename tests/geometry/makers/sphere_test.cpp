#include "abut/geometry/makers/sphere.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

#include "abut/base/input_error.h"
#include "geometry/makers/maker_testing.h"
#include "oracle/surface.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using oracle::find_solid_faults;

TEST(Sphere, EachLevelHasFourTimesTheTrianglesAndIsClean) {
  std::size_t num_triangles = 20;
  for (int level = 0; level <= 5; ++level, num_triangles *= 4) {
    const Mesh mesh = make_icosphere(level, 1.0);
    EXPECT_EQ(mesh.triangles.size(), num_triangles);
    EXPECT_EQ(mesh.vertices.size(), num_triangles / 2 + 2);
    EXPECT_EQ(find_solid_faults(mesh, 0), "") << level;
    for (const Vec3& v : mesh.vertices) EXPECT_NEAR(v.norm(), 1.0, 3e-16);
  }
}

TEST(Sphere, TheIcosahedronHasItsVolume) {
  // Of edge a: 5 (3 + sqrt 5) / 12 a^3, and circumradius a / 4 sqrt(10 + 2 sqrt 5).
  const double edge = 4 / std::sqrt(10 + 2 * std::sqrt(5.0));
  EXPECT_NEAR(oracle::compute_signed_volume(make_icosphere(0, 2.0)),
              8 * 5 * (3 + std::sqrt(5.0)) / 12 * edge * edge * edge, 1e-13);
}

TEST(Sphere, ItIsExactlySymmetricInThePlanesAndUnderExchangeOfTheAxes) {
  const Mesh mesh = make_icosphere(3, 1.0);
  EXPECT_TRUE(is_mirrored(mesh, {-1, 1, 1}));
  EXPECT_TRUE(is_mirrored(mesh, {1, -1, 1}));
  EXPECT_TRUE(is_mirrored(mesh, {1, 1, -1}));
  EXPECT_EQ(mapped_points(mesh, [](const Vec3& v) { return v; }),
            mapped_points(mesh, [](const Vec3& v) { return Vec3(v.y(), v.z(), v.x()); }));
}

TEST(Sphere, AnEllipsoidIsExactlyConvex) {
  const Mesh mesh = make_icosphere(3, Vec3(1.0, 0.8, 0.6));
  EXPECT_TRUE(is_exactly_convex(mesh));
  for (const Vec3& v : mesh.vertices) EXPECT_NEAR(v.cwiseQuotient(Vec3(1.0, 0.8, 0.6)).norm(), 1.0, 1e-15);
}

TEST(Sphere, ABumpySphereDepartsFromItsRadiusByItsBumps) {
  const BumpySphere spec{4, 0.5, 0.2, 7.0};
  const Mesh mesh = make_bumpy_sphere(spec);
  EXPECT_EQ(mesh.triangles.size(), 5120u);
  EXPECT_EQ(find_solid_faults(mesh, 0), "");
  double least = 1, most = 0;
  for (const Vec3& v : mesh.vertices) {
    const Vec3 u = v.normalized();
    const double wave = std::cos(7 * u.x()) * std::cos(7 * u.y()) * std::cos(7 * u.z());
    EXPECT_NEAR(v.norm(), 0.5 * (1 + 0.2 * wave), 1e-14);
    least = std::min(least, v.norm());
    most = std::max(most, v.norm());
  }
  EXPECT_LT(least, 0.46);
  EXPECT_GT(most, 0.54);
}

TEST(Sphere, TheBenchmarksSizesAreThere) {
  EXPECT_EQ(make_bumpy_sphere({.level = 6}).triangles.size(), 81'920u);
}

TEST(Sphere, WhatIsOutOfRangeIsRefused) {
  EXPECT_THROW(make_icosphere(9, 1.0), InputError);
  EXPECT_THROW(make_icosphere(-1, 1.0), InputError);
  EXPECT_THROW(make_icosphere(1, Vec3(1, 0, 1)), InputError);
  EXPECT_THROW(make_bumpy_sphere({.bump_height = 0.6}), InputError);
  EXPECT_THROW(make_bumpy_sphere({.frequency = -1}), InputError);
}

}  // namespace
}  // namespace abut::geometry
