#include "abut/response/collision_response.h"

#include <gtest/gtest.h>

#include "abut/response/compare_laws.h"
#include "abut/response/gauss_law.h"
#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Random;
using math::Twist;
using math::Vec3;

ContactImpulses collide(ContactProblem problem, double restitution) {
  set_collision_speeds(problem, std::vector<double>(problem.contacts.size(), restitution));
  GaussLaw law;
  const ContactImpulses answer = law.solve(problem, {.tolerance = 1e-11});
  EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
  return answer;
}

TEST(CollisionResponse, ABallBouncesWithItsShareOfTheSpeed) {
  for (const double e : {0.0, 0.3, 1.0}) {
    ProblemMaker made;
    const std::uint32_t ball = made.add_cube(4.0, {0, 0, 0.5}, {Vec3::Zero(), {1, 0, -3}});
    made.add_manifold(ball, kGround, Vec3::UnitZ(), {Vec3::Zero()}, 0.0);
    EXPECT_LT((collide(made.problem, e).V[ball].v - Vec3(1, 0, 3 * e)).norm(), 1e-13);
  }
}

TEST(CollisionResponse, TwoBallsExchangeTheirVelocities) {
  ProblemMaker made;
  const std::uint32_t one = made.add_cube(2.0, {0, 0, 0}, {Vec3::Zero(), {1, 0, 0}});
  const std::uint32_t other = made.add_cube(2.0, {1, 0, 0}, {Vec3::Zero(), {-3, 0, 0}});
  made.add_manifold(one, other, -Vec3::UnitX(), {{0.5, 0, 0}}, 0.0);
  const ContactImpulses answer = collide(made.problem, 1.0);
  EXPECT_NEAR(answer.V[one].v.x(), -3, 1e-14);
  EXPECT_NEAR(answer.V[other].v.x(), 1, 1e-14);
}

TEST(CollisionResponse, EachContactHasItsOwnRestitution) {
  ProblemMaker made;
  const std::uint32_t cube = made.add_cube(1.0, Vec3::Zero(), {Vec3::Zero(), {-2, 0, -3}});
  made.problem.bodies[cube].inv_inertia.setZero();
  made.add_manifold(cube, kGround, Vec3::UnitZ(), {Vec3::Zero()}, 0.0);
  made.add_manifold(cube, kGround, Vec3::UnitX(), {Vec3::Zero()}, 0.0);
  set_collision_speeds(made.problem, std::vector{0.5, 1.0});
  EXPECT_EQ(made.problem.contacts[0].least_speed, 1.5);
  EXPECT_EQ(made.problem.contacts[1].least_speed, 2.0);
}

// Equation 7 as it stands.
TEST(CollisionResponse, WhatPartsMayApproachAtItsShareOfTheSpeed) {
  ProblemMaker made;
  const std::uint32_t cube = made.add_cube(1.0, Vec3::Zero(), {Vec3::Zero(), {0, 0, 2}});
  made.add_manifold(cube, kGround, Vec3::UnitZ(), {Vec3::Zero()}, 0.0);
  set_collision_speeds(made.problem, std::vector{0.5});
  EXPECT_EQ(made.problem.contacts[0].least_speed, -1.0);
}

// Each contact leaves at no less than its share of the speed, momentum is kept, energy does not rise; elastic bodies
// keep it.
TEST(CollisionResponse, OfManyBodiesKeepsMomentumAndGainsNoEnergy) {
  Random random(3);
  for (int k = 0; k < 60; ++k) {
    ContactProblem problem = make_random_problem(random, {.num_bodies = 5, .num_manifolds = 8, .most_mu = 0.0});
    problem.bodies[kGround].inv_mass.setConstant(0.1);
    problem.bodies[kGround].inv_inertia = 0.5 * math::Mat3::Identity();
    std::vector<Twist> before;
    for (const ProblemBody& body : problem.bodies) before.push_back(body.V);
    for (const double e : {0.0, 0.5, 1.0}) {
      const ContactImpulses answer = collide(problem, e);
      Vec3 gained = Vec3::Zero();
      for (std::size_t i = 0; i < before.size(); ++i)
        gained += (answer.V[i].v - before[i].v) / problem.bodies[i].inv_mass.x();
      EXPECT_LT(gained.norm(), 1e-12);
      double lost = 0.0;  // by the formula of the header
      for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
        const ProblemContact& contact = problem.contacts[i];
        const double u0 = contact.nhat_BA_W.dot(compute_contact_velocity(contact, before));
        EXPECT_GE(contact.nhat_BA_W.dot(compute_contact_velocity(contact, answer.V)), -e * u0 - 1e-11);
        lost -= 0.5 * (1 - e) * answer.p[i].dot(contact.nhat_BA_W) * u0;
      }
      EXPECT_GE(lost, -1e-12);
      EXPECT_NEAR(compute_energy_gained(problem, answer.p), -lost, 1e-10) << e;
    }
  }
}

}  // namespace
}  // namespace abut::response
