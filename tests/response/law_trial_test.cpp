#include "abut/response/law_trial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Vec3;

double compute_kinetic_energy_of(const ContactProblem& problem, const std::vector<math::Twist>& V) {
  double twice = 0.0;
  for (std::size_t i = 0; i < V.size(); ++i) {
    if (problem.bodies[i].inv_mass.x() == 0) continue;
    twice += V[i].v.squaredNorm() / problem.bodies[i].inv_mass.x() +
             V[i].w.dot(problem.bodies[i].inv_inertia.inverse() * V[i].w);
  }
  return 0.5 * twice;
}

// Two cubes of 1 and 3 kg, one upon the other: the lower contacts carry both, the upper ones one.
TEST(LawTrial, ImpulsesAreThoseThatCarryTheWeight) {
  const ContactProblem problem = make_stack({1.0, 3.0}, 0.5);
  const LawTrial trial = try_law(*make_law("svd"), problem, {});  // which shares a load evenly
  EXPECT_EQ(trial.outcome, SolveOutcome::kSolved);
  ASSERT_TRUE(trial.sample);
  EXPECT_NEAR(trial.sample->largest_impulse, compute_weight_impulse(4.0) / 4, 1e-9);
  EXPECT_NEAR(trial.sample->total_impulse, compute_weight_impulse(4.0 + 3.0), 1e-9);
  ASSERT_EQ(trial.p.size(), 8u);
  EXPECT_NEAR(trial.p[0].z(), compute_weight_impulse(4.0) / 4, 1e-9);
  EXPECT_LT(trial.sample->residuals.largest(), 1e-8);
}

TEST(LawTrial, RepeatedItGivesTheSameImpulses) {
  math::Random random(8);
  const ContactProblem problem = make_random_problem(random, {4, 5, 3, 0.8, 10});
  const std::unique_ptr<ContactLaw> law = make_law("cone");
  const LawTrial once = try_law(*law, problem, {}), often = try_law(*law, problem, {}, 5);
  EXPECT_EQ(often.p, once.p);
  EXPECT_EQ(often.sample->num_sweeps, once.sample->num_sweeps);
  EXPECT_GT(often.sample->seconds, 0.0);
}

TEST(LawTrial, AnAnswerThatIsNotFiniteHasNoSampleAndNoImpulses) {
  ContactProblem problem = make_block(1.0, 0.5);
  problem.bodies[1].V.v.z() = std::numeric_limits<double>::quiet_NaN();
  const LawTrial trial = try_law(*make_law("cone"), problem, {});
  EXPECT_FALSE(trial.sample);
  EXPECT_TRUE(trial.p.empty());
}

// The kinetic energy of the bodies themselves, where none of them is driven.
TEST(LawTrial, EnergyGainedIsThatOfTheBodies) {
  math::Random random(5);
  for (int k = 0; k < 50; ++k) {
    const ContactProblem problem = make_random_problem(random, {4, 5, 3, 0.8, 10});
    std::vector<Vec3> p;
    for (std::size_t i = 0; i < problem.contacts.size(); ++i) p.emplace_back(0.1 * random.next_direction());
    std::vector<math::Twist> before;
    for (const ProblemBody& body : problem.bodies) before.push_back(body.V);
    const double expected =
        compute_kinetic_energy_of(problem, compute_velocities(problem, p)) - compute_kinetic_energy_of(problem, before);
    EXPECT_NEAR(compute_energy_gained(problem, p), expected, 1e-12 * (1 + std::abs(expected)));
  }
}

}  // namespace
}  // namespace abut::response
