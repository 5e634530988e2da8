#include "abut/response/svd_law.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/response/delassus.h"
#include "full_run.h"
#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Random;
using math::Vec3;

ContactImpulses solve(const ContactProblem& problem, const SvdOptions& options = {}) {
  SvdLaw law;
  return law.solve(problem, options);
}

// A table of mass 10 on legs at (+-a, +-b), its centre of mass above (x, y).
ContactProblem make_table(double a, double b, double x, double y, double mu) {
  ProblemMaker made;
  const std::uint32_t table = made.add_box(10.0, {2 * a, 2 * b, 0.1}, {x, y, 0.8});
  made.add_manifold(table, kGround, Vec3::UnitZ(), {{a, b, 0}, {a, -b, 0}, {-a, b, 0}, {-a, -b, 0}}, mu);
  made.fall();
  return made.problem;
}

TEST(SvdLaw, OfNothingIsNothing) {
  EXPECT_EQ(solve({}).outcome, SolveOutcome::kSolved);
  ProblemMaker lonely;
  lonely.add_cube(1, Vec3::Zero(), {{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(solve(lonely.problem).V[1].v, Vec3(4, 5, 6));
}

TEST(SvdLaw, ABoxStandsOnAQuarterAtEachCorner) {
  for (const double mu : {0.0, 0.5}) {
    const ContactImpulses answer = solve(make_block(2.0, mu));
    EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
    for (const Vec3& p : answer.p) EXPECT_LT((p - Vec3(0, 0, compute_weight_impulse(2.0) / 4)).norm(), 1e-14);
  }
}

TEST(SvdLaw, LegsOfATableCarryWhatMinimumNormSays) {
  const double a = 0.6, b = 0.4, W = compute_weight_impulse(10.0);
  for (const double mu : {0.0, 0.5})
    for (const auto& [x, y] : {std::pair{0.0, 0.0}, {0.2, 0.1}, {-0.3, 0.1}, {0.3, 0.2}, {0.0, -0.39}}) {
      ASSERT_LE(std::abs(x) / a + std::abs(y) / b, 1.0);  // none negative
      const ContactImpulses answer = solve(make_table(a, b, x, y, mu));
      EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
      EXPECT_EQ(answer.num_sweeps, 1);
      std::size_t leg = 0;
      for (const double side_x : {1.0, -1.0})
        for (const double side_y : {1.0, -1.0}) {
          const Vec3 expected(0, 0, W / 4 * (1 + side_x * x / a + side_y * y / b));
          EXPECT_LT((answer.p[leg++] - expected).norm(), 1e-12) << x << " " << y;
        }
    }
}

// Beyond |x| / a + |y| / b = 1 the far leg would pull; three legs then carry it exactly (their loads are determined).
TEST(SvdLaw, ALegThatWouldPullIsTakenOutAndTheOthersCarry) {
  const double a = 0.6, b = 0.4, x = 0.4, y = 0.2, W = compute_weight_impulse(10.0);
  const ContactImpulses answer = solve(make_table(a, b, x, y, 0.0));
  EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
  EXPECT_EQ(answer.num_sweeps, 2);
  EXPECT_EQ(answer.p[3], Vec3::Zero());
  // Moments about x and y: p0 + p1 - p2 = W x / a, p0 - p1 + p2 = W y / b, p0 + p1 + p2 = W.
  EXPECT_NEAR(answer.p[2].z(), W / 2 * (1 - x / a), 1e-12);
  EXPECT_NEAR(answer.p[1].z(), W / 2 * (1 - y / b), 1e-12);
  EXPECT_NEAR(answer.p[0].z(), W / 2 * (x / a + y / b), 1e-12);
}

TEST(SvdLaw, WhatNoFrictionHoldsIsConvertedAndSlidesAlongItsInvalidForce) {
  const double theta = 0.3, mu = 0.1;
  for (const auto& [c, s] : {std::pair{1.0, 0.0}, {0.6, 0.8}}) {
    ProblemMaker made;  // a puck whose friction turns nothing: its direction is exact
    const std::uint32_t puck = made.add_cube(1.0, Vec3::Zero());
    made.add_manifold(puck, kGround, Vec3::UnitZ(), make_square(0.5, 0.0), mu);
    made.fall({std::sin(theta) * c, std::sin(theta) * s, -std::cos(theta)});
    const ContactImpulses answer = solve(made.problem);
    EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
    EXPECT_EQ(answer.num_sweeps, 2);
    const double slide = kGravity * kStep * (std::sin(theta) - mu * std::cos(theta));
    EXPECT_LT((answer.V[1].v - slide * Vec3(c, s, 0)).norm(), 1e-12);
    EXPECT_LT(answer.residuals.largest(), 1e-10);
  }
}

TEST(SvdLaw, HoldsABlockBelowTheFrictionAngle) {
  const ContactProblem problem = make_block(1.0, 0.5, 0.3);
  const ContactImpulses answer = solve(problem);
  EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
  EXPECT_LT(answer.V[1].v.norm(), 1e-13);
  EXPECT_LT(answer.residuals.largest(), 1e-10);
}

TEST(SvdLaw, AFastSlideIsDynamicFromTheStart) {
  ProblemMaker made;
  const std::uint32_t puck = made.add_cube(1.0, Vec3::Zero(), {Vec3::Zero(), {3, 4, 0}});
  made.add_manifold(puck, kGround, Vec3::UnitZ(), make_square(0.5, 0.0), 0.5);
  made.fall();
  const ContactImpulses answer = solve(made.problem);
  EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
  EXPECT_EQ(answer.num_sweeps, 1);
  EXPECT_LT((answer.V[1].v - (5 - 0.5 * kGravity * kStep) * Vec3(0.6, 0.8, 0)).norm(), 1e-12);
}

TEST(SvdLaw, AStackCarriesWhatIsAbove) {
  const ContactProblem problem = make_stack({1, 2, 1000}, 0.5);
  const ContactImpulses answer = solve(problem);
  EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(answer.p[i].z(), compute_weight_impulse(1003.0) / 4, 1e-8);
}

// A bound on rank decides what singular values are: too large a one throws the weight away.
TEST(SvdLaw, RankIsDecidedByTheThreshold) {
  const ContactProblem problem = make_block(1.0, 0.0);
  EXPECT_EQ(solve(problem).outcome, SolveOutcome::kSolved);
  EXPECT_EQ(solve(problem, {.rank_tolerance = 2.0}).outcome, SolveOutcome::kInconsistent);
}

// --- what the paper foresees

TEST(SvdLaw, NamesVelocitiesThatNoImpulsesGive) {
  ProblemMaker made;
  const std::uint32_t body = made.add_cube(1.0, Vec3::Zero());
  made.add_manifold(body, kGround, Vec3::UnitZ(), {{0, 0, -0.5}}, 0.0, 1.0);
  made.add_manifold(body, kGround, -Vec3::UnitZ(), {{0, 0, 0.5}}, 0.0, 1.0);
  EXPECT_EQ(solve(made.problem).outcome, SolveOutcome::kInconsistent);
}

// Searched for: frictionless contacts whose pulling ones, taken out one after another, should have stayed. Every
// outcome is then checked to be what it says.
TEST(SvdLaw, NamesContactsTakenOutThatApproachAllTheSame) {
  Random random(6);
  std::size_t num_approaching = 0, num_solved = 0;
  const std::size_t count = choose_count(400, 4000);
  for (std::size_t k = 0; k < count; ++k) {
    const ContactProblem problem = make_random_problem(random, {2, 4, 2, 0.0, 10});
    const ContactImpulses answer = solve(problem);
    if (answer.outcome == SolveOutcome::kSolved) {
      ++num_solved;
      ASSERT_LT(answer.residuals.largest(), 1e-7);
    }
    if (answer.outcome == SolveOutcome::kApproaching) {
      ++num_approaching;
      ASSERT_GT(answer.residuals.normal, 1e-8);
    }
  }
  EXPECT_GT(num_approaching, 0U);
  EXPECT_GT(num_solved, count / 2);
}

// Slipping at 3 times the speed scale, it counts as dynamic; but its friction could stop ten times that.
TEST(SvdLaw, NamesFrictionThatWouldDriveTheSlip) {
  ProblemMaker made;
  const double scale = made.problem.speed_scale;
  const std::uint32_t puck = made.add_cube(1.0, Vec3::Zero(), {Vec3::Zero(), {3 * scale, 0, -30 * scale}});
  made.add_manifold(puck, kGround, Vec3::UnitZ(), make_square(0.5, 0.0), 1.0);
  EXPECT_EQ(solve(made.problem).outcome, SolveOutcome::kWrongFriction);
  EXPECT_EQ(solve(made.problem, {.slip_speed = 4.0}).outcome, SolveOutcome::kSolved);
}

TEST(SvdLaw, NamesMoreContactsThanItTakes) {
  const ContactImpulses answer = solve(make_stack(std::vector<double>(101, 1.0), 0.5));
  EXPECT_EQ(answer.outcome, SolveOutcome::kTooLarge);
  EXPECT_EQ(answer.p.size(), 404U);
}

// --- laws

TEST(SvdLaw, EveryOutcomeOnRandomProblemsIsWhatItSays) {
  Random random(7);
  std::size_t num_solved = 0;
  const std::size_t count = choose_count(150, 3000);
  for (std::size_t k = 0; k < count; ++k) {
    const ContactProblem problem = make_random_problem(random, {3, 3, 3, 1.0, 10});
    const ContactImpulses answer = solve(problem);
    ASSERT_NE(answer.outcome, SolveOutcome::kNotConverged);
    ASSERT_LE(answer.num_sweeps, static_cast<int>(2 * problem.contacts.size() + 1));
    if (answer.outcome != SolveOutcome::kSolved) continue;
    ++num_solved;
    ASSERT_LT(answer.residuals.normal, 1e-7);
    ASSERT_LT(answer.residuals.cone, 1e-7);
  }
  EXPECT_GT(num_solved, count / 5);
}

TEST(SvdLaw, GivesTheSameBitsEachTime) {
  Random random(8);
  const ContactProblem problem = make_random_problem(random, {});
  const ContactImpulses one = solve(problem), other = solve(problem);
  for (std::size_t i = 0; i < one.p.size(); ++i) EXPECT_EQ(one.p[i], other.p[i]);
}

}  // namespace
}  // namespace abut::response
