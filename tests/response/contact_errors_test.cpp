#include "abut/response/contact_errors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "abut/math/random.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Twist;
using math::Vec3;

// A body of 2 kg that does not turn, on the ground, along z: inverse mass 1/2. In a step gravity adds 0.05 m/s.
struct Standing {
  JudgedBody body, ground;
  ProblemContact contact;

  Standing() {
    body.inv_mass.setConstant(0.5);
    body.own_change = 0.05;
    contact.mu = 0.5;
    contact.arm_a = Vec3(0.3, -0.2, -0.5), contact.arm_b = Vec3(4, 5, 6);
  }
  double compute(const Vec3& p) const { return compute_contact_error(body, ground, contact, p); }
  double compute_impact(const Vec3& p) const { return compute_impact_error(body, ground, contact, p); }
};

TEST(ContactErrors, ApproachIsRelativeToWhatGravityAddsInAStep) {
  Standing s;
  s.body.change.v = Vec3(0, 0, 0.04);
  s.body.V.v = Vec3(0, 0, -0.01);  // of 0.05 only 0.04 was taken
  EXPECT_NEAR(s.compute(Vec3(0, 0, 0.08)), 0.01 / 0.05, 1e-14);
  s.contact.least_speed = -0.01;  // so fast it may approach
  EXPECT_EQ(s.compute(Vec3(0, 0, 0.08)), 0);
  s.contact.least_speed = -0.03;  // it may approach faster, and is pushed all the same
  EXPECT_NEAR(s.compute(Vec3(0, 0, 0.08)), 0.02 / 0.05, 1e-14);
  EXPECT_EQ(s.compute(Vec3::Zero()), 0);
}

TEST(ContactErrors, OrToWhatImpulsesChangeEitherBodyByAtThePoint) {
  Standing s;
  s.body.V.v = Vec3(0, 0, -0.01);
  s.body.change.v = Vec3(0.6, 0, 0.8);
  EXPECT_NEAR(s.compute(Vec3(0, 0, 1)), 0.01 / 1.0, 1e-14);
  // Turning about y with 2 rad/s moves the point at (0.3, -0.2, -0.5) with (-1, 0, -0.6).
  s.body.change = {Vec3(0, 2, 0), Vec3(0, 0, 0.6)};
  EXPECT_NEAR(s.compute(Vec3(0, 0, 1)), 0.01 / 1.0, 1e-14);
  // The other body's counts as well,
  s.ground.change.v = Vec3(0, 4, 0);
  EXPECT_NEAR(s.compute(Vec3(0, 0, 1)), 0.01 / 4.0, 1e-14);
  // and what either of them gets from its forces.
  s.ground.own_change = 5;
  EXPECT_NEAR(s.compute(Vec3(0, 0, 1)), 0.01 / 5.0, 1e-14);
}

// Two bodies fall side by side onto something and are stopped together: against each other nothing changes.
TEST(ContactErrors, TwoBodiesThatAreStoppedTogetherHaveChanged) {
  Standing s;
  s.body.change.v = s.ground.change.v = Vec3(0, 0, 2);
  s.body.V.v = Vec3(0, 0, -0.01);
  EXPECT_NEAR(s.compute(Vec3(0, 0, 0.1)), 0.01 / 2, 1e-14);
}

TEST(ContactErrors, FrictionIsJudgedByTheCone) {
  Standing s;
  // Standing with friction 0.06 where 0.5 * 0.1 is allowed: outside by 0.01 N s, which is 0.005 m/s of 2 kg.
  EXPECT_NEAR(s.compute(Vec3(0.06, 0, 0.1)), 0.005 / 0.05, 1e-14);
  // Sliding along x, friction against it in full; across it by as much; none.
  s.body.V.v = Vec3(0.3, 0, 0);
  EXPECT_EQ(s.compute(Vec3(-0.05, 0, 0.1)), 0);
  EXPECT_NEAR(s.compute(Vec3(0, 0, 0.1)), 0.5 * 0.05 / 0.05, 1e-14);  // friction's share is what is missing
  EXPECT_GT(s.compute(Vec3(0, 0.05, 0.1)), 0.5);
}

