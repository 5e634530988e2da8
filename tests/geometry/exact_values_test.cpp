#include "abut/geometry/exact_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "geometry/brep_samples.h"
#include "oracle/coplanar_faces.h"

namespace abut::geometry {
namespace {

using namespace samples;

double random_double(std::mt19937& random, int least_exponent, int greatest_exponent) {
  const int exponent = least_exponent + static_cast<int>(random() % (greatest_exponent - least_exponent + 1));
  const double x = std::ldexp(static_cast<double>(random()) + static_cast<double>(random()) * 0x1p-32, exponent - 32);
  return random() % 2 ? x : -x;
}

// Is `value` parallel to the exact cross product, up to the rounding of each component to an integer of its scale?
void expect_is_cross(const Vec3& a, const Vec3& b, const Vec3& c) {
  using namespace oracle;
  const oracle::RVec3 expected = cross(exact(b) - exact(a), exact(c) - exact(a));
  const Vec3 value = compute_exact_cross(a, b, c);
  const int largest = [&] {
    int i = 0;
    value.cwiseAbs().maxCoeff(&i);
    return i;
  }();
  EXPECT_GE(std::abs(value[largest]), 0x1p60);
  EXPECT_LE(std::abs(value[largest]), 0x1p62);
  ASSERT_NE(expected[largest], 0);
  const oracle::Rational scale = oracle::Rational(value[largest]) / expected[largest];
  EXPECT_GT(scale, 0);
  for (int i = 0; i < 3; ++i) {
    const oracle::Rational error = oracle::Rational(value[i]) - scale * expected[i];
    EXPECT_LE(abs(error), oracle::Rational(0x1p11));  // units in the last place of the largest
  }
}

TEST(ExactCross, RandomTrianglesOfAllSizesAgreeWithRationals) {
  std::mt19937 random(30);
  for (const auto& [low, high] :
       {std::pair{-2, 2}, std::pair{-1070, -1060}, std::pair{1000, 1020}, std::pair{-300, 300}}) {
    for (int round = 0; round < 50; ++round) {
      Vec3 p[3];
      for (Vec3& q : p)
        q = {random_double(random, low, high), random_double(random, low, high), random_double(random, low, high)};
      expect_is_cross(p[0], p[1], p[2]);
    }
  }
}

TEST(ExactCross, ItIsZeroOnlyForCollinearPoints) {
  EXPECT_EQ(compute_exact_cross({1, 2, 3}, {2, 4, 6}, {3, 6, 9}), Vec3::Zero());
  EXPECT_EQ(compute_exact_cross({1, 2, 3}, {1, 2, 3}, {5, 6, 9}), Vec3::Zero());
  EXPECT_EQ(compute_exact_cross({0, 0, 0}, {0, 0, 0}, {0, 0, 0}), Vec3::Zero());
  expect_is_cross({1, 2, 3}, {2, 4, 6}, {3, 6, std::nextafter(9.0, 10.0)});
}

TEST(ExactVolume, ACubeHasItsOwn) {
  const Mesh cube = make_cube(4);
  EXPECT_EQ(compute_exact_volume(cube.vertices, cube.triangles), 1.0);
  const Mesh inside_out = make_inside_out(cube);
  EXPECT_EQ(compute_exact_volume(inside_out.vertices, inside_out.triangles), -1.0);
}

TEST(ExactVolume, RandomSurfacesAgreeWithRationals) {
  std::mt19937 random(31);
  for (int round = 0; round < 30; ++round) {
    Mesh mesh = make_cells(make_random_cells(random, 2, 60));
    for (Vec3& p : mesh.vertices) {
      for (double& x : p) x += random_double(random, -60, 0);
    }
    const double expected = oracle::compute_volume(mesh).convert_to<double>();
    EXPECT_NEAR(compute_exact_volume(mesh.vertices, mesh.triangles), expected, 4e-16 * std::abs(expected));
  }
}

TEST(ExactVolume, ASignSurvivesUnderflowAndOverflow) {
  const Mesh cube = make_cube();
  const Mesh tiny = make_scaled(cube, 0x1p-500), huge = make_scaled(cube, 0x1p500);
  EXPECT_EQ(compute_exact_volume(tiny.vertices, tiny.triangles), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(compute_exact_volume(huge.vertices, huge.triangles), std::numeric_limits<double>::infinity());
  const Mesh inside_out = make_inside_out(tiny);
  EXPECT_EQ(compute_exact_volume(inside_out.vertices, inside_out.triangles),
            -std::numeric_limits<double>::denorm_min());
}

TEST(ExactVolume, NothingEnclosesNothing) {
  EXPECT_EQ(compute_exact_volume({}, {}), 0.0);
  MeshBuilder builder;
  builder.polygon({{0.1, 0.2, 0.3}, {1.7, 0.3, 2.1}, {0.5, 1.3, 0.9}})
      .polygon({{0.1, 0.2, 0.3}, {0.5, 1.3, 0.9}, {1.7, 0.3, 2.1}});
  EXPECT_EQ(compute_exact_volume(builder.mesh().vertices, builder.mesh().triangles), 0.0);
}

}  // namespace
}  // namespace abut::geometry
