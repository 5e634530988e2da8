#include "abut/geometry/makers/bullet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

#include "geometry/makers/maker_testing.h"
#include "oracle/surface.h"

namespace abut::geometry {
namespace {

using math::Vec3;

TEST(Bullet, ByDefaultItIsThePapersConvexPolyhedronOf640Triangles) {
  const Mesh mesh = make_bullet({});
  EXPECT_EQ(mesh.triangles.size(), 640u);
  EXPECT_EQ(oracle::find_solid_faults(mesh, 0), "");
  EXPECT_TRUE(is_exactly_convex(mesh));
  EXPECT_EQ(extent_of(mesh).max(), Vec3(0.0045, 0.0045, 0.009));
  EXPECT_EQ(extent_of(mesh).min(), Vec3(-0.0045, -0.0045, -0.009));
}

TEST(Bullet, OthersAreConvexToo) {
  for (const int segments : {3, 8, 17, 40}) {
    for (const int bands : {2, 5, 12}) {
      for (const double nose : {0.5, 0.8, 1.99}) {  // a half ball, an ogive, almost all nose
        const Mesh mesh = make_bullet({0.5, 2.0, nose, segments, bands});
        EXPECT_EQ(oracle::find_solid_faults(mesh, 0), "") << segments << " " << bands << " " << nose;
        EXPECT_TRUE(is_exactly_convex(mesh)) << segments << " " << bands << " " << nose;
        EXPECT_TRUE(is_mirrored(mesh, {1, -1, 1}));
        EXPECT_EQ(mesh.triangles.size(), static_cast<std::size_t>(2 * segments * (bands + 1)));
      }
    }
  }
}

TEST(Bullet, TheNoseIsAnArcTangentToTheShoulder) {
  const Bullet bullet{0.5, 3.0, 1.2, 24, 10};
  const double rho = (0.25 + 1.44) / 1.0;
  for (const Vec3& v : make_bullet(bullet).vertices) {
    const double z = v.z() - 0.3;  // above the shoulder
    const double radius = v.head<2>().norm();
    if (z > 1e-12) {
      EXPECT_NEAR(std::hypot(z, radius - (0.5 - rho)), rho, 1e-14);
    } else if (radius > 0) {
      EXPECT_NEAR(radius, 0.5, 1e-15);
    }
  }
}

TEST(Bullet, ANoseThatDoesNotFitIsRefused) {
  EXPECT_EQ(
      message_of([] { make_bullet({.radius = 0.5, .length = 2, .nose_length = 0.25}); }),
      "bullet: nose_length is 0.25, expected 0.5 to 1.998 m (radius to 0.999 of length); give a nose in that range, "
      "or a longer bullet");
  EXPECT_NE(message_of([] { make_bullet({.nose_length = 0.018}); }), "accepted");
  EXPECT_NE(message_of([] { make_bullet({.segments = 2}); }), "accepted");
  EXPECT_NE(message_of([] { make_bullet({.radius = 1e-6}); }), "accepted");
}

}  // namespace
}  // namespace abut::geometry