TEST(ContactErrors, WhereNothingActsAnErrorIsAtMostAllOfIt) {
  Standing s;
  s.body.own_change = 0;
  EXPECT_EQ(s.compute(Vec3::Zero()), 0);
  s.body.V.v = Vec3(0, 0, -1e-5);
  EXPECT_NEAR(s.compute(Vec3::Zero()), 1, 1e-14);
  s.body.V.v = Vec3(3e-5, 0, -4e-5);  // and slides
  EXPECT_NEAR(s.compute(Vec3::Zero()), 0.8, 1e-14);
  s.body.V.v = Vec3::Zero();
  EXPECT_NEAR(s.compute(Vec3(0, 0, -0.02)), 1, 1e-14);  // it pulls
}

TEST(ContactErrors, WhatRoundingExplainsIsNone) {
  Standing s;
  s.body.own_change = 0;
  s.body.V.v = s.ground.V.v = Vec3(100, 0, 0);
  s.body.V.v.z() = -1e-14;  // half of the last digit of 100
  EXPECT_EQ(s.compute(Vec3::Zero()), 0);
  s.body.V.v.z() = -1e-9;
  EXPECT_NEAR(s.compute(Vec3::Zero()), 1, 1e-4);
}

TEST(ContactErrors, OfAnImpactTheNormalSpeedFrictionsSizeAndThatItDoesNotPullAreJudged) {
  Standing s;
  s.body.change.v = Vec3(0, 0, 2);
  s.body.V.v = Vec3(0.3, 0, 1);  // it leaves, and friction has turned its slip around
  EXPECT_EQ(s.compute_impact(Vec3(1, 0, 4)), 0);
  EXPECT_NEAR(s.compute(Vec3(1, 0, 4)), 1.0 / 2, 1e-14);  // what does not strike is not pushed away with 1 m/s
  EXPECT_NEAR(s.compute_impact(Vec3(2.5, 0, 4)), 0.5 * 0.5 / 2, 1e-14);  // 2.5 where 2 is allowed
  EXPECT_NEAR(s.compute_impact(Vec3(0, 0, -1)), 0.5 * 1 / 2, 1e-14);
  s.body.V.v.z() = -0.02;  // what gravity did since
  s.contact.least_speed = -0.02;
  EXPECT_EQ(s.compute_impact(Vec3(0, 0, 4)), 0);
  s.contact.least_speed = 0;
  EXPECT_NEAR(s.compute_impact(Vec3(0, 0, 4)), 0.02 / 2, 1e-14);
}

TEST(ContactErrors, WhatIsNotFiniteIsInfinitelyWrong) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double x : {kInfinity, -kInfinity, std::nan("")}) {
    Standing s;
    EXPECT_EQ(s.compute(Vec3(0, x, 1)), kInfinity);
    EXPECT_EQ(s.compute_impact(Vec3(0, x, 1)), kInfinity);
    s.body.V.v.x() = x;
    EXPECT_EQ(s.compute(Vec3(0, 0, 1)), kInfinity);
    EXPECT_EQ(s.compute_impact(Vec3(0, 0, 1)), kInfinity);
  }
}

// Two bodies of any mass at one contact.
struct RandomContact {
  JudgedBody a, b;
  ProblemContact contact;
  Vec3 p;

  explicit RandomContact(math::Random& random) {
    const auto vector = [&](double size) { return Vec3(size * random.next_between(0.1, 1) * random.next_direction()); };
    for (JudgedBody* body : {&a, &b}) {
      const math::Quat q = random.next_rotation();
      const Vec3 moments(random.next_between(0.1, 1), random.next_between(0.1, 1), random.next_between(0.1, 1));
      body->inv_mass.setConstant(random.next_between(0.1, 10));
      body->inv_inertia = q.toRotationMatrix() * moments.asDiagonal() * q.toRotationMatrix().transpose();
      body->V = {vector(1), vector(1)}, body->change = {vector(1), vector(1)};
      body->own_change = random.next_between(0, 2);
    }
    contact = {0, 1, random.next_direction(), vector(1), vector(1), random.next_between(0, 1), -0.1};
    p = vector(1);
  }
};

// Any impulse; none; one well within the cone, or near its rim on either side, as strong as a velocity or much
// stronger.
Vec3 make_impulse(const RandomContact& c, math::Random& random, int kind) {
  if (kind == 0) return c.p;
  if (kind == 1) return Vec3::Zero();
  const Vec3& n = c.contact.nhat_BA_W;
  const double p_n = random.next_between(0.01, 10), share = kind == 2 ? 0.6 : 2.0;
  return p_n * n + random.next_between(0, share) * c.contact.mu * p_n * n.cross(random.next_direction()).normalized();
}

