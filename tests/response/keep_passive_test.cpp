#include "abut/response/keep_passive.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/response/compare_laws.h"
#include "abut/response/svd_law.h"
#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Random;
using math::Vec3;

constexpr double kAsked = 1e-8;  // tolerance

// As a law would hand it over that takes it for solved.
ContactImpulses make_answer(const ContactProblem& problem, std::vector<Vec3> p) {
  ContactImpulses answer;
  answer.V = compute_velocities(problem, p);
  answer.residuals = compute_residuals(problem, p);
  answer.p = std::move(p);
  return answer;
}

// A ball of mass 2 on a floor, which may itself move.
ContactProblem make_ball(const Vec3& v, double mu, const Vec3& v_floor = Vec3::Zero()) {
  ContactProblem problem;
  problem.bodies.resize(2);
  problem.bodies[0].V.v = v_floor;
  problem.bodies[1].inv_mass.setConstant(0.5);
  problem.bodies[1].V.v = v;
  problem.contacts.push_back({1, 0, Vec3::UnitZ(), Vec3(0, 0, -1), Vec3::Zero(), mu, 0.0});
  problem.groups.push_back({0, 1});
  problem.guess.emplace_back(Vec3::Zero());
  return problem;
}

// --- cases

TEST(KeepPassive, TheShareIsTheLargestThatTakesNoEnergy) {
  EXPECT_EQ(compute_passive_share(-3, 4), 1.0);
  EXPECT_EQ(compute_passive_share(-2, 4), 1.0);
  EXPECT_EQ(compute_passive_share(-1, 4), 0.5);
  EXPECT_EQ(compute_passive_share(0, 4), 0.0);
  EXPECT_EQ(compute_passive_share(1, 0), 0.0);
  EXPECT_EQ(compute_passive_share(0, 0), 1.0);
}

TEST(KeepPassive, WhatObeysTheLawIsHandedOnAsItIs) {
  const ContactProblem problem = make_ball({3, 0, -1}, 0.5);
  const ContactImpulses answer = make_answer(problem, {Vec3(-1, 0, 2)});
  PassiveGuard guard;
  EXPECT_EQ(&guard.pass(problem, answer, kAsked), &answer);
}

// 2 kg at 1 m/s: 4 N s throw it back as fast as it came, more would add energy.
TEST(KeepPassive, ABlowThatAddsEnergyIsScaledToOneThatDoesNotAndIsNotCalledSolved) {
  const ContactProblem problem = make_ball({0, 0, -1}, 0.5);
  PassiveGuard guard;
  const ContactImpulses just = make_answer(problem, {Vec3(0, 0, 4)}), hard = make_answer(problem, {Vec3(0, 0, 10)});
  EXPECT_EQ(&guard.pass(problem, just, kAsked), &just);
  const ContactImpulses& mended = guard.pass(problem, hard, kAsked);
  EXPECT_LT((mended.p[0] - Vec3(0, 0, 4)).norm(), 1e-15);
  EXPECT_LT((mended.V[1].v - Vec3(0, 0, 1)).norm(), 1e-15);
  EXPECT_EQ(mended.residuals.largest(), compute_residuals(problem, mended.p).largest());
  EXPECT_EQ(mended.outcome, SolveOutcome::kNotConverged);
}

// A part pressed from both sides by jaws that begin to part, slower than the tolerance: the impulses of the step before
// are still an answer within it, but they would push. Nothing moves differently without them.
TEST(KeepPassive, WhatMovesNothingStaysSolved) {
  ContactProblem problem = make_ball({0, 0, 1e-10}, 0.5);
  problem.bodies.push_back({});
  problem.bodies[2].V.v.z() = 2e-10;
  problem.contacts.push_back({1, 2, -Vec3::UnitZ(), Vec3(0, 0, 1), Vec3::Zero(), 0.5, 0.0});
  problem.groups.push_back({1, 1}), problem.guess.emplace_back(Vec3::Zero());
  const ContactImpulses answer = make_answer(problem, {Vec3(0, 0, 3), Vec3(0, 0, -3)});
  ASSERT_LT(answer.residuals.largest(), kAsked);
  PassiveGuard guard;
  const ContactImpulses& mended = guard.pass(problem, answer, kAsked);
  EXPECT_EQ(mended.p[0], Vec3::Zero());
  EXPECT_EQ(mended.outcome, SolveOutcome::kSolved);
  EXPECT_EQ(mended.residuals.largest(), 0.0);
}

