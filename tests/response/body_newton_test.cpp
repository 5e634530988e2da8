#include "abut/response/body_newton.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "abut/response/cone_law.h"
#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Random;
using math::Vec3;

constexpr double kWeight = 1e4;

std::vector<double> list_inverse_masses(const ContactProblem& problem) {
  ConeSystem system;
  system.load(problem);
  system.prepare();
  return {system.inverse_masses().begin(), system.inverse_masses().end()};
}

// With the system it works on.
struct LoadedNewton {
  std::vector<double> inv_n;
  BodySystem system;
  BodyNewton newton;

  explicit LoadedNewton(const ContactProblem& problem) : inv_n(list_inverse_masses(problem)) {
    EXPECT_TRUE(system.load(problem));
    newton.load(problem, inv_n, system);
  }
};

// Residuals of successive steps, from impulses near the answer.
std::vector<double> list_residuals(const ContactProblem& problem, std::vector<Vec3> p, int num_steps) {
  LoadedNewton loaded(problem);
  std::vector<double> residuals;
  for (int i = 0; i < num_steps; ++i) {
    EXPECT_TRUE(loaded.newton.update(compute_velocities(problem, p), kWeight, p));
    residuals.push_back(compute_residuals(problem, p).largest());
  }
  return residuals;
}

// Solved to 1e-3 by sweeps alone.
std::vector<Vec3> find_near(const ContactProblem& problem) {
  ConeLaw law;
  return law.solve(problem, {.tolerance = 1e-3, .max_sweeps = 10000}).p;
}

TEST(BodyNewton, EndsWhatStandsInTwoSteps) {
  const ContactProblem problem = make_stack({1, 20, 3, 0.5}, 0.4);
  EXPECT_LT(list_residuals(problem, find_near(problem), 2).back(), 1e-8);
}

// Slip in a direction of its own at every point: boxes that slide and turn. In each step the error falls by the
// proximal weight, or by its own square.
TEST(BodyNewton, EndsWhatSlidesAndTurnsInThreeSteps) {
  for (const double mu : {0.1, 0.4}) {
    ContactProblem problem = make_stack({1, 2, 1}, mu);
    for (std::size_t i = 1; i < problem.bodies.size(); ++i) {
      problem.bodies[i].V.v += Vec3(2.0 * static_cast<double>(i), -1, 0);
      problem.bodies[i].V.w += Vec3(0, 0, 1.5 * static_cast<double>(i));
    }
    problem.speed_scale = 1.0;
    const std::vector<double> residuals = list_residuals(problem, find_near(problem), 3);
    EXPECT_LT(residuals.back(), 1e-8) << mu << ": " << residuals[0] << " " << residuals[1];
  }
}

TEST(BodyNewton, LeavesTheAnswerAlone) {
  const ContactProblem problem = make_stack({1, 5, 2}, 0.4);
  ConeLaw law;
  std::vector<Vec3> p = law.solve(problem, {1e-12, 100000}).p;
  const std::vector<Vec3> before = p;
  LoadedNewton loaded(problem);
  ASSERT_TRUE(loaded.newton.update(compute_velocities(problem, p), kWeight, p));
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR((p[i] - before[i]).norm(), 0.0, 1e-8);
}

// Locks leave the matrix invertible, and what cannot move takes no part.
TEST(BodyNewton, TakesLockedBodies) {
  ContactProblem problem = make_stack({1, 5, 2}, 0.4);
  problem.bodies[2].inv_inertia.setZero();
  problem.bodies[2].inv_mass.x() = problem.bodies[2].inv_mass.y() = 0.0;
  EXPECT_LT(list_residuals(problem, find_near(problem), 3).back(), 1e-8);
}

TEST(BodyNewton, ImpulsesLieInTheirCones) {
  Random random(3);
  ContactProblem problem = make_stack({1, 2, 3, 4}, 0.3);
  std::vector<Vec3> p;
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) p.push_back(0.3 * random.next_direction());
  LoadedNewton loaded(problem);
  for (int step = 0; step < 5; ++step) {
    ASSERT_TRUE(loaded.newton.update(compute_velocities(problem, p), kWeight, p));
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double p_n = p[i].dot(problem.contacts[i].nhat_BA_W);
      EXPECT_GE(p_n, 0.0);
      EXPECT_LE((p[i] - p_n * problem.contacts[i].nhat_BA_W).norm(), problem.contacts[i].mu * p_n + 1e-12);
    }
  }
}

TEST(BodyNewton, KeepsImpulsesWhereNumbersAreNotFinite) {
  ContactProblem problem = make_stack({1, 2}, 0.3);
  problem.bodies[1].V.v.x() = std::numeric_limits<double>::quiet_NaN();
  std::vector<Vec3> p(problem.contacts.size(), Vec3::UnitZ());
  const std::vector<Vec3> before = p;
  LoadedNewton loaded(problem);
  EXPECT_FALSE(loaded.newton.update(compute_velocities(problem, p), kWeight, p));
  EXPECT_EQ(p, before);
}

}  // namespace
}  // namespace abut::response