TEST(ContactErrors, IsTheProblemsOwnResidualOverItsScale) {
  math::Random random(7);
  for (int i = 0; i < 1000; ++i) {
    RandomContact c(random);
    c.p = make_impulse(c, random, i % 4);
    // The same velocities after the impulse, by definition.
    ContactProblem problem;
    for (const JudgedBody* body : {&c.a, &c.b}) {
      const bool is_a = body == &c.a;
      const Vec3 p = is_a ? c.p : Vec3(-c.p), arm = is_a ? c.contact.arm_a : c.contact.arm_b;
      const Twist impulse{body->inv_inertia * arm.cross(p), body->inv_mass.cwiseProduct(p)};
      problem.bodies.push_back({body->inv_mass, body->inv_inertia, body->V - impulse});
    }
    problem.contacts = {c.contact};
    const auto speed = [](const Twist& V, const Vec3& arm) { return (V.v + V.w.cross(arm)).norm(); };
    problem.speed_scale = std::max(
        {c.a.own_change, c.b.own_change, speed(c.a.change, c.contact.arm_a), speed(c.b.change, c.contact.arm_b)});
    const double expected = compute_residuals(problem, std::span(&c.p, 1)).largest();
    EXPECT_NEAR(compute_contact_error(c.a, c.b, c.contact, c.p), expected, 1e-12 * (1 + expected));
  }
}

TEST(ContactErrors, StaysWhenBodiesAreSwappedTurnedOrFasterByAFactor) {
  math::Random random(8);
  for (int i = 0; i < 200; ++i) {
    const RandomContact c(random);
    const auto expect_same = [&](const JudgedBody& a, const JudgedBody& b, const ProblemContact& contact,
                                 const Vec3& p) {
      const double error = compute_contact_error(c.a, c.b, c.contact, c.p),
                   impact = compute_impact_error(c.a, c.b, c.contact, c.p);
      EXPECT_NEAR(compute_contact_error(a, b, contact, p), error, 1e-12 * (1 + error));
      EXPECT_NEAR(compute_impact_error(a, b, contact, p), impact, 1e-12 * (1 + impact));
    };
    ProblemContact swapped = c.contact;
    swapped.nhat_BA_W = -c.contact.nhat_BA_W, std::swap(swapped.arm_a, swapped.arm_b);
    expect_same(c.b, c.a, swapped, -c.p);

    const Mat3 R = random.next_rotation().toRotationMatrix();
    const auto turn = [&](JudgedBody body) {
      body.inv_inertia = R * body.inv_inertia * R.transpose();
      for (Vec3* v : {&body.V.w, &body.V.v, &body.change.w, &body.change.v}) *v = R * *v;
      return body;
    };
    ProblemContact turned = c.contact;
    for (Vec3* v : {&turned.nhat_BA_W, &turned.arm_a, &turned.arm_b}) *v = R * *v;
    expect_same(turn(c.a), turn(c.b), turned, R * c.p);

    const auto hasten = [](JudgedBody body) {
      body.V = 3.0 * body.V, body.change = 3.0 * body.change, body.own_change *= 3;
      return body;
    };
    ProblemContact faster = c.contact;
    faster.least_speed *= 3;
    expect_same(hasten(c.a), hasten(c.b), faster, 3 * c.p);
  }
}

TEST(ContactErrors, OfManyTheLargestIsKnownWithItsContactAndTheRootMeanSquareOfAll) {
  ContactErrors errors;
  EXPECT_EQ(errors.rms(), 0);
  errors.add(4, 0.0);
  EXPECT_EQ(errors.worst, ContactErrors::kNone);
  errors.add(5, 3e-3), errors.add(6, 4e-3), errors.add(7, 4e-3);
  EXPECT_EQ(errors.largest, 4e-3);
  EXPECT_EQ(errors.worst, 6u);  // the first
  EXPECT_NEAR(errors.rms(), std::sqrt((9 + 16 + 16) * 1e-6 / 4), 1e-18);
  ContactErrors later;
  later.add(9, 4e-3);
  errors.add(later);
  EXPECT_EQ(errors.worst, 6u);
  later.add(10, 5e-3), errors.add(later);
  EXPECT_EQ(errors.worst, 10u);
  EXPECT_EQ(errors.largest, 5e-3);
  EXPECT_EQ(errors.num_contacts, 7u);
  EXPECT_NEAR(errors.sum_sq, (9 + 4 * 16 + 25) * 1e-6, 1e-18);
}

}  // namespace
}  // namespace abut::response
