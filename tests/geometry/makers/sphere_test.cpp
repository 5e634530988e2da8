#include "abut/geometry/makers/sphere.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <set>

#include "abut/base/input_error.h"
#include "abut/math/predicates.h"
#include "oracle/surface.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using oracle::find_solid_faults;

std::set<std::array<double, 3>> points_of(const Mesh& mesh, const auto& map) {
  std::set<std::array<double, 3>> points;
  for (const Vec3& v : mesh.vertices) {
    const Vec3 p = map(v);
    points.insert({p.x(), p.y(), p.z()});
  }
  return points;
}

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
  const auto original = points_of(mesh, [](const Vec3& v) { return v; });
  EXPECT_EQ(original, points_of(mesh, [](const Vec3& v) { return Vec3(-v.x(), v.y(), v.z()); }));
  EXPECT_EQ(original, points_of(mesh, [](const Vec3& v) { return Vec3(v.x(), -v.y(), v.z()); }));
  EXPECT_EQ(original, points_of(mesh, [](const Vec3& v) { return Vec3(v.x(), v.y(), -v.z()); }));
  EXPECT_EQ(original, points_of(mesh, [](const Vec3& v) { return Vec3(v.y(), v.z(), v.x()); }));
}

TEST(Sphere, AnEllipsoidIsExactlyConvex) {
  const Mesh mesh = make_icosphere(3, Vec3(1.0, 0.8, 0.6));
  for (const auto& [a, b, c] : mesh.triangles) {
    for (const Vec3& v : mesh.vertices) {
      ASSERT_LE(math::orient3d(mesh.vertices[a.index()], mesh.vertices[b.index()], mesh.vertices[c.index()], v), 0);
    }
  }
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
