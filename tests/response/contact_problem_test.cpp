#include "abut/response/contact_problem.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Twist;
using math::Vec3;

// One ball of mass 2 on the ground, touched below its centre: inverse mass 1/2 along the normal.
ContactProblem make_ball(const Twist& V, double mu) {
  ProblemMaker made;
  const std::uint32_t ball = made.add_cube(2.0, {0, 0, 0.5}, V);
  made.add_manifold(ball, kGround, Vec3::UnitZ(), {Vec3::Zero()}, mu);
  made.problem.speed_scale = 1.0;
  return made.problem;
}

ContactResiduals judge(const ContactProblem& problem, const Vec3& p) {
  return compute_residuals(problem, std::vector<Vec3>{p});
}

TEST(ContactProblem, VelocityAtAContactIsThatOfAAgainstB) {
  const ProblemContact contact{.a = 0, .b = 1, .arm_a = {1, 2, 3}, .arm_b = {-1, 0, 2}};
  const std::vector<Twist> V = {{{1, 0, 0}, {5, 6, 7}}, {{0, 2, 0}, {1, 1, 1}}};
  // w_A x arm_a = (0, -3, 2); w_B x arm_b = (4, 0, 2)
  EXPECT_EQ(compute_contact_velocity(contact, V), Vec3(5 + 0 - 1 - 4, 6 - 3 - 1 - 0, 7 + 2 - 1 - 2));
}

TEST(ContactProblem, ImpulsesKeepMomentumAndAngularMomentum) {
  math::Random random(3);
  for (int k = 0; k < 100; ++k) {
    ContactProblem problem = make_random_problem(random, {});
    for (ProblemContact& contact : problem.contacts)
      if (contact.b == kGround) contact.b = contact.a % 4 + 1, contact.arm_b = contact.arm_a;  // all bodies free
    std::vector<Vec3> p;
    for (std::size_t i = 0; i < problem.contacts.size(); ++i) p.push_back(random.next_direction());
    const std::vector<Twist> V = compute_velocities(problem, p);
    Vec3 momentum = Vec3::Zero(), expected_turn = Vec3::Zero(), turn = Vec3::Zero();
    for (std::size_t i = 1; i < V.size(); ++i) {
      const ProblemBody& body = problem.bodies[i];
      momentum += (V[i].v - body.V.v).cwiseQuotient(body.inv_mass);
      turn += body.inv_inertia.inverse() * (V[i].w - body.V.w);
    }
    for (std::size_t i = 0; i < p.size(); ++i)
      expected_turn += (problem.contacts[i].arm_a - problem.contacts[i].arm_b).cross(p[i]);
    EXPECT_LT(momentum.norm(), 1e-12);
    EXPECT_LT((turn - expected_turn).norm(), 1e-11);
  }
}

TEST(ContactProblem, AnExactAnswerHasNoResidual) {
  const ContactProblem problem = make_ball({{0, 0, 0}, {0, 0, -3}}, 0.5);
  EXPECT_EQ(judge(problem, {0, 0, 6}).largest(), 0.0);
  EXPECT_EQ(judge(make_ball({{0, 0, 0}, {1, 0, 3}}, 0.5), Vec3::Zero()).largest(), 0.0);  // leaving
}

TEST(ContactProblem, NormalResidualIsTheSpeedByWhichComplementarityFails) {
  const ContactProblem problem = make_ball({{0, 0, 0}, {0, 0, -3}}, 0.0);
  EXPECT_DOUBLE_EQ(judge(problem, {0, 0, 0}).normal, 3.0);   // approaches
  EXPECT_DOUBLE_EQ(judge(problem, {0, 0, 5}).normal, 0.5);   // approaches still
  EXPECT_DOUBLE_EQ(judge(problem, {0, 0, 8}).normal, 1.0);   // pushed off at 1, though p_n / m = 4
  EXPECT_DOUBLE_EQ(judge(problem, {0, 0, -1}).normal, 3.5);  // pulls
}

TEST(ContactProblem, ConeResidualIsTheExcessAsASpeed) {
  const ContactProblem problem = make_ball({{0, 0, 0}, {0, 0, -3}}, 0.5);
  EXPECT_DOUBLE_EQ(judge(problem, {0, 5, 6}).cone, 0.5 * (5 - 3));
  EXPECT_DOUBLE_EQ(judge(problem, {0, 3, 6}).cone, 0.0);
}

