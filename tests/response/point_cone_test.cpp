#include "abut/response/point_cone.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/math/random.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Random;
using math::Vec2;
using math::Vec3;

Mat3 make_matrix(const PointMass& mass) {
  Mat3 K;
  K << mass.inv_n, mass.inv_n1, mass.inv_n2, mass.inv_n1, mass.inv_1, 0, mass.inv_n2, 0, mass.inv_2;
  return K;
}

// How far p is from the law, as a speed.
double compute_fault(const PointMass& mass, const Vec3& b, const Vec3& p) {
  const Vec3 u = make_matrix(mass) * p + b;
  const double rim = mass.mu * p.x(), friction = p.tail<2>().norm(), slip = u.tail<2>().norm();
  double fault = std::abs(std::min(u.x(), mass.inv_n * p.x()));
  fault = std::max(fault, mass.inv_n * (friction - rim));
  // |u_t| p_t = -mu p_n u_t, as a speed.
  if (rim > 0) fault = std::max(fault, (slip * p.tail<2>() + rim * u.tail<2>()).norm() / rim);
  return fault;
}

// Any positive definite K with diagonal tangential part.
PointMass make_mass(Random& random, double most_mu) {
  PointMass mass{.inv_1 = random.next_between(0.2, 3), .inv_2 = random.next_between(0.2, 3)};
  mass.inv_n1 = random.next_between(-1, 1), mass.inv_n2 = random.next_between(-1, 1);
  mass.inv_n =
      mass.inv_n1 * mass.inv_n1 / mass.inv_1 + mass.inv_n2 * mass.inv_n2 / mass.inv_2 + random.next_between(0.05, 1);
  mass.mu = most_mu * random.next_unit();
  return mass;
}

TEST(PointCone, SticksInsideTheDiskAndSlidesAgainstTheSlipOutside) {
  const PointMass mass{.inv_n = 1, .inv_1 = 2, .inv_2 = 4, .mu = 1};
  EXPECT_EQ(compute_disk_friction(mass, {-2, 4}, 1.5), Vec2(1, -1));
  const Vec2 p = compute_disk_friction(mass, {-20, 40}, 1.5);
  const Vec2 u(2 * p.x() - 20, 4 * p.y() + 40);
  EXPECT_NEAR(p.norm(), 1.5, 1e-14);
  EXPECT_NEAR(p.x() * u.y() - p.y() * u.x(), 0, 1e-12);
  EXPECT_LT(p.dot(u), 0);
}

TEST(PointCone, WithoutRoomThereIsNoFriction) {
  EXPECT_EQ(compute_disk_friction({.inv_n = 1, .inv_1 = 1, .inv_2 = 1}, {3, 4}, 0.0), Vec2(0, 0));
}

TEST(PointCone, UncoupledIsNormalFirst) {
  const PointMass mass{.inv_n = 2, .inv_1 = 1, .inv_2 = 1, .mu = 0.5};
  const Vec3 p = compute_cone_impulse(mass, {-4, 10, 0});
  EXPECT_NEAR((p - Vec3(2, -1, 0)).norm(), 0, 1e-14);
  EXPECT_EQ(compute_cone_impulse(mass, {4, 10, 0}), Vec3::Zero());
  EXPECT_EQ(compute_cone_impulse(mass, {0, 10, 0}), Vec3::Zero());
}

TEST(PointCone, WhereNothingMovesAlongTheNormalThereIsNoImpulse) {
  EXPECT_EQ(compute_cone_impulse({.inv_1 = 1, .inv_2 = 1, .mu = 1}, {-1, 1, 1}), Vec3::Zero());
}

// Sliding, u_n = -1 + (1 - 1.5 * 0.9) p_n falls as p_n grows: only where it sticks does it turn.
TEST(PointCone, FrictionThatDrivesTheNormalIsFollowedToWhereItSticks) {
  const PointMass mass{.inv_n = 1, .inv_1 = 1, .inv_2 = 1, .inv_n1 = 0.9, .mu = 1.5};
  const Vec3 b(-1, 10, 0), p = compute_cone_impulse(mass, b);
  EXPECT_LT(compute_fault(mass, b, p), 1e-12);
  // Sticking both ways: K p = -b.
  EXPECT_NEAR((make_matrix(mass) * p + b).norm(), 0, 1e-11);
}

TEST(PointCone, ObeysTheLawOnRandomMassesWhateverTheFriction) {
  Random random(5);
  int num_open = 0, num_stick = 0, num_slide = 0;
  for (int k = 0; k < 20000; ++k) {
    const PointMass mass = make_mass(random, k % 2 == 0 ? 1.0 : 10.0);
    const Vec3 b = 2 * random.next_direction(), p = compute_cone_impulse(mass, b);
    ASSERT_LT(compute_fault(mass, b, p), 1e-9) << "problem " << k;
    const double slip = (make_matrix(mass) * p + b).tail<2>().norm();
    ++(p.x() == 0 ? num_open : slip < 1e-9 ? num_stick : num_slide);
  }
  EXPECT_GT(std::min({num_open, num_stick, num_slide}), 1000);
}

}  // namespace
}  // namespace abut::response