// An impulse that pushes along what slides and is taken for friction: none is left of it.
TEST(KeepPassive, FrictionThatDrivesIsTakenAway) {
  const ContactProblem problem = make_ball({3, 0, 0}, 0.5);
  const ContactImpulses answer = make_answer(problem, {Vec3(1, 0, 2)});
  PassiveGuard guard;
  const ContactImpulses& mended = guard.pass(problem, answer, kAsked);
  EXPECT_EQ(mended.p[0], Vec3::Zero());
  EXPECT_EQ(mended.V[1].v, Vec3(3, 0, 0));
  EXPECT_EQ(mended.outcome, SolveOutcome::kNotConverged);
}

TEST(KeepPassive, ImpulsesOutsideTheirConesAreBroughtBackAndSaid) {
  const ContactProblem problem = make_ball({3, 0, -1}, 0.5);
  PassiveGuard guard;
  ContactImpulses answer = make_answer(problem, {Vec3(-2, 0, 2)});
  EXPECT_LT((guard.pass(problem, answer, kAsked).p[0] - Vec3(-1, 0, 2)).norm(), 1e-15);
  EXPECT_EQ(guard.pass(problem, answer, kAsked).outcome, SolveOutcome::kNotConverged);
  answer = make_answer(problem, {Vec3(-0.1, 0, -2)});
  EXPECT_EQ(guard.pass(problem, answer, kAsked).p[0], Vec3::Zero());
  // Rounding is nothing.
  answer = make_answer(problem, {Vec3(-1 - 2e-15, 0, 2)});
  EXPECT_EQ(&guard.pass(problem, answer, kAsked), &answer);
}

// A lift at 5 m/s takes the ball along: it gains energy, from the lift.
TEST(KeepPassive, TheWorkOfKinematicBodiesIsTheirs) {
  const ContactProblem problem = make_ball({0, 0, 0}, 0.5, {1, 0, 5});
  const ContactImpulses answer = make_answer(problem, {Vec3(2, 0, 10)});
  PassiveGuard guard;
  EXPECT_EQ(&guard.pass(problem, answer, kAsked), &answer);
  EXPECT_EQ(answer.V[1].v, Vec3(1, 0, 5));
}

// What is asked to part at 2 m/s may be given the 4 N s that it takes, and no more than throws it back.
TEST(KeepPassive, WhatIsAskedToPartMayBeGivenWhatThatTakes) {
  ContactProblem problem = make_ball({0, 0, 0}, 0.5);
  problem.contacts[0].least_speed = 2.0;
  PassiveGuard guard;
  const ContactImpulses asked = make_answer(problem, {Vec3(0, 0, 4)}), more = make_answer(problem, {Vec3(0, 0, 20)});
  EXPECT_EQ(&guard.pass(problem, asked, kAsked), &asked);
  EXPECT_LT((guard.pass(problem, more, kAsked).p[0] - Vec3(0, 0, 8)).norm(), 1e-14);
}

TEST(KeepPassive, WhatIsNotFinitePassesAsItIs) {
  const ContactProblem problem = make_ball({0, 0, -1}, 0.5);
  const ContactImpulses answer = make_answer(problem, {Vec3(0, 0, NAN)});
  PassiveGuard guard;
  EXPECT_EQ(&guard.pass(problem, answer, kAsked), &answer);
}

// --- laws on random input

