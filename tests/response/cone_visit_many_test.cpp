#include "abut/response/cone_visit_many.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "response/cone_meeting.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Random;
using math::Vec3;

constexpr double kPi = std::numbers::pi;

// Two bodies that share points of one plane.
Meeting make_plane_meeting(Random& random, int count, double mu) {
  Meeting meeting(make_body(random, 1), make_body(random, 3));
  const Vec3 n = random.next_direction(), x = n.unitOrthogonal(), y = n.cross(x), offset = random.next_direction();
  for (int k = 0; k < count; ++k) {
    const Vec3 arm = 0.3 * n + random.next_between(-1, 1) * x + random.next_between(-1, 1) * y;
    meeting.add(n, arm, arm + offset, mu);
  }
  meeting.a.v -= 2 * n;
  meeting.group.is_many = true;
  return meeting;
}

// A disc of mass 1 on a fixed floor, `height` below its centre of mass.
Meeting make_disc(int count, double radius, double height, double mu) {
  const ConeBody still{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Mat3::Zero(), false};
  Meeting meeting({Vec3(0, 0, -1), Vec3::Zero(), Vec3::Ones(), Mat3(Vec3(200, 200, 100).asDiagonal()), true}, still);
  for (int k = 0; k < count; ++k) {
    const Vec3 arm(radius * std::cos(2 * kPi * k / count), radius * std::sin(2 * kPi * k / count), -height);
    meeting.add(Vec3::UnitZ(), arm, arm, mu);
  }
  meeting.group.is_many = true;
  return meeting;
}

double sweep(Meeting& meeting) {
  return sweep_many(meeting.group, meeting.a, meeting.b, meeting.tables);
}

void expect_law(const Meeting& meeting, double tolerance) {
  for (std::size_t k = 0; k < meeting.contacts.size(); ++k) {
    const ProblemContact& contact = meeting.contacts[k];
    const double inverse = compute_inverse_mass(meeting.a, meeting.b, contact, contact.nhat_BA_W);
    EXPECT_LT(compute_contact_residuals(contact, inverse, meeting.velocity(k), meeting.impulse(k)).largest(),
              tolerance);
  }
}

TEST(ConeVisitMany, VelocitiesFollowTheImpulses) {
  Random random(1);
  for (const int count : {9, 17, 40}) {
    Meeting meeting = make_plane_meeting(random, count, 0.5);
    meeting.load();
    const ConeBody a = meeting.a, b = meeting.b;
    for (int i = 0; i < 5; ++i) sweep(meeting);
    ConeBody next_a = a, next_b = b, pushed_a = a, pushed_b = b;
    for (std::size_t k = 0; k < meeting.contacts.size(); ++k) {
      const Vec3 p = meeting.impulse(k);
      next_a.push(p, meeting.contacts[k].arm_a.cross(p)), next_b.push(-p, -meeting.contacts[k].arm_b.cross(p));
    }
    push_many(meeting.group, meeting.tables, pushed_a, pushed_b);
    for (const auto& [x, y] : {std::pair(meeting.a, next_a), std::pair(meeting.b, next_b), std::pair(pushed_a, next_a),
                               std::pair(pushed_b, next_b)})
      EXPECT_LT((x.v - y.v).norm() + (x.w - y.w).norm(), 1e-12);
  }
}

TEST(ConeVisitMany, SweepsComeToWhatTheLawSays) {
  Random random(2);
  for (const double mu : {0.1, 0.5}) {
    for (int count = 9; count <= 30; count += 3) {
      Meeting meeting = make_plane_meeting(random, count, mu);
      meeting.load();
      for (int i = 0; i < 3000; ++i) sweep(meeting);
      expect_law(meeting, 1e-7);
    }
  }
}

// Whatever was there before, a load goes to all points alike.
TEST(ConeVisitMany, ALoadIsSharedEvenly) {
  Random random(3);
  Meeting meeting = make_disc(48, 0.1, 0.0, 0.2);
  for (Vec3& guess : meeting.guess) guess = Vec3(0, 0, 0.04 * random.next_unit());
  meeting.load();
  push_many(meeting.group, meeting.tables, meeting.a, meeting.b);
  sweep(meeting);
  for (std::size_t k = 0; k < 48; ++k) EXPECT_NEAR(meeting.impulse(k).z(), 1.0 / 48, 1e-14);
}

// Friction at the floor turns a sliding disc about its centre, and so the load moves forward by mu times the height.
TEST(ConeVisitMany, TheLoadOfASlidingDiscIsInFront) {
  const double radius = 0.1, height = 0.01, mu = 0.2;
  Meeting meeting = make_disc(30, radius, height, mu);
  meeting.a.v.x() = 3;
  meeting.load();
  for (int i = 0; i < 30; ++i) sweep(meeting);
  for (std::size_t k = 0; k < 30; ++k) {
    const double expected = (1 + 2 * mu * height * meeting.contacts[k].arm_a.x() / (radius * radius)) / 30;
    EXPECT_NEAR(meeting.impulse(k).z(), expected, 1e-12);
    EXPECT_NEAR((meeting.impulse(k) - expected * Vec3(-mu, 0, 1)).norm(), 0.0, 1e-12);
  }
}

// What is farther away gets nothing, unless the bodies would come too near there.
TEST(ConeVisitMany, WhatIsApartCarriesOnlyWhereItMust) {
  Meeting meeting = make_disc(32, 0.1, 0.0, 0.2);
  for (std::size_t k = 16; k < 32; ++k) meeting.contacts[k].least_speed = -0.1;  // one half, where it tips to
  meeting.load();
  for (int i = 0; i < 2000; ++i) sweep(meeting);
  expect_law(meeting, 1e-9);
  double far = 0.0;
  for (std::size_t k = 16; k < 32; ++k) far += meeting.impulse(k).z();
  EXPECT_GT(far, 0.01);
  Meeting level = make_disc(32, 0.1, 0.0, 0.2);
  for (std::size_t k = 0; k < 32; k += 2) level.contacts[k].least_speed = -0.25;  // every second
  level.load();
  sweep(level);
  for (std::size_t k = 0; k < 32; ++k) EXPECT_NEAR(level.impulse(k).z(), k % 2 == 0 ? 0.0 : 1.0 / 16, 1e-12);
}

// Off its edge: the points nearest to the load carry it.
TEST(ConeVisitMany, WhatTipsIsHeldByItsRim) {
  Meeting meeting = make_disc(32, 0.1, 0.0, 0.2);
  for (ProblemContact& contact : meeting.contacts) contact.arm_a.x() += 0.11, contact.arm_b.x() += 0.11;
  meeting.load();
  for (int i = 0; i < 2000; ++i) sweep(meeting);
  expect_law(meeting, 1e-9);
  for (std::size_t k = 0; k < 32; ++k) EXPECT_EQ(meeting.impulse(k).z() > 0, k == 16) << k;
}

TEST(ConeVisitMany, TakesNoImpulseWhereNothingMoves) {
  Meeting meeting = make_disc(12, 0.1, 0.0, 0.2);
  meeting.a.inv_mass = Vec3(1, 1, 0), meeting.a.inv_inertia.setZero();
  meeting.load();
  sweep(meeting);
  for (std::size_t k = 0; k < 12; ++k) EXPECT_EQ(meeting.impulse(k), Vec3(Vec3::Zero()));
}

}  // namespace
}  // namespace abut::response
