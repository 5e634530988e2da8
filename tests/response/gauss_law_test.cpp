#include "abut/response/gauss_law.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/response/compare_laws.h"
#include "abut/response/direct_normals.h"
#include "full_run.h"
#include "num_allocations.h"
#include "response/normal_problems.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Random;
using math::Twist;
using math::Vec3;
using oracle::RVector;

ContactImpulses solve(const ContactProblem& problem, const GaussOptions& options = {}) {
  GaussLaw law;
  const ContactImpulses answer = law.solve(problem, options);
  EXPECT_EQ(answer.p.size(), problem.contacts.size());
  EXPECT_EQ(answer.V.size(), problem.bodies.size());
  // What it says of itself, by definition, up to the rounding of one more sum.
  const ContactResiduals residuals = compute_residuals(problem, answer.p);
  if (std::isfinite(residuals.largest())) {
    EXPECT_NEAR(answer.residuals.normal, residuals.normal, 1e-12);
    EXPECT_NEAR(answer.residuals.dissipation, residuals.dissipation, 1e-12);
  }
  if (answer.outcome == SolveOutcome::kSolved) {
    EXPECT_LE(residuals.normal, options.tolerance + 1e-12);
    EXPECT_LT(compute_difference(answer.V, compute_velocities(problem, answer.p)), 1e-11);
  }
  return answer;
}

// --- cases

TEST(GaussLaw, OfNothingAndOfWhatLeavesIsZero) {
  EXPECT_EQ(solve({}).outcome, SolveOutcome::kSolved);
  ContactProblem problem = make_block(1.0, 0.0);
  problem.bodies[1].V.v = {1.0, 0.0, 0.5};
  const ContactImpulses answer = solve(problem);
  EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
  EXPECT_EQ(answer.num_sweeps, 0);
  EXPECT_EQ(answer.V[1].v, problem.bodies[1].V.v);
}

TEST(GaussLaw, OfOneContactGivesItsLeastSpeedAndNothingElse) {
  for (const double least_speed : {-0.5, 0.0, 0.5, 100.0}) {
    ProblemMaker made;
    const std::uint32_t ball = made.add_cube(4.0, {0, 0, 0.5}, {{0.1, 0.2, 0.3}, {1.0, 0.0, -3.0}});
    made.add_manifold(ball, kGround, Vec3::UnitZ(), {Vec3::Zero()}, 0.0, least_speed);
    const ContactImpulses answer = solve(made.problem);
    EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
    EXPECT_EQ(answer.num_sweeps, 1);
    EXPECT_NEAR(answer.p[0].z(), 4.0 * (3.0 + least_speed), 1e-12);
    EXPECT_LT((answer.V[1].v - Vec3(1.0, 0.0, least_speed)).norm(), 1e-13);
    EXPECT_LT((answer.V[1].w - Vec3(0.1, 0.2, 0.3)).norm(), 1e-15);
  }
}

// Two balls in a row, the second at a wall: the blow goes through, and both stop.
TEST(GaussLaw, StopsARowOfBodiesAtAWall) {
  ProblemMaker made;
  const std::uint32_t first = made.add_cube(1.0, {0, 0, 0}, {Vec3::Zero(), {2, 0, 0}});
  const std::uint32_t second = made.add_cube(3.0, {1, 0, 0});
  made.add_manifold(first, second, -Vec3::UnitX(), {{0.5, 0, 0}}, 0.0);
  made.add_manifold(second, kGround, -Vec3::UnitX(), {{1.5, 0, 0}}, 0.0);
  const ContactImpulses answer = solve(made.problem);
  EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
  EXPECT_NEAR(answer.p[0].x(), -2.0, 1e-14);
  EXPECT_NEAR(answer.p[1].x(), -2.0, 1e-14);
  EXPECT_LT(answer.V[first].v.norm() + answer.V[second].v.norm(), 1e-14);
}

