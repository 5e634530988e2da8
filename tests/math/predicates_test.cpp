#include "abut/math/predicates.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "oracle/rational.h"

namespace abut::math {
namespace {

using namespace oracle;  // its operators are found by name only

// The oracle: the defining polynomials in rationals.
int sign_orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Rational ux = Rational(b[0]) - Rational(a[0]), uy = Rational(b[1]) - Rational(a[1]);
  const Rational vx = Rational(c[0]) - Rational(a[0]), vy = Rational(c[1]) - Rational(a[1]);
  return Rational(ux * vy - uy * vx).sign();
}
int sign_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return dot(cross(exact(b) - exact(a), exact(c) - exact(a)), exact(d) - exact(a)).sign();
}
int sign_side(const Vec3& n, double offset, const Vec3& p) {
  return Rational(dot(exact(n), exact(p)) - Rational(offset)).sign();
}
bool oracle_collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  const auto n = cross(exact(b) - exact(a), exact(c) - exact(a));
  return n[0] == 0 && n[1] == 0 && n[2] == 0;
}
int sign_dot(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return dot(exact(b) - exact(a), exact(d) - exact(c)).sign();
}

using Bits = std::mt19937_64;
using Source = std::function<double(Bits&)>;  // where coordinates come from

double uniform(Bits& bits) {
  return std::ldexp(static_cast<double>(bits() >> 11), -52) - 1.0;
}
double grid(Bits& bits) {
  return static_cast<double>(bits() % 5) - 2.0;
}
double tenths(Bits& bits) {
  return 0.1 * static_cast<double>(bits() % 7);
}
double subnormal(Bits& bits) {
  return (static_cast<double>(bits() % 9) - 4) * std::numeric_limits<double>::denorm_min();
}
double huge(Bits& bits) {
  return 1.7e308 * (static_cast<double>(bits() % 5) / 2 - 1);
}
double any_size(Bits& bits) {
  return std::ldexp(uniform(bits), static_cast<int>(bits() % 2090) - 1070);
}
double mixed(Bits& bits) {
  const Source sources[] = {uniform, grid, tenths, subnormal, huge, any_size};
  return sources[bits() % 6](bits);
}

struct NamedSource {
  const char* name;
  Source draw;
};
std::vector<NamedSource> all_sources() {
  return {{"uniform", uniform}, {"grid", grid},         {"tenths", tenths}, {"subnormal", subnormal},
          {"huge", huge},       {"any size", any_size}, {"mixed", mixed}};
}

Vec3 draw3(const Source& source, Bits& bits) {
  return {source(bits), source(bits), source(bits)};
}

// Some units in the last place away.
double nudge(double x, Bits& bits) {
  const double target = bits() % 2 ? 1e300 : -1e300;
  for (auto n = bits() % 3; n > 0; --n) x = std::nextafter(x, target);
  return x;
}

void expect_all_agree(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  ASSERT_EQ(orient3d(a, b, c, d), sign_orient3d(a, b, c, d));
  ASSERT_EQ(sign_of_dot(a, b, c, d), sign_dot(a, b, c, d));
  ASSERT_EQ(side_of_plane(a, d[0], b), sign_side(a, d[0], b));
  ASSERT_EQ(is_collinear(a, b, c), oracle_collinear(a, b, c));
  ASSERT_EQ(orient2d(a.head<2>(), b.head<2>(), c.head<2>()), sign_orient2d(a.head<2>(), b.head<2>(), c.head<2>()));
}

TEST(Predicates, ATurnToTheLeftIsPositive) {
  EXPECT_EQ(orient2d({0, 0}, {1, 0}, {0, 1}), 1);
  EXPECT_EQ(orient2d({0, 0}, {0, 1}, {1, 0}), -1);
  EXPECT_EQ(orient2d({0, 0}, {1, 1}, {3, 3}), 0);
}

TEST(Predicates, OutsideOfACounterClockwiseFaceIsPositive) {
  const Vec3 a(0, 0, 1), b(1, 0, 1), c(0, 1, 1);  // top face of a solid below z = 1
  EXPECT_EQ(orient3d(a, b, c, {0.2, 0.2, 2}), 1);
  EXPECT_EQ(orient3d(a, b, c, {0.2, 0.2, 0}), -1);
  EXPECT_EQ(orient3d(a, b, c, {7, -9, 1}), 0);
}

TEST(Predicates, TheSmallestStepOffAPlaneIsSeen) {
  // x + y + z = 3 through three corners; one unit in the last place of z decides.
  const Vec3 a(3, 0, 0), b(0, 3, 0), c(0, 0, 3);
  EXPECT_EQ(orient3d(a, b, c, {1, 1, 1}), 0);
  EXPECT_EQ(orient3d(a, b, c, {1, 1, std::nextafter(1.0, 2.0)}), 1);
  EXPECT_EQ(orient3d(a, b, c, {1, 1, std::nextafter(1.0, 0.0)}), -1);
  EXPECT_EQ(side_of_plane({1, 1, 1}, 3, {1, 1, 1}), 0);
  EXPECT_EQ(side_of_plane({1, 1, 1}, 3, {1, 1, std::nextafter(1.0, 2.0)}), 1);
  EXPECT_EQ(side_of_plane({1, 1, 1}, 3, {1, 1, std::nextafter(1.0, 0.0)}), -1);
}

