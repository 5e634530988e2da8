#include "abut/geometry/round_mass.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace abut::geometry {
namespace {

using math::Vec3;

// A body of revolution about z as a stack of n discs of radius r(z): mass r^2 pi dz, moments of a disc shifted to z.
// The midpoint rule errs by O(1/n^1.5) at the tips, where r has a vertical tangent.
struct Discs {
  double mass = 0, across = 0, along = 0;
};
template <class Radius>
Discs integrate(double z_max, int n, double density, const Radius& radius) {
  Discs sum;
  const double dz = 2 * z_max / n;
  for (int i = 0; i < n; ++i) {
    const double z = -z_max + (i + 0.5) * dz;
    const double r_sq = radius(z) * radius(z);
    const double m = density * std::numbers::pi * r_sq * dz;
    sum.mass += m;
    sum.along += m * r_sq / 2;
    sum.across += m * (r_sq / 4 + z * z);
  }
  return sum;
}

void expect_near(const MassProperties& m, const Discs& discs) {
  EXPECT_NEAR(m.mass, discs.mass, 1e-5 * m.mass);
  EXPECT_NEAR(m.I_BBcm_B(0, 0), discs.across, 1e-5 * discs.across);
  EXPECT_NEAR(m.I_BBcm_B(1, 1), discs.across, 1e-5 * discs.across);
  EXPECT_NEAR(m.I_BBcm_B(2, 2), discs.along, 1e-5 * discs.along);
  EXPECT_EQ(m.I_BBcm_B(0, 1), 0.0);
  EXPECT_EQ(m.p_BBcm, Vec3::Zero());
}

TEST(RoundMass, ABallIsItsDiscs) {
  const double r = 0.7;
  expect_near(compute_ball_mass(r, 3.0), integrate(r, 20000, 3.0, [&](double z) { return std::sqrt(r * r - z * z); }));
}

TEST(RoundMass, ACapsuleIsItsDiscs) {
  const double r = 0.7, length = 2.2;
  const auto radius = [&](double z) {
    const double beyond = std::max(0.0, std::abs(z) - length / 2);
    return std::sqrt(std::max(0.0, r * r - beyond * beyond));
  };
  expect_near(compute_capsule_mass(r, length, 3.0), integrate(r + length / 2, 20000, 3.0, radius));
}

TEST(RoundMass, ACapsuleShrinksToABallAndGrowsToARod) {
  const MassProperties ball = compute_ball_mass(2.0, 5.0);
  const MassProperties short_capsule = compute_capsule_mass(2.0, 1e-12, 5.0);
  EXPECT_NEAR((short_capsule.I_BBcm_B - ball.I_BBcm_B).norm(), 0.0, 1e-9 * ball.I_BBcm_B.norm());
  EXPECT_NEAR(short_capsule.area, ball.area, 1e-9);
  // Thin and long: m l^2 / 12 across.
  const MassProperties rod = compute_capsule_mass(1e-6, 3.0, 1.0);
  EXPECT_NEAR(rod.I_BBcm_B(0, 0), rod.mass * 9.0 / 12.0, 1e-5 * rod.mass);
}

TEST(RoundMass, ScalingByTwoIsExact) {
  const MassProperties a = compute_capsule_mass(0.3, 0.7, 11.0), b = compute_capsule_mass(0.6, 1.4, 11.0);
  EXPECT_EQ(b.mass, 8 * a.mass);
  EXPECT_EQ(b.I_BBcm_B, 32 * a.I_BBcm_B);
}

}  // namespace
}  // namespace abut::geometry