TEST(GaussLaw, OfFourCornersOfAFacePressesNoMoreThanAreIndependent) {
  const ContactImpulses answer = solve(make_block(3.0, 0.0), {.tolerance = 1e-12});
  EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
  double sum = 0.0;
  for (const Vec3& p : answer.p) sum += p.z();
  EXPECT_NEAR(sum, compute_weight_impulse(3.0), 1e-13);
  EXPECT_LE(std::count_if(answer.p.begin(), answer.p.end(), [](const Vec3& p) { return p.z() > 0; }), 3);
}

// A wall that comes along takes the cube with it: its speed has no place in the kinetic metric, only at the contact.
TEST(GaussLaw, IsPushedByWhatIsDriven) {
  ProblemMaker made;
  const std::uint32_t cube = made.add_cube(2.0, Vec3::Zero());
  made.problem.bodies[kGround].V.v = {1.5, 0, 0};
  made.add_manifold(cube, kGround, Vec3::UnitX(), {{-0.5, 0, 0}}, 0.0);
  const ContactImpulses answer = solve(made.problem);
  EXPECT_NEAR(answer.V[cube].v.x(), 1.5, 1e-14);
  EXPECT_EQ(answer.V[kGround].v, Vec3(1.5, 0, 0));
}

TEST(GaussLaw, AnswersNormalsOnlyAndItsResidualSaysWhatFrictionIsMissing) {
  const double theta = 0.3;
  for (const double mu : {0.0, 0.5}) {
    const ContactImpulses answer = solve(make_block(2.0, mu, theta));
    EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
    EXPECT_LE(answer.residuals.normal, 1e-8);
    EXPECT_LE(answer.residuals.cone, 1e-8);
    EXPECT_NEAR(answer.V[1].v.x(), kGravity * kStep * std::sin(theta), 1e-12);
    EXPECT_EQ(answer.residuals.dissipation > 0.01, mu > 0);
  }
}

// --- what has no answer, or none within bounds

TEST(GaussLaw, InASlotStopsWhatMovesButCannotOpenBothSides) {
  const ContactImpulses stopped = solve(make_slot(0.3, 0.0));
  EXPECT_EQ(stopped.outcome, SolveOutcome::kSolved);
  EXPECT_NEAR(stopped.p[1].x(), -2.0 * 0.3, 1e-14);
  EXPECT_EQ(stopped.p[0].x(), 0.0);
  EXPECT_EQ(solve(make_slot(0.3, -0.1)).outcome, SolveOutcome::kSolved);
  const ContactImpulses none = solve(make_slot(0.3, 0.1));
  EXPECT_EQ(none.outcome, SolveOutcome::kUnbounded);
  for (const Vec3& p : none.p) EXPECT_EQ(p, Vec3::Zero());
  EXPECT_EQ(none.V[1].v, Vec3(0.3, 0, 0));
}