// Inverse mass of the contact along x: 1/2 + (1/2)^2 * 12 / (2 * 2) = 1.25.
TEST(ContactProblem, DissipationResidualTellsStickingThatSlipsFromSlidingThatIsNotOpposed) {
  const ContactProblem slow = make_ball({{0, 0, 0}, {0.01, 0, -3}}, 0.5);
  EXPECT_DOUBLE_EQ(judge(slow, {0, 0, 6}).dissipation, 0.01);            // could be held: all of the slip
  EXPECT_NEAR(judge(slow, {-0.01 / 1.25, 0, 6}).dissipation, 0, 1e-15);  // is held
  const ContactProblem fast = make_ball({{0, 0, 0}, {30, 0, -3}}, 0.5);
  EXPECT_NEAR(judge(fast, {-3, 0, 6}).dissipation, 0, 1e-15);       // on the rim, against the slip
  EXPECT_NEAR(judge(fast, {0, 0, 6}).dissipation, 0.5 * 3, 1e-15);  // the rim is 3 away, half a speed for each
  EXPECT_NEAR(judge(fast, {3, 0, 6}).dissipation, 0.5 * 6, 1e-15);  // along the slip: at the far side
}

TEST(ContactProblem, ResidualsAreRelativeToTheSpeedScale) {
  ContactProblem problem = make_ball({{0, 0, 0}, {0, 0, -3}}, 0.0);
  problem.speed_scale = 1.5;
  EXPECT_DOUBLE_EQ(judge(problem, Vec3::Zero()).normal, 2.0);
}

TEST(ContactProblem, LeastSpeedShiftsTheNormalLaw) {
  ContactProblem problem = make_ball({{0, 0, 0}, {0, 0, -3}}, 0.0);
  problem.contacts[0].least_speed = 1.0;
  EXPECT_EQ(judge(problem, {0, 0, 8}).normal, 0.0);
  problem.contacts[0].least_speed = -1.0;
  EXPECT_EQ(judge(problem, {0, 0, 4}).normal, 0.0);
}

// Slip is what differs from the velocity of what sticks: at that velocity nothing is wrong, whatever the friction; at
// rest friction has to oppose all of it.
TEST(ContactProblem, StickVelocityShiftsTheLawOfFriction) {
  ContactProblem problem = make_ball({{0, 0, 0}, {0.5, 0, -3}}, 0.5);
  problem.contacts[0].stick_velocity = {0.5, 0, 0};
  EXPECT_EQ(judge(problem, {0, 0, 6}).largest(), 0.0);
  problem.contacts[0].stick_velocity = {0, 0, 0};
  EXPECT_EQ(judge(problem, {0, 0, 6}).dissipation, 0.5);
  EXPECT_EQ(find_simple_residuals(problem.contacts[0], problem.bodies[1].inv_mass, {0.5, 0, 0}, {0, 0, 6})->dissipation,
            0.5);
  problem.contacts[0].stick_velocity = {0.5, 0, 0};
  EXPECT_EQ(find_simple_residuals(problem.contacts[0], problem.bodies[1].inv_mass, {0.5, 0, 0}, {0, 0, 6})->dissipation,
            0.0);
}

TEST(ContactProblem, AnswersThatAreNotFiniteHaveInfiniteResiduals) {
  const ContactProblem problem = make_ball({{0, 0, 0}, {0, 0, -3}}, 0.5);
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 p(0, 0, 6);
      p[axis] = bad;
      EXPECT_TRUE(std::isinf(judge(problem, p).largest()));
    }
}

TEST(ContactProblem, LargestIsOverAllKindsAndRaiseIsByKind) {
  ContactResiduals residuals{1, 5, 2};
  EXPECT_EQ(residuals.largest(), 5.0);
  residuals.raise({3, 4, 1});
  EXPECT_EQ(residuals.normal, 3.0);
  EXPECT_EQ(residuals.cone, 5.0);
  EXPECT_EQ(residuals.dissipation, 2.0);
}

TEST(ContactProblem, ClearedIsEmpty) {
  ContactProblem problem = make_block(1.0, 0.5);
  problem.clear();
  EXPECT_TRUE(problem.bodies.empty() && problem.contacts.empty() && problem.groups.empty() && problem.guess.empty());
}

}  // namespace
}  // namespace abut::response
