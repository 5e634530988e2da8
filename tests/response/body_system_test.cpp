#include "abut/response/body_system.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Random;
using math::Twist;
using math::Vec3;

// Positive definite, and not symmetric by as much as a contact that slides makes it.
std::vector<LinearContact> make_linear(Random& random, std::size_t count) {
  std::vector<LinearContact> linear(count);
  for (LinearContact& one : linear) {
    Mat3 A;
    for (int i = 0; i < 3; ++i) A.col(i) = random.next_direction();
    const Vec3 n = random.next_direction(), t = random.next_direction().cross(n);
    one.D = A * A.transpose() + 0.3 * t * n.transpose();
    one.g = random.next_direction();
  }
  return linear;
}

// Impulses that the velocities ask for make these velocities.
void expect_consistent(const ContactProblem& problem, std::span<const LinearContact> linear,
                       std::span<const Twist> dV) {
  std::vector<Vec3> dp;
  for (std::size_t i = 0; i < linear.size(); ++i)
    dp.push_back(linear[i].g - linear[i].D * compute_contact_velocity(problem.contacts[i], dV));
  const std::vector<Twist> V = compute_velocities(problem, dp);
  for (std::size_t i = 0; i < V.size(); ++i) {
    EXPECT_LT((V[i].v - problem.bodies[i].V.v - dV[i].v).norm(), 1e-11 * (1 + dV[i].v.norm()));
    EXPECT_LT((V[i].w - problem.bodies[i].V.w - dV[i].w).norm(), 1e-11 * (1 + dV[i].w.norm()));
  }
}

TEST(BodySystem, VelocitiesAndImpulsesAgree) {
  Random random(7);
  for (std::uint32_t length = 1; length < 12; ++length) {
    ContactProblem problem = make_random_chain(random, length, 0.5);
    if (length % 3 == 0) problem.bodies[1].inv_inertia.setZero(), problem.bodies[1].inv_mass.x() = 0.0;
    BodySystem system;
    ASSERT_TRUE(system.load(problem));
    std::vector<LinearContact> linear = make_linear(random, problem.contacts.size());
    std::vector<Twist> dV(problem.bodies.size());
    ASSERT_TRUE(system.factorise(linear) && system.solve(linear, dV));
    expect_consistent(problem, linear, dV);
    for (LinearContact& one : linear) one.g = random.next_direction();  // the same matrix, another load
    ASSERT_TRUE(system.solve(linear, dV));
    expect_consistent(problem, linear, dV);
  }
}

TEST(BodySystem, BodiesThatDoNotMoveStayAsTheyAre) {
  Random random(8);
  const ContactProblem problem = make_stack({1, 2, 3}, 0.4);
  BodySystem system;
  ASSERT_TRUE(system.load(problem));
  const std::vector<LinearContact> linear = make_linear(random, problem.contacts.size());
  std::vector<Twist> dV(problem.bodies.size(), Twist{Vec3::Ones(), Vec3::Ones()});
  ASSERT_TRUE(system.factorise(linear) && system.solve(linear, dV));
  EXPECT_EQ(dV[kGround].v, Vec3::Zero());
  EXPECT_EQ(dV[kGround].w, Vec3::Zero());
}

// Every body touches every other: the factors of 100 bodies are dense.
TEST(BodySystem, IsNotForWhatCostsMoreThanSweeps) {
  ProblemMaker made;
  for (std::uint32_t i = 0; i < 100; ++i) made.add_cube(1.0, {static_cast<double>(i), 0, 0});
  for (std::uint32_t i = 2; i <= 100; ++i)
    for (std::uint32_t j = 1; j < i; ++j) made.add_manifold(i, j, Vec3::UnitZ(), {Vec3(i, j, 0)}, 0.3);
  BodySystem system;
  EXPECT_FALSE(system.load(made.problem));
}

TEST(BodySystem, SaysWhereNumbersAreNotFinite) {
  Random random(9);
  const ContactProblem problem = make_stack({1, 2}, 0.3);
  BodySystem system;
  ASSERT_TRUE(system.load(problem));
  std::vector<LinearContact> linear = make_linear(random, problem.contacts.size());
  std::vector<Twist> dV(problem.bodies.size());
  ASSERT_TRUE(system.factorise(linear));
  linear[0].g.x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(system.solve(linear, dV));
}

}  // namespace
}  // namespace abut::response