// Any impulses whatever, of any outcome.
TEST(KeepPassive, NothingThatPassesAddsEnergyOrLeavesItsCone) {
  Random random(1);
  int num_mended = 0, num_scaled = 0;
  PassiveGuard guard;
  for (int k = 0; k < 2000; ++k) {
    const ContactProblem problem = make_random_problem(random, {4, 5, 3, 0.8, 10});
    std::vector<Vec3> p;
    double size = 0.0;
    for (const ProblemContact& contact : problem.contacts) {
      const bool is_inside = k % 2 == 0;
      p.emplace_back(0.3 * random.next_unit() * (is_inside ? contact.nhat_BA_W : random.next_direction()));
      size += p.back().norm();
    }
    ContactImpulses answer = make_answer(problem, p);
    answer.outcome = static_cast<SolveOutcome>(k % 3);
    const ContactImpulses& passed = guard.pass(problem, answer, kAsked);
    num_mended += &passed != &answer, num_scaled += k % 2 == 0 && &passed != &answer;
    ASSERT_LE(compute_energy_gained(problem, passed.p), 1e-13 * size);
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Vec3& n = problem.contacts[i].nhat_BA_W;
      const double p_n = n.dot(passed.p[i]);
      ASSERT_GE(p_n, -1e-15);
      ASSERT_LE((passed.p[i] - p_n * n).norm(), problem.contacts[i].mu * p_n + 1e-15);
    }
    ASSERT_TRUE(answer.outcome == SolveOutcome::kSolved || passed.outcome == answer.outcome);
  }
  EXPECT_GT(num_mended, 1000);
  EXPECT_GT(num_scaled, 100);
}

// The largest share: a little more would add some.
TEST(KeepPassive, NoMoreIsTakenThanHasToBe) {
  Random random(2);
  PassiveGuard guard;
  for (int k = 0; k < 300; ++k) {
    const ContactProblem problem = make_random_problem(random, {4, 5, 3, 0.8, 10});
    std::vector<Vec3> p;
    for (const ProblemContact& contact : problem.contacts) p.emplace_back(0.3 * random.next_unit() * contact.nhat_BA_W);
    const ContactImpulses answer = make_answer(problem, p);
    std::vector<Vec3> more = guard.pass(problem, answer, kAsked).p;
    if (more == p) continue;
    if (more[0] == Vec3::Zero()) more = p;
    for (Vec3& q : more) q *= more == p ? 1e-3 : 1.001;
    ASSERT_GT(compute_energy_gained(problem, more), 0.0) << k;
  }
}

// More than one range of contacts, with any number of threads: the same bits.
TEST(KeepPassive, ThreadsChangeNothing) {
  Random random(3);
  const ContactProblem problem = make_random_problem(random, {300, 900, 3, 0.8, 10});
  ASSERT_GT(problem.contacts.size(), 1000u);
  std::vector<Vec3> p;
  for (const ProblemContact& contact : problem.contacts) p.emplace_back(0.3 * random.next_unit() * contact.nhat_BA_W);
  const ContactImpulses answer = make_answer(problem, p);
  PassiveGuard alone;
  const ContactImpulses& expected = alone.pass(problem, answer, kAsked);
  EXPECT_NE(&expected, &answer);
  for (const int num_threads : {1, 2, 3}) {
    const ThreadTeam team(num_threads);
    PassiveGuard guard;
    EXPECT_EQ(guard.pass(problem, answer, kAsked, &team).p, expected.p);
  }
}

// --- regression

// Two boxes on a floor of much friction gained 3 J in a step by impulses of singular values
// (simulation_laws_test.cpp). Found at random: answers of that law that add energy.
TEST(KeepPassive, SingularValuesThatAddEnergyDoSoNoMore) {
  Random random(4);
  SvdLaw law;
  PassiveGuard guard;
  int num_raised = 0;
  for (int k = 0; k < 1500; ++k) {
    const ContactProblem problem = make_random_problem(random, {3, 3, 3, 1.0, 10});
    const ContactImpulses& answer = law.solve(problem, {});
    double size = 0.0;
    for (const Vec3& p : answer.p) size += p.norm();
    num_raised += compute_energy_gained(problem, answer.p) > 1e-6 * size;
    ASSERT_LE(compute_energy_gained(problem, guard.pass(problem, answer, kAsked).p), 1e-12 * size);
  }
  EXPECT_GT(num_raised, 0);
}

}  // namespace
}  // namespace abut::response