TEST(Predicates, CoincidentPointsAreCollinear) {
  const Vec3 a(0.1, 0.2, 0.3);
  EXPECT_TRUE(is_collinear(a, a, a));
  EXPECT_TRUE(is_collinear(a, a, {5, 6, 7}));
  EXPECT_TRUE(is_collinear({5, 6, 7}, a, a));
}

TEST(Predicates, CollinearInEveryProjectionButOneIsNotCollinear) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_FALSE(is_collinear({0, 0, 0}, {1, 0, 0}, {2, tiny, 0}));
  EXPECT_FALSE(is_collinear({0, 0, 0}, {0, 1, 0}, {0, 2, tiny}));
  EXPECT_FALSE(is_collinear({0, 0, 0}, {0, 0, 1}, {tiny, 0, 2}));
}

TEST(Predicates, ProductsThatUnderflowOrOverflowKeepTheirSign) {
  const double tiny = std::numeric_limits<double>::denorm_min(), big = std::numeric_limits<double>::max();
  EXPECT_EQ(orient3d({0, 0, 0}, {tiny, 0, 0}, {0, tiny, 0}, {0, 0, tiny}), 1);
  EXPECT_EQ(orient3d({-big, -big, -big}, {big, -big, -big}, {-big, big, -big}, {-big, -big, big}), 1);
  EXPECT_EQ(orient3d({0, 0, 0}, {tiny, 0, 0}, {0, tiny, 0}, {0, 0, -big}), -1);
  // 1e300 times an underflowing minor outweighs what does not underflow.
  EXPECT_EQ(orient3d({0, 0, 0}, {1e-162, 0, -1e-10}, {0, 1e-162, 0}, {0, 0x1p-40, 1e300}), 1);
  EXPECT_EQ(side_of_plane({tiny, 0, 0}, -tiny, {-0.5, 0, 0}), 1);
  EXPECT_EQ(side_of_plane({big, -big, 0}, big, {2, 1, 0}), 0);
  EXPECT_EQ(sign_of_dot({0, 0, 0}, {tiny, 0, 0}, {0, 0, 0}, {-tiny, 0, 0}), -1);
}

TEST(Predicates, SwappingTwoPointsTurnsTheSignAround) {
  Bits bits(1);
  for (int i = 0; i < 20000; ++i) {
    const Vec3 a = draw3(mixed, bits), b = draw3(mixed, bits), c = draw3(mixed, bits), d = draw3(mixed, bits);
    const int sign = orient3d(a, b, c, d);
    ASSERT_EQ(orient3d(b, a, c, d), -sign);
    ASSERT_EQ(orient3d(a, b, d, c), -sign);
    ASSERT_EQ(orient3d(b, c, a, d), sign);
    ASSERT_EQ(sign_of_dot(a, b, c, d), -sign_of_dot(b, a, c, d));
  }
}

TEST(Predicates, AgreeWithRationalsOnPointsOfEverySize) {
  for (const auto& [name, draw] : all_sources()) {
    SCOPED_TRACE(name);
    Bits bits(2);
    for (int i = 0; i < 4000; ++i) {
      expect_all_agree(draw3(draw, bits), draw3(draw, bits), draw3(draw, bits), draw3(draw, bits));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Predicates, AgreeWithRationalsNearPlanesAndLines) {
  // d is a rounded affine combination of the others, c often of a and b: within a few units in the last place of
  // degenerate.
  for (const auto& [name, draw] : all_sources()) {
    SCOPED_TRACE(name);
    Bits bits(3);
    for (int i = 0; i < 4000; ++i) {
      const Vec3 a = draw3(draw, bits), b = draw3(draw, bits);
      const double s = uniform(bits) / 2, t = uniform(bits) / 2;
      Vec3 c = bits() % 2 ? Vec3(a + s * (b / 2 - a / 2)) : draw3(draw, bits);
      Vec3 d = a + s * (b / 2 - a / 2) + t * (c / 2 - a / 2);
      for (double& x : c) x = nudge(x, bits);
      for (double& x : d) x = nudge(x, bits);
      if (!c.allFinite() || !d.allFinite()) continue;
      expect_all_agree(a, b, c, d);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Predicates, PointsOnATiltedPlaneOfIntegersAreCoplanarWhateverThePowerOfTwo) {
  // Points i u + j v with integer u, v: exactly coplanar before and after scaling by 2^k.
  Bits bits(4);
  const Vec3 u(3, -7, 11), v(-5, 2, 13), off(1, 0, 0);
  for (int i = 0; i < 5000; ++i) {
    const double scale = std::ldexp(1.0, static_cast<int>(bits() % 1900) - 1050);
    const auto point = [&] { return Vec3(scale * (grid(bits) * u + grid(bits) * v)); };
    const Vec3 a = point(), b = point(), c = point(), d = point();
    ASSERT_EQ(orient3d(a, b, c, d), 0);
    ASSERT_EQ(orient3d(a, b, c, d + scale * off), sign_orient3d(a, b, c, d + scale * off));
  }
}

TEST(Predicates, AreRightInEveryRoundingMode) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    Bits bits(5);
    for (int i = 0; i < 3000; ++i) {
      const Vec3 a = draw3(tenths, bits), b = draw3(tenths, bits), c = draw3(tenths, bits);
      Vec3 d = a + 0.3 * (b - a) + 0.6 * (c - a);
      for (double& x : d) x = nudge(x, bits);
      std::fesetround(mode);
      const int sign = orient3d(a, b, c, d);
      std::fesetround(FE_TONEAREST);
      ASSERT_EQ(sign, sign_orient3d(a, b, c, d));
    }
  }
}

}  // namespace
}  // namespace abut::math
