#include "abut/geometry/brep/ray_crossing.h"

#include <gtest/gtest.h>

#include <array>

#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/mesh.h"

namespace abut::geometry {
namespace {

using math::Vec3;

TEST(RayCrossing, IsPlusOneFromBehindAndMinusOneFromTheFront) {
  const Vec3 a(2, -1, -1), b(2, 1, -1), c(2, 0, 1);  // seen counter-clockwise from +x
  EXPECT_EQ(compute_crossing({0, 0, 0}, a, b, c), 1);
  EXPECT_EQ(compute_crossing({0, 0, 0}, a, c, b), -1);
  EXPECT_EQ(compute_crossing({3, 0, 0}, a, b, c), 0);  // behind the ray's start
  EXPECT_EQ(compute_crossing({0, 3, 0}, a, b, c), 0);
}

TEST(RayCrossing, OfATriangleAlongTheRayIsNone) {
  EXPECT_EQ(compute_crossing({0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}), 0);
  EXPECT_EQ(compute_crossing({0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}), 0);
}

TEST(RayCrossing, APointIsOnATriangleIfItIsInItsPlaneAndItsBorder) {
  const Vec3 a(0, 0, 0), b(4, 0, 0), c(0, 4, 0);
  EXPECT_TRUE(is_on_triangle({1, 1, 0}, a, b, c));
  EXPECT_TRUE(is_on_triangle({2, 2, 0}, a, b, c));
  EXPECT_TRUE(is_on_triangle({0, 0, 0}, a, b, c));
  EXPECT_FALSE(is_on_triangle({2.0000000000000004, 2, 0}, a, b, c));
  EXPECT_FALSE(is_on_triangle({1, 1, 5e-324}, a, b, c));
  EXPECT_FALSE(is_on_triangle({1, 0, 0}, a, b, {2, 0, 0}));  // no area
}

// Rays through vertices, edges and along faces of a box count as any other.
TEST(RayCrossing, OfABoxSumToOneInsideAndToZeroOutsideWhateverTheRayGrazes) {
  const Mesh box = make_box({2, 2, 2});
  const auto winding = [&](const Vec3& p) {
    int sum = 0;
    for (const Triangle& t : box.triangles) {
      std::array<Vec3, 3> v;
      for (std::size_t k = 0; k < 3; ++k) v[k] = box.vertices[t[k].index()];
      if (is_on_triangle(p, v[0], v[1], v[2])) return 99;
      sum += compute_crossing(p, v[0], v[1], v[2]);
    }
    return sum;
  };
  for (const double y : {-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5}) {
    for (const double z : {-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5}) {
      EXPECT_EQ(winding({-3, y, z}), 0) << y << " " << z;
      EXPECT_EQ(winding({3, y, z}), 0);
      const bool is_inside = std::abs(y) < 1 && std::abs(z) < 1;
      const bool is_outside = std::abs(y) > 1 || std::abs(z) > 1;
      EXPECT_EQ(winding({0.25, y, z}), is_inside ? 1 : is_outside ? 0 : 99);
    }
  }
}

}  // namespace
}  // namespace abut::geometry