// A slot whose sides open upwards at a small angle: there is a way out, and the cube has to move fast along it.
TEST(GaussLaw, FindsTheNarrowWayOutOfAWedge) {
  for (const double angle : {0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
    ProblemMaker made;
    const double cos = std::cos(angle), sin = std::sin(angle);
    const std::uint32_t cube = made.add_cube(2.0, Vec3::Zero());
    made.problem.bodies[cube].inv_inertia.setZero();
    made.add_manifold(cube, kGround, {cos, 0, sin}, {Vec3::Zero()}, 0.0, 0.1);
    made.add_manifold(cube, kGround, {-cos, 0, sin}, {Vec3::Zero()}, 0.0, 0.1);
    const ContactImpulses answer = solve(made.problem);
    EXPECT_EQ(answer.outcome, SolveOutcome::kSolved) << angle;
    EXPECT_NEAR(answer.V[cube].v.z() * sin, 0.1, 1e-9) << angle;
    EXPECT_NEAR(answer.V[cube].v.x(), 0.0, 1e-9) << angle;
  }
}

TEST(GaussLaw, AlongALockedNormalHasAnAnswerOnlyWhereNothingApproaches) {
  ContactProblem problem = make_block(1.0, 0.0);
  problem.bodies[1].inv_mass.z() = 0.0;
  problem.bodies[1].inv_inertia.setZero();
  EXPECT_EQ(solve(problem).outcome, SolveOutcome::kUnbounded);
  problem.bodies[1].V.v.z() = 0.0;
  const ContactImpulses answer = solve(problem);
  EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
  for (const Vec3& p : answer.p) EXPECT_EQ(p, Vec3::Zero());
}

TEST(GaussLaw, AtTheBoundOnStepsIsNotConverged) {
  Random random(1);
  const ContactProblem problem = make_random_problem(random, {.num_bodies = 5, .num_manifolds = 12, .most_mu = 0.0});
  const ContactImpulses whole = solve(problem);
  ASSERT_EQ(whole.outcome, SolveOutcome::kSolved);
  ASSERT_GT(whole.num_sweeps, 4);
  for (const int most : {0, 1, 4}) {
    const ContactImpulses answer = solve(problem, {.max_steps = most});
    EXPECT_EQ(answer.outcome, SolveOutcome::kNotConverged) << most;
    EXPECT_GT(answer.residuals.normal, 1e-8);
    for (std::size_t i = 0; i < answer.p.size(); ++i) EXPECT_GE(answer.p[i].dot(problem.contacts[i].nhat_BA_W), 0.0);
  }
}

TEST(GaussLaw, OfMoreBodiesThanItTakesHasNoAnswer) {
  const ContactImpulses answer = solve(make_stack(std::vector<double>(GaussLaw::kMostBodies + 1, 1.0), 0.0));
  EXPECT_EQ(answer.outcome, SolveOutcome::kTooLarge);
  for (const Vec3& p : answer.p) EXPECT_EQ(p, Vec3::Zero());
}

TEST(GaussLaw, OfVelocitiesThatAreNotFiniteSaysThatItHasNotSolvedThem) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    ContactProblem problem = make_block(1.0, 0.0);
    problem.guess[0] = Vec3::UnitZ();
    problem.bodies[1].V.v.z() = -bad;
    EXPECT_NE(solve(problem).outcome, SolveOutcome::kSolved);
  }
}

// --- laws on random problems

// Some bodies cannot turn about an axis, or move along one; some least speeds are below zero.
ContactProblem make_any_problem(Random& random, std::uint32_t num_bodies, std::uint32_t num_manifolds) {
  ContactProblem problem = make_random_problem(
      random, {.num_bodies = num_bodies, .num_manifolds = num_manifolds, .most_mu = 0.0, .mass_ratio = 100.0});
  for (std::size_t i = 1; i < problem.bodies.size(); ++i) {
    ProblemBody& body = problem.bodies[i];
    const Mat3 R = random.next_rotation().toRotationMatrix();
    body.inv_inertia = (R * body.inv_inertia * R.transpose()).eval();
    const auto axis = static_cast<Eigen::Index>(random.next_index(3));
    if (random.next_index(4) == 0) body.inv_mass[axis] = 0.0, body.V.v[axis] = 0.0;
    if (random.next_index(4) == 0) {
      // What is left of an inertia when it cannot turn about an axis.
      Mat3 inertia = body.inv_inertia.inverse();
      inertia.row(axis).setZero(), inertia.col(axis).setZero();
      inertia(axis, axis) = 1.0;
      body.inv_inertia = inertia.inverse();
      body.inv_inertia(axis, axis) = 0.0;
      body.V.w[axis] = 0.0;
    }
  }
  for (ProblemContact& contact : problem.contacts)
    if (random.next_index(3) == 0) contact.least_speed = -0.1 * random.next_unit();
  return problem;
}

