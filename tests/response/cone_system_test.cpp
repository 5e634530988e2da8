#include "abut/response/cone_system.h"

#include <gtest/gtest.h>

#include <vector>

#include "abut/response/cone_law.h"
#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Random;
using math::Vec3;

ContactProblem make_guessed_stack(std::uint64_t seed) {
  ContactProblem problem = make_stack({1, 20, 3, 0.5}, 0.4);
  Random random(seed);
  for (Vec3& guess : problem.guess) guess = 0.3 * random.next_direction() + Vec3(0, 0, 0.2);
  return problem;
}

ContactImpulses read(const ConeSystem& system) {
  ContactImpulses answer;
  system.store(answer);
  return answer;
}

void expect_velocities_follow(const ContactProblem& problem, const ContactImpulses& answer) {
  const std::vector<math::Twist> V = compute_velocities(problem, answer.p);
  for (std::size_t i = 0; i < V.size(); ++i) {
    EXPECT_NEAR((V[i].v - answer.V[i].v).norm(), 0.0, 1e-12);
    EXPECT_NEAR((V[i].w - answer.V[i].w).norm(), 0.0, 1e-12);
  }
}

// Towers beside each other, enough of them to be swept by colours.
ContactProblem make_towers() {
  ProblemMaker made;
  for (int tower = 0; tower < 100; ++tower) {
    std::uint32_t below = kGround;
    for (int level = 0; level < 3; ++level) {
      const std::uint32_t cube = made.add_cube(1 + tower % 3, {2.0 * tower, 0.01 * level, level + 0.5});
      made.add_manifold(cube, below, Vec3::UnitZ(), make_square(0.5, level, 2.0 * tower), 0.5);
      below = cube;
    }
  }
  made.fall({0.1, 0.2, -1});
  return made.problem;
}

TEST(ConeSystem, StartsFromTheGuessInItsCone) {
  const ContactProblem problem = make_guessed_stack(1);
  ConeSystem system;
  system.load(problem);
  const ContactImpulses answer = read(system);
  for (std::size_t i = 0; i < answer.p.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    const double p_n = answer.p[i].dot(contact.nhat_BA_W), given = problem.guess[i].dot(contact.nhat_BA_W);
    EXPECT_NEAR(p_n, std::max(given, 0.0), 1e-15);
    EXPECT_LE((answer.p[i] - p_n * contact.nhat_BA_W).norm(), contact.mu * p_n + 1e-15);
  }
  expect_velocities_follow(problem, answer);
}

TEST(ConeSystem, MeasuresAsTheDefinitionDoesBeforeAndAfterSweeps) {
  const ContactProblem problem = make_guessed_stack(2);
  ConeSystem system;
  system.load(problem);
  for (int i = 0; i < 6; ++i) {
    const ContactResiduals own = system.measure(problem), defined = compute_residuals(problem, read(system).p);
    EXPECT_NEAR(own.normal, defined.normal, 1e-11);
    EXPECT_NEAR(own.cone, defined.cone, 1e-11);
    EXPECT_NEAR(own.dissipation, defined.dissipation, 1e-11);
    expect_velocities_follow(problem, read(system));
    if (i == 0) system.prepare();
    system.sweep(i % 2 == 0);
  }
}

TEST(ConeSystem, LeavesTheCorrectAnswerAlone) {
  ContactProblem problem = make_stack({1, 20, 3, 0.5}, 0.4);
  ConeLaw law;
  problem.guess = law.solve(problem, {1e-12, 100000}).p;
  ConeSystem system;
  system.load(problem);
  EXPECT_LE(system.measure(problem).largest(), 2e-12);
  system.prepare();
  EXPECT_LE(system.sweep(true), 1e-10 * problem.speed_scale);
  const ContactImpulses after = read(system);
  for (std::size_t i = 0; i < after.p.size(); ++i) EXPECT_NEAR((after.p[i] - problem.guess[i]).norm(), 0.0, 1e-9);
}

TEST(ConeSystem, GivesBackTheStateThatWasWritten) {
  const ContactProblem problem = make_guessed_stack(3);
  ConeSystem system;
  system.load(problem), system.prepare();
  system.sweep(true);
  const std::span<double> state = system.read_state();
  const std::vector<double> x(state.begin(), state.end());
  EXPECT_EQ(x.size() % 4, 0U);
  const ContactImpulses before = read(system);
  system.sweep(false);
  std::ranges::copy(x, state.begin());
  system.write_state();
  EXPECT_TRUE(std::ranges::equal(system.read_state(), x));
  const ContactImpulses after = read(system);
  EXPECT_EQ(after.p, before.p);
  expect_velocities_follow(problem, after);
}

TEST(ConeSystem, GivesBackTheImpulsesThatWereWritten) {
  for (const ContactProblem& problem : {make_guessed_stack(4), make_towers()}) {
    ConeSystem system;
    system.load(problem), system.prepare();
    system.sweep(true);
    const ContactImpulses before = read(system);
    system.sweep(true);
    system.write_points(before.p);
    const ContactImpulses after = read(system);
    for (std::size_t i = 0; i < after.p.size(); ++i) EXPECT_NEAR((after.p[i] - before.p[i]).norm(), 0.0, 1e-14);
    expect_velocities_follow(problem, after);
  }
}

TEST(ConeSystem, TakesGroupsInPartsThatAreTooLarge) {
  ProblemMaker made;
  const std::uint32_t block = made.add_cube(1, {0, 0, 0.5});
  std::vector<Vec3> points;
  for (int i = 0; i < 40; ++i) points.emplace_back(-0.5 + 0.1 * (i % 8), -0.5 + 0.25 * static_cast<double>(i / 8), 0.0);
  made.add_manifold(block, kGround, Vec3::UnitZ(), points, 0.5);
  made.fall();
  ConeSystem system;
  system.load(made.problem), system.prepare();
  for (int i = 0; i < 400; ++i) system.sweep(i % 2 == 0);
  EXPECT_LE(system.measure(made.problem).largest(), 1e-6);
}

TEST(ConeSystem, ALargeOneIsTheSameForAnyNumberOfThreads) {
  const ContactProblem problem = make_towers();
  std::vector<ContactImpulses> answers;
  for (const int num_threads : {0, 1, 2, 4}) {
    const ThreadTeam team(std::max(num_threads, 1));
    ConeLaw law;
    ConeOptions options;
    options.team = num_threads > 0 ? &team : nullptr;
    answers.push_back(law.solve(problem, options));
    EXPECT_EQ(answers.back().outcome, SolveOutcome::kSolved);
    EXPECT_LE(compute_residuals(problem, answers.back().p).largest(), options.tolerance + 1e-11);
    EXPECT_EQ(answers.back().num_sweeps, answers[0].num_sweeps);
    EXPECT_EQ(answers.back().p, answers[0].p);
  }
}

TEST(ConeSystem, TakesNoImpulseWhereNothingMoves) {
  ProblemMaker made;
  const std::uint32_t block = made.add_cube(1, {0, 0, 0.5});
  made.add_manifold(block, kGround, Vec3::UnitZ(), make_square(0.5, 0.0), 0.5);
  made.fall();
  made.problem.bodies[block].inv_mass.z() = 0.0;
  made.problem.bodies[block].inv_inertia.setZero();
  ConeSystem system;
  system.load(made.problem), system.prepare();
  system.sweep(true);
  for (const Vec3& p : read(system).p) EXPECT_EQ(p, Vec3(Vec3::Zero()));
}

}  // namespace
}  // namespace abut::response
