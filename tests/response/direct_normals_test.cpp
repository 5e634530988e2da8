#include "abut/response/direct_normals.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abut/response/delassus.h"
#include "abut/response/lemke.h"
#include "full_run.h"
#include "response/normal_problems.h"

namespace abut::response {
namespace {

using math::Random;
using math::Vec3;
using oracle::RVector;

constexpr double kDirectTolerance = 1e-8;

struct DirectAnswer : ContactImpulses {
  bool is_solved = false;
};

DirectAnswer solve_directly(const ContactProblem& problem, double tolerance = kDirectTolerance) {
  DirectNormals normals;
  DirectAnswer answer;
  answer.is_solved = normals.solve(problem, tolerance, answer);
  if (answer.is_solved) {
    // What it says of itself, by definition, up to the rounding of one more sum.
    EXPECT_LE(compute_residuals(problem, answer.p).largest(), tolerance + 1e-12);
    EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
  }
  return answer;
}

TEST(DirectNormals, TakesProblemsThatAreSmallAndWithoutFriction) {
  EXPECT_TRUE(is_for_direct_normals({}));
  EXPECT_TRUE(is_for_direct_normals(make_block(1.0, 0.0)));
  ContactProblem problem = make_stack({1.0, 1.0}, 0.0);
  problem.contacts.back().mu = 1e-9;
  EXPECT_FALSE(is_for_direct_normals(problem));
  EXPECT_FALSE(is_for_direct_normals(make_stack(std::vector<double>(1000, 1.0), 0.0)));
}

TEST(DirectNormals, OfNothingAndOfWhatLeavesIsZero) {
  EXPECT_TRUE(solve_directly({}).is_solved);
  ContactProblem problem = make_block(1.0, 0.0);
  problem.bodies[1].V.v = {1.0, 0.0, 0.5};
  const DirectAnswer answer = solve_directly(problem);
  ASSERT_TRUE(answer.is_solved);
  EXPECT_EQ(answer.num_sweeps, 0);
  EXPECT_EQ(answer.V[1].v, problem.bodies[1].V.v);
}

TEST(DirectNormals, OfOneContactStopsItsApproach) {
  ProblemMaker made;
  const std::uint32_t ball = made.add_cube(4.0, {0, 0, 0.5}, {Vec3::Zero(), {1.0, 0.0, -3.0}});
  made.add_manifold(ball, kGround, Vec3::UnitZ(), {Vec3::Zero()}, 0.0, 0.5);
  const DirectAnswer answer = solve_directly(made.problem);
  ASSERT_TRUE(answer.is_solved);
  EXPECT_NEAR(answer.p[0].z(), 4.0 * 3.5, 1e-13);
  EXPECT_NEAR((answer.V[1].v - Vec3(1.0, 0.0, 0.5)).norm(), 0.0, 1e-14);
}

TEST(DirectNormals, OfFourCornersOfAFacePressesNoMoreThanAreIndependent) {
  const ContactProblem problem = make_block(3.0, 0.0);
  const DirectAnswer answer = solve_directly(problem, 1e-12);
  ASSERT_TRUE(answer.is_solved);
  double sum = 0.0;
  for (const Vec3& p : answer.p) sum += p.z();
  EXPECT_NEAR(sum, compute_weight_impulse(3.0), 1e-13);
  EXPECT_LE(std::count_if(answer.p.begin(), answer.p.end(), [](const Vec3& p) { return p.z() > 0; }), 3);
}

TEST(DirectNormals, OfContactsManyTimesOverOrHardlyApartGivesTheVelocitiesOfOnce) {
  Random random(7);
  for (std::size_t k = 0; k < 20; ++k) {
    const ContactProblem once = make_random_problem(random, {.num_bodies = 5, .num_manifolds = 10, .most_mu = 0.0});
    const DirectAnswer answer = solve_directly(once, 1e-11);
    ASSERT_TRUE(answer.is_solved) << k;
    for (const double shift : {0.0, 1e-15, 1e-13, 1e-11, 1e-9, 1e-7, 1e-5, 1e-3}) {
      const DirectAnswer same = solve_directly(make_repeated(random, once, shift), 1e-11);
      ASSERT_TRUE(same.is_solved) << k << ", shift " << shift;
      // A shift comes back magnified by the condition of the contacts.
      EXPECT_LT(compute_difference(answer.V, same.V), 1e-8 + 100 * shift) << k << ", shift " << shift;
    }
  }
}

TEST(DirectNormals, InASlotStopsWhatMovesButCannotOpenBothSides) {
  const DirectAnswer stopped = solve_directly(make_slot(0.3, 0.0));
  ASSERT_TRUE(stopped.is_solved);
  EXPECT_NEAR(stopped.p[1].x(), -2.0 * 0.3, 1e-14);
  EXPECT_EQ(stopped.p[0].x(), 0.0);
  EXPECT_TRUE(solve_directly(make_slot(0.3, -0.1)).is_solved);
  DirectNormals normals;
  ContactImpulses untouched;
  untouched.num_sweeps = -1;
  EXPECT_FALSE(normals.solve(make_slot(0.3, 0.1), kDirectTolerance, untouched));
  EXPECT_EQ(untouched.num_sweeps, -1);
  EXPECT_TRUE(untouched.p.empty());
}

TEST(DirectNormals, AlongALockedNormalHasAnAnswerOnlyWhereNothingApproaches) {
  ContactProblem problem = make_block(1.0, 0.0);
  problem.bodies[1].inv_mass.z() = 0.0;
  problem.bodies[1].inv_inertia.setZero();
  EXPECT_FALSE(solve_directly(problem).is_solved);
  problem.bodies[1].V.v.z() = 0.0;
  const DirectAnswer answer = solve_directly(problem);
  ASSERT_TRUE(answer.is_solved);
  for (const Vec3& p : answer.p) EXPECT_EQ(p, Vec3::Zero());
}

TEST(DirectNormals, OfVelocitiesThatAreNotFiniteHasNoAnswer) {
  ContactProblem problem = make_block(1.0, 0.0);
  problem.guess[0] = Vec3::UnitZ();
  problem.bodies[1].V.v.z() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(solve_directly(problem).is_solved);
}

// --- against all choices of which contacts press, in rationals

TEST(DirectNormals, HasAnAnswerExactlyWhereEnumerationHasAndTheSameVelocities) {
  expect_agrees_with_enumeration([](const ContactProblem& problem) -> NormalAnswer {
    const DirectAnswer answer = solve_directly(problem, 1e-11);
    return {answer.is_solved, !answer.is_solved, answer.V};
  });
}

// --- larger ones

TEST(DirectNormals, EqualsLemkeOnManyContactsOfFewBodies) {
  Random random(3);
  const std::size_t count = choose_count(6, 100);
  for (std::size_t k = 0; k < count; ++k) {
    const ContactProblem problem =
        make_random_problem(random, {.num_bodies = 6, .num_manifolds = 24, .most_mu = 0.0, .mass_ratio = 100.0});
    std::vector<ContactRow> rows;
    for (std::uint32_t i = 0; i < problem.contacts.size(); ++i) rows.push_back({i, problem.contacts[i].nhat_BA_W});
    const LemkeAnswer lemke =
        solve_lcp(compute_delassus(problem, rows, rows), compute_row_speeds(problem, rows), {1e-10, 10000});
    ASSERT_EQ(lemke.outcome, LemkeOutcome::kSolved) << k;
    std::vector<Vec3> p;
    for (std::size_t i = 0; i < rows.size(); ++i) p.emplace_back(lemke.z(static_cast<Eigen::Index>(i)) * rows[i].d);
    const DirectAnswer answer = solve_directly(problem, 1e-10);
    ASSERT_TRUE(answer.is_solved) << k;
    EXPECT_LT(compute_difference(compute_velocities(problem, p), answer.V), 1e-7) << k;
  }
}

TEST(DirectNormals, FromAnyGuessGivesTheSameVelocitiesAndFromItsAnswerTakesNoPivot) {
  Random random(5);
  const std::size_t count = choose_count(40, 1000);
  for (std::size_t k = 0; k < count; ++k) {
    ContactProblem problem = make_random_problem(random, {.num_bodies = 8, .num_manifolds = 20, .most_mu = 0.0});
    const DirectAnswer cold = solve_directly(problem, 1e-11);
    ASSERT_TRUE(cold.is_solved) << k;
    for (std::size_t i = 0; i < problem.guess.size(); ++i)
      problem.guess[i] = random.next_between(-1, 1) * problem.contacts[i].nhat_BA_W;
    const DirectAnswer other = solve_directly(problem, 1e-11);
    ASSERT_TRUE(other.is_solved) << k;
    // A residual comes back magnified by the condition of the contacts.
    EXPECT_LT(compute_difference(cold.V, other.V), 1e-7) << k;
    problem.guess = other.p;
    const DirectAnswer again = solve_directly(problem, 1e-11);
    ASSERT_TRUE(again.is_solved) << k;
    EXPECT_EQ(again.num_sweeps, 0) << k;
  }
}

// What sweeps take thousands for.
TEST(DirectNormals, OfATallStackWithAHeavyTopTakesNoMorePivotsThanContacts) {
  std::vector<double> masses(40, 1.0);
  masses.back() = 1e4;
  const ContactProblem problem = make_stack(masses, 0.0);
  const DirectAnswer answer = solve_directly(problem);
  ASSERT_TRUE(answer.is_solved);
  EXPECT_LE(answer.num_sweeps, static_cast<int>(problem.contacts.size()));
  double load = 0.0, sum = 0.0;
  for (const double mass : masses) load += compute_weight_impulse(mass);
  for (std::size_t i = 0; i < 4; ++i) sum += answer.p[i].z();
  EXPECT_NEAR(sum, load, 1e-8 * load);
}

}  // namespace
}  // namespace abut::response
