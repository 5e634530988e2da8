#include "abut/response/lcp_law.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/response/cone_law.h"
#include "full_run.h"
#include "response/planar_problems.h"
#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Random;
using math::Vec3;

ContactImpulses solve(const ContactProblem& problem, const LcpOptions& options = {}) {
  LcpLaw law;
  return law.solve(problem, options);
}

double sum_normals(const ContactImpulses& answer) {
  double sum = 0.0;
  for (const Vec3& p : answer.p) sum += p.z();
  return sum;
}

TEST(LcpLaw, OfNothingIsNothing) {
  EXPECT_EQ(solve({}).outcome, SolveOutcome::kSolved);
  ProblemMaker lonely;
  lonely.add_cube(1, Vec3::Zero(), {{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(solve(lonely.problem).V[1].v, Vec3(4, 5, 6));
}

TEST(LcpLaw, ABlockOnAPlaneIsHeldExactly) {
  for (const double mu : {0.0, 0.5}) {
    const ContactImpulses answer = solve(make_block(3.0, mu));
    EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
    EXPECT_LT(answer.residuals.largest(), 1e-13);
    EXPECT_NEAR(sum_normals(answer), compute_weight_impulse(3.0), 1e-14);
  }
}

TEST(LcpLaw, ABlockSticksAboveTheFrictionAngleAndSlidesBelowIt) {
  const double theta = 0.3;
  for (const double mu : {0.1, 0.2, 0.3, 0.32}) {
    const ContactImpulses answer = solve(make_block(1.0, mu, theta, 0.6, 0.8));
    EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
    const double slide = kGravity * kStep * std::max(std::sin(theta) - mu * std::cos(theta), 0.0);
    EXPECT_NEAR(answer.V[1].v.norm(), slide, 1e-12);
    EXPECT_LT(answer.residuals.largest(), 1e-10);  // the slip runs along an edge of the pyramid
  }
}

TEST(LcpLaw, FrictionOfThePyramidFallsShortOfTheConeByAtMostItsAngle) {
  // Two bodies push one puck, so that its slip is not the one before the impulses: (3, 1) after a wall has taken y.
  for (const int num_sides : {4, 8, 16, 64}) {
    ProblemMaker made;
    const std::uint32_t puck = made.add_cube(1.0, Vec3::Zero(), {Vec3::Zero(), {3, 1, -1}});
    made.problem.bodies[puck].inv_inertia.setZero();
    made.add_manifold(puck, kGround, Vec3::UnitZ(), {Vec3::Zero()}, 0.5);
    made.add_manifold(puck, kGround, -Vec3::UnitY(), {Vec3::Zero()}, 0.0);
    const ContactImpulses answer = solve(made.problem, {.num_sides = num_sides});
    EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
    const double friction = answer.p[0].head<2>().norm(), aside = std::abs(answer.p[0].y()) / friction;
    EXPECT_LE(friction, 0.5 + 1e-12);
    EXPECT_GE(friction, 0.5 * std::cos(M_PI / num_sides) - 1e-12);
    EXPECT_LE(aside, std::sin(M_PI / num_sides) + 1e-12) << num_sides;
  }
}

TEST(LcpLaw, HeavyOnLightIsExact) {
  const ContactProblem problem = make_stack({1.0, 1000.0}, 0.5);
  const ContactImpulses answer = solve(problem);
  EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
  EXPECT_LT(answer.residuals.largest(), 1e-10);
  double lower = 0.0;
  for (int i = 0; i < 4; ++i) lower += answer.p[static_cast<std::size_t>(i)].z();
  EXPECT_NEAR(lower, compute_weight_impulse(1001.0), 1e-10 * compute_weight_impulse(1001.0));
}

TEST(LcpLaw, EqualsAllModesInAPlaneWhereTwoSidesAreTheCone) {
  Random random(1);
  const std::size_t count = choose_count(40, 1000);
  std::size_t num_compared = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const auto num_contacts = static_cast<std::uint32_t>(1 + k % 2);
    const PlanarProblem made = make_planar_problem(random, 2, num_contacts, 1.0);
    // In the plane the slip before the impulses lies in it, and with it both sides.
    const ContactImpulses answer = solve(made.problem, {.num_sides = 2});
    ASSERT_EQ(answer.outcome, SolveOutcome::kSolved);
    EXPECT_LT(answer.residuals.largest(), 1e-10);
    const std::vector<oracle::PlanarAnswer> answers = oracle::enumerate_modes(made.bodies, made.contacts);
    if (answers.empty()) continue;
    ++num_compared;
    EXPECT_LT(compute_distance(answers, answer.V), 1e-9) << "problem " << k;
  }
  EXPECT_GT(num_compared, count * 9 / 10);
}

TEST(LcpLaw, WithoutFrictionEqualsTheConeLaw) {
  Random random(2);
  ConeLaw cone;
  for (std::size_t k = 0; k < choose_count(60, 1000); ++k) {
    const ContactProblem problem = make_random_problem(random, {4, 4, 4, 0.0, 10});
    const ContactImpulses lcp = solve(problem), &other = cone.solve(problem, {1e-10, 3000});
    ASSERT_EQ(lcp.outcome, SolveOutcome::kSolved);
    EXPECT_LT(lcp.residuals.largest(), 1e-9);
    if (other.outcome != SolveOutcome::kSolved) continue;
    // Without friction velocities are unique.
    for (std::size_t i = 0; i < lcp.V.size(); ++i) EXPECT_LT((lcp.V[i].v - other.V[i].v).norm(), 1e-7);
  }
}

// Bodies that may stand still have an answer, and then Lemke finds one.
TEST(LcpLaw, SolvesEveryRandomProblem) {
  Random random(3);
  for (std::size_t k = 0; k < choose_count(60, 1500); ++k) {
    const ContactProblem problem = make_random_problem(random, {3, 4, 3, 1.0, 10});
    const ContactImpulses answer = solve(problem);
    ASSERT_EQ(answer.outcome, SolveOutcome::kSolved) << "problem " << k;
    EXPECT_LT(answer.residuals.normal, 1e-8);
    EXPECT_LT(answer.residuals.cone, 1e-8);
  }
}

TEST(LcpLaw, NamesASqueezeThatHasNoAnswer) {
  ProblemMaker made;
  const std::uint32_t body = made.add_cube(1.0, Vec3::Zero());
  made.add_manifold(body, kGround, Vec3::UnitZ(), {{0, 0, -0.5}}, 0.5, 1.0);  // has to rise
  made.add_manifold(body, kGround, -Vec3::UnitZ(), {{0, 0, 0.5}}, 0.5, 1.0);  // and to sink
  const ContactImpulses answer = solve(made.problem);
  EXPECT_EQ(answer.outcome, SolveOutcome::kUnbounded);
  EXPECT_GE(answer.residuals.normal * made.problem.speed_scale, 1.0);
  for (const Vec3& p : answer.p) EXPECT_EQ(p, Vec3::Zero());
}

TEST(LcpLaw, NamesTheBoundOnPivotsAndOnSize) {
  EXPECT_EQ(solve(make_stack({1, 1, 1}, 0.5), {.max_pivots = 4}).outcome, SolveOutcome::kNotConverged);
  const ContactImpulses large = solve(make_stack(std::vector<double>(60, 1.0), 0.5));  // 240 contacts of 10 unknowns
  EXPECT_EQ(large.outcome, SolveOutcome::kTooLarge);
  EXPECT_EQ(large.p.size(), 240U);
}

// Boxes that lie flat are tied in nearly everything but what the solve of the step before has left. A single path of
// pivots ended in a ray, or off its answer, for 39 of 40 such stacks of three.
TEST(LcpLaw, CarriesStacksThatLieFlatUpToSmallErrors) {
  Random random(11);
  for (const double error : {1e-13, 1e-11, 1e-9, 1e-7}) {
    for (int k = 0; k < 10; ++k) {
      ContactProblem problem = make_stack({1, 1, 1}, 0.5);
      for (ProblemBody& body : problem.bodies) {
        if (body.inv_mass.x() == 0) continue;
        body.V.v += error * random.next_direction(), body.V.w += error * random.next_direction();
      }
      for (ProblemContact& contact : problem.contacts) contact.arm_a += error * random.next_direction();
      EXPECT_EQ(solve(problem).outcome, SolveOutcome::kSolved) << error << ", stack " << k;
    }
  }
}

TEST(LcpLaw, GivesTheSameBitsEachTime) {
  Random random(4);
  const ContactProblem problem = make_random_problem(random, {});
  const ContactImpulses one = solve(problem), other = solve(problem);
  for (std::size_t i = 0; i < one.p.size(); ++i) EXPECT_EQ(one.p[i], other.p[i]);
}

}  // namespace
}  // namespace abut::response