// The velocities are unique, and direct_normals.h finds them through the contacts.
TEST(GaussLaw, GivesTheVelocitiesThatPivotingInTheSpaceOfContactsGives) {
  Random random(2);
  const std::size_t count = choose_count(300, 5000);
  DirectNormals normals;
  std::size_t num_redundant = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const auto num_bodies = static_cast<std::uint32_t>(1 + random.next_index(6));
    const auto num_manifolds = static_cast<std::uint32_t>(1 + random.next_index(4 * num_bodies));
    ContactProblem problem = make_any_problem(random, num_bodies, num_manifolds);
    if (k % 3 == 0) problem = make_repeated(random, problem, 0.0);
    num_redundant += problem.contacts.size() > 6 * num_bodies;
    ContactImpulses expected;
    ASSERT_TRUE(normals.solve(problem, 1e-11, expected)) << k;
    const ContactImpulses answer = solve(problem, {.tolerance = 1e-11});
    ASSERT_EQ(answer.outcome, SolveOutcome::kSolved) << k << " " << answer.residuals.normal;
    EXPECT_LT(compute_difference(answer.V, expected.V), 1e-9) << k;
    // A quarter of the conditions by themselves: nothing pulls.
    for (std::size_t i = 0; i < answer.p.size(); ++i)
      ASSERT_GE(answer.p[i].dot(problem.contacts[i].nhat_BA_W), 0.0) << k;
  }
  EXPECT_GT(num_redundant, count / 4);
}

TEST(GaussLaw, OfContactsManyTimesOverOrHardlyApartGivesTheVelocitiesOfOnce) {
  Random random(7);
  for (std::size_t k = 0; k < 20; ++k) {
    const ContactProblem once = make_random_problem(random, {.num_bodies = 5, .num_manifolds = 10, .most_mu = 0.0});
    const ContactImpulses answer = solve(once, {.tolerance = 1e-11});
    ASSERT_EQ(answer.outcome, SolveOutcome::kSolved) << k;
    for (const double shift : {0.0, 1e-15, 1e-13, 1e-11, 1e-9, 1e-7, 1e-5, 1e-3}) {
      const ContactImpulses same = solve(make_repeated(random, once, shift), {.tolerance = 1e-11});
      ASSERT_EQ(same.outcome, SolveOutcome::kSolved) << k << ", shift " << shift << ", " << same.residuals.normal;
      // A shift comes back magnified by the condition of the contacts.
      EXPECT_LT(compute_difference(answer.V, same.V), 1e-8 + 100 * shift) << k << ", shift " << shift;
    }
  }
}

TEST(GaussLaw, FromAnyGuessGivesTheSameVelocitiesAndFromItsAnswerTakesNoStep) {
  Random random(5);
  const std::size_t count = choose_count(40, 1000);
  for (std::size_t k = 0; k < count; ++k) {
    ContactProblem problem = make_random_problem(random, {.num_bodies = 8, .num_manifolds = 20, .most_mu = 0.0});
    const ContactImpulses cold = solve(problem, {.tolerance = 1e-11});
    ASSERT_EQ(cold.outcome, SolveOutcome::kSolved) << k;
    for (std::size_t i = 0; i < problem.guess.size(); ++i)
      problem.guess[i] = random.next_between(-1, 1) * problem.contacts[i].nhat_BA_W;
    const ContactImpulses other = solve(problem, {.tolerance = 1e-11});
    ASSERT_EQ(other.outcome, SolveOutcome::kSolved) << k;
    EXPECT_LT(compute_difference(cold.V, other.V), 1e-9) << k;
    problem.guess = other.p;
    EXPECT_EQ(solve(problem, {.tolerance = 1e-11}).num_sweeps, 0) << k;
  }
}

// Gauss: of all velocities that the contacts allow none is nearer to the free ones. Others that they allow are found by
// going from the answer towards those at which nothing moves.
TEST(GaussLaw, NoVelocitiesThatTheContactsAllowAreNearer) {
  Random random(8);
  const auto compute_distance_sq = [](const ContactProblem& problem, const std::vector<Twist>& V) {
    double sum = 0.0;
    for (std::size_t i = 1; i < V.size(); ++i) {
      const Twist d = V[i] - problem.bodies[i].V;
      sum +=
          d.v.squaredNorm() / problem.bodies[i].inv_mass.x() + d.w.dot(problem.bodies[i].inv_inertia.inverse() * d.w);
    }
    return sum;
  };
  std::size_t num_allowed = 0;
  for (int k = 0; k < 20; ++k) {
    const ContactProblem problem = make_random_problem(random, {.num_bodies = 3, .num_manifolds = 4, .most_mu = 0.0});
    const ContactImpulses answer = solve(problem, {.tolerance = 1e-11});
    const double nearest = compute_distance_sq(problem, answer.V);
    for (int n = 0; n < 200; ++n) {
      std::vector<Twist> V;
      for (std::size_t i = 0; i < answer.V.size(); ++i) {
        const double size = i == kGround ? 0.0 : 0.05 * random.next_unit();
        V.push_back(answer.V[i] + size * Twist{random.next_direction(), random.next_direction()});
      }
      bool is_allowed = true;
      for (const ProblemContact& contact : problem.contacts)
        is_allowed = is_allowed && contact.nhat_BA_W.dot(compute_contact_velocity(contact, V)) >= 0.0;
      if (!is_allowed) continue;
      ++num_allowed;
      EXPECT_GE(compute_distance_sq(problem, V), nearest - 1e-12);
    }
  }
  EXPECT_GT(num_allowed, 100U);
}

