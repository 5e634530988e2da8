#include "abut/response/cone_interior.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "abut/response/cone_system.h"
#include "response/dumped_problems.h"
#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Random;
using math::Vec3;

struct Approach {
  int num_steps = 0, num_to_milli = 0;  // all, and those to 1e-3; 0: never
  double least = std::numeric_limits<double>::infinity();
  std::vector<Vec3> p;  // of the best step
};

Approach approach(const ContactProblem& problem, double turn_share = 0.98) {
  ConeSystem masses;
  masses.load(problem);
  masses.prepare();
  BodySystem system;
  EXPECT_TRUE(system.load(problem));
  ConeInterior interior;
  interior.load(problem, masses.inverse_masses(), system, {.turn_share = turn_share});
  Approach made;
  std::vector<Vec3> p;
  while (made.num_steps < kMostInteriorSteps && interior.update()) {
    ++made.num_steps;
    interior.read_points(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
      const ProblemContact& contact = problem.contacts[i];
      const double p_n = contact.nhat_BA_W.dot(p[i]);
      EXPECT_GE(p_n, 0.0);
      EXPECT_LE((p[i] - p_n * contact.nhat_BA_W).norm(), contact.mu * p_n + 1e-12 * p[i].norm());
    }
    const double residual = compute_residuals(problem, p).largest();
    if (residual < made.least) made.least = residual, made.p = p;
    if (made.num_to_milli == 0 && made.least <= 1e-3) made.num_to_milli = made.num_steps;
  }
  return made;
}

// A cube on a slope: friction of tan 0.3 holds it, half of that lets it slide at g h (sin - mu cos).
TEST(ConeInterior, ABlockSticksAndSlidesAsItShould) {
  EXPECT_LT(approach(make_block(2.0, 0.5, 0.3)).least, 1e-8);
  const ContactProblem slides = make_block(2.0, 0.15, 0.3);
  const Approach found = approach(slides, 1.0);
  EXPECT_LT(found.least, 1e-6);
  const double speed = compute_velocities(slides, found.p)[1].v.x();
  EXPECT_NEAR(speed, kGravity * kStep * (std::sin(0.3) - 0.15 * std::cos(0.3)), 1e-5 * kGravity * kStep);
}

// As many steps as for equal ones, where sweeps need as many as the ratio.
TEST(ConeInterior, MassesOfAThousandToOneDoNotMatter) {
  const Approach found = approach(make_stack({1, 1e3, 1, 1e3}, 0.4));
  EXPECT_GT(found.num_to_milli, 0);
  EXPECT_LE(found.num_to_milli, 15);
}

TEST(ConeInterior, WithoutFrictionTheConeIsAHalfLine) {
  ContactProblem problem = make_stack({1, 5, 2}, 0.0);
  problem.bodies[2].V.v.x() = 0.3;  // slides on as it is
  const Approach found = approach(problem);
  EXPECT_LT(found.least, 1e-7);
  EXPECT_EQ(compute_velocities(problem, found.p)[2].v.x(), 0.3);
}

// What parts needs no impulse.
TEST(ConeInterior, ABlockThatLeavesIsLeftAlone) {
  ContactProblem problem = make_block(1.0, 0.5);
  problem.bodies[1].V.v = {0.1, 0, 0.25};
  const Approach found = approach(problem);
  EXPECT_LT(found.least, 1e-6);
}

TEST(ConeInterior, TakesLockedBodies) {
  ContactProblem problem = make_stack({1, 5, 2}, 0.4);
  problem.bodies[2].inv_inertia.setZero();
  problem.bodies[2].inv_mass.x() = problem.bodies[2].inv_mass.y() = 0.0;
  EXPECT_LT(approach(problem).least, 1e-6);
  problem.bodies[1] = ProblemBody{};  // nothing moves along its contacts with the ground
  EXPECT_LT(approach(problem).least, 1e-6);
}

// A plate that closes on a cube on the ground: no impulses do. It ends, with impulses in their cones.
TEST(ConeInterior, EndsWhereThereIsNoAnswer) {
  ProblemMaker made;
  const std::uint32_t cube = made.add_cube(2.0, {0, 0, 0.5}), plate = made.add_cube(1.0, {0, 0, 1.5});
  made.problem.bodies[plate] = ProblemBody{};
  made.problem.bodies[plate].V.v = -Vec3::UnitZ();
  made.add_manifold(cube, kGround, Vec3::UnitZ(), make_square(0.5, 0.0), 0.4);
  made.add_manifold(plate, cube, Vec3::UnitZ(), make_square(0.5, 1.0), 0.4);
  const Approach found = approach(made.problem);
  EXPECT_LE(found.num_steps, kMostInteriorSteps);
  EXPECT_GT(found.least, 0.1);
}

TEST(ConeInterior, EndsWhereNumbersAreNotFinite) {
  ContactProblem problem = make_block(1.0, 0.5);
  problem.bodies[1].V.v.x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(approach(problem).num_steps, 0);
}

// Random chains of bodies, of their own seed: the constants were chosen on others.
TEST(ConeInterior, ComesNearTheAnswerOfRandomProblems) {
  Random random(20261118);
  int num_near = 0, num_steps = 0;
  constexpr int kNumProblems = 200;
  for (int i = 0; i < kNumProblems; ++i) {
    const Approach found = approach(make_random_chain(random, 2 + static_cast<std::uint32_t>(i) % 12, 1.0));
    num_near += found.num_to_milli > 0 ? 1 : 0, num_steps += found.num_to_milli;
  }
  EXPECT_GE(num_near, kNumProblems * 97 / 100);
  EXPECT_LE(num_steps, 20 * num_near);
}

// Blocks of a bridge share their loads in many ways, and slide in many places. With |u_t| taken from the step before
// instead of its derivative, forty steps come to 1e-2.
TEST(ConeInterior, NeedsTheDerivativeOfSlip) {
  const ContactProblem bridge = scene::read_problem(get_dumped_folder() / "assembly-bridge.first.json").problem;
  EXPECT_LT(approach(bridge).least, 1e-4);
  EXPECT_GT(approach(bridge, 0.0).least, 5e-3);
}

TEST(ConeInterior, ComesNearTheAnswerOfDumpedProblems) {
  int num_problems = 0, num_near = 0;
  for (const std::filesystem::path& path : list_dumped()) {
    const ContactProblem problem = scene::read_problem(path).problem;
    if (problem.contacts.size() > 150) continue;
    ++num_problems, num_near += approach(problem).num_to_milli > 0 ? 1 : 0;
  }
  EXPECT_GE(num_problems, 60);
  EXPECT_GE(num_near, num_problems * 97 / 100);
}

}  // namespace
}  // namespace abut::response