TEST(GaussLaw, KeepsMomentumOfFreeBodiesAndTakesEnergy) {
  Random random(9);
  for (int k = 0; k < 50; ++k) {
    ContactProblem problem = make_random_problem(random, {.num_bodies = 5, .num_manifolds = 12, .most_mu = 0.0});
    // The ground becomes a body like the others, at the origin.
    problem.bodies[kGround].inv_mass.setConstant(0.1);
    problem.bodies[kGround].inv_inertia = 0.5 * Mat3::Identity();
    for (ProblemContact& contact : problem.contacts) contact.least_speed = -0.05 * random.next_unit();
    const ContactImpulses answer = solve(problem, {.tolerance = 1e-11});
    ASSERT_EQ(answer.outcome, SolveOutcome::kSolved);
    Vec3 gained = Vec3::Zero();
    for (std::size_t i = 0; i < answer.V.size(); ++i)
      gained += (answer.V[i].v - problem.bodies[i].V.v) / problem.bodies[i].inv_mass.x();
    EXPECT_LT(gained.norm(), 1e-12);
    EXPECT_LE(compute_energy_gained(problem, answer.p), 1e-12);
  }
}

TEST(GaussLaw, GivesTheSameBitsEachTimeWhateverItSolvedBefore) {
  Random random(10);
  GaussLaw used;
  for (int k = 0; k < 20; ++k) {
    const ContactProblem problem = make_any_problem(random, 4, static_cast<std::uint32_t>(1 + random.next_index(20)));
    EXPECT_EQ(used.solve(problem, {}).p, solve(problem).p);
  }
}

TEST(GaussLaw, TakesNoMemoryOnceItHasGrown) {
  Random random(11);
  const ContactProblem problem = make_random_problem(random, {.num_bodies = 5, .num_manifolds = 30, .most_mu = 0.0});
  GaussLaw law;
  law.solve(problem, {});
  const long before = num_allocations;
  law.solve(problem, {});
  EXPECT_EQ(num_allocations - before, 0);
}

// --- against all choices of which contacts press, in rationals

TEST(GaussLaw, HasAnAnswerExactlyWhereEnumerationHasAndTheSameVelocities) {
  expect_agrees_with_enumeration([](const ContactProblem& problem) -> NormalAnswer {
    const ContactImpulses answer = solve(problem, {.tolerance = 1e-11});
    return {answer.outcome == SolveOutcome::kSolved, answer.outcome == SolveOutcome::kUnbounded, answer.V};
  });
}

// --- larger ones

TEST(GaussLaw, OfATallStackWithAHeavyTopTakesNoMoreStepsThanContacts) {
  std::vector<double> masses(40, 1.0);
  masses.back() = 1e4;
  const ContactProblem problem = make_stack(masses, 0.0);
  const ContactImpulses answer = solve(problem);
  EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
  EXPECT_LE(answer.num_sweeps, static_cast<int>(2 * problem.contacts.size()));
  double load = 0.0, sum = 0.0;
  for (const double mass : masses) load += compute_weight_impulse(mass);
  for (std::size_t i = 0; i < 4; ++i) sum += answer.p[i].z();
  EXPECT_NEAR(sum, load, 1e-8 * load);
}

}  // namespace
}  // namespace abut::response
