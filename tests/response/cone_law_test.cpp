#include "abut/response/cone_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "response/solve_cone.h"

namespace abut::response {
namespace {

using math::Vec3;

double sum_normals(const ContactProblem& problem, const ContactImpulses& answer, const ContactGroup& group) {
  double sum = 0.0;
  for (std::uint32_t i = group.first; i < group.first + group.count; ++i)
    sum += problem.contacts[i].nhat_BA_W.dot(answer.p[i]);
  return sum;
}

TEST(ConeLaw, OfNothingIsNothing) {
  const ContactImpulses none = solve({});
  EXPECT_EQ(none.outcome, SolveOutcome::kSolved);
  EXPECT_TRUE(none.p.empty() && none.V.empty());
  ProblemMaker lonely;
  lonely.add_cube(1, {0, 0, 0}, {{1, 2, 3}, {4, 5, 6}});
  const ContactImpulses free = solve(lonely.problem);
  EXPECT_EQ(free.outcome, SolveOutcome::kSolved);
  EXPECT_EQ(free.V[1].v, Vec3(4, 5, 6));
  EXPECT_EQ(free.V[1].w, Vec3(1, 2, 3));
}

TEST(ConeLaw, ABlockOnAPlaneIsHeldByItsWeightAtItsCorners) {
  const ContactProblem problem = make_block(3.0, 0.5);
  const ContactImpulses answer = solve(problem, 1e-12);
  expect_solved(problem, answer, 1e-12);
  // Feet may push against each other by what the regularisation of the normals, 1e-9, leaves to friction.
  const double quarter = compute_weight_impulse(3.0) / 4;
  for (const Vec3& p : answer.p) EXPECT_LT((p - Vec3(0, 0, quarter)).norm(), 1e-7 * quarter);
  EXPECT_LT(answer.V[1].v.norm(), 1e-12);
}

// The ground under it and a plate above it close on a cube: no impulses do. Those of one solve are the next one's
// guess, as in the rounds of a step; before they had a bound they were 1e19 N s after a hundred rounds, and their
// rounding spun the cube so fast that its step was cut into 65,536.
TEST(ConeLaw, ImpulsesOfASqueezedCubeDoNotGrowWithoutEnd) {
  ProblemMaker squeezed;
  const std::uint32_t cube = squeezed.add_cube(2.0, {0, 0, 0.5}, {{0.01, -0.02, 0.003}, {0, 0, 0}});
  const std::uint32_t plate = squeezed.add_cube(1.0, {0, 0, 1.5}, {{0, 0, 0}, {0, 0, -1}});
  squeezed.problem.bodies[plate].inv_mass.setZero(), squeezed.problem.bodies[plate].inv_inertia.setZero();
  for (const double mu : {0.0, 0.4}) {
    ProblemMaker made = squeezed;
    made.add_manifold(cube, 0, Vec3::UnitZ(), make_square(0.5, 0.0), mu);
    made.add_manifold(plate, cube, Vec3::UnitZ(), make_square(0.5, 1.0), mu);
    ContactProblem problem = made.problem;
    for (int round = 0; round < 100; ++round) {
      const ContactImpulses answer = solve(problem, 1e-6, 200);
      EXPECT_EQ(answer.outcome, SolveOutcome::kNotConverged);
      // Along a normal the inverse mass of a cube of 2 kg is at most 1/2 + 3 / 2: at its corners.
      for (const Vec3& p : answer.p) EXPECT_LE(0.5 * p.norm(), 1e6 * problem.speed_scale) << mu << " " << round;
      // The cube stays between the two.
      EXPECT_LT(answer.V[cube].v.norm(), 2.0) << mu << " " << round;
      EXPECT_LT(answer.V[cube].w.norm(), 10.0) << mu << " " << round;
      problem.guess = answer.p;
    }
  }
}

TEST(ConeLaw, ABlockThatLeavesIsLeftAlone) {
  ContactProblem problem = make_block(1.0, 0.5);
  problem.bodies[1].V.v = {1, 0, 0.25};
  const ContactImpulses answer = solve(problem);
  for (const Vec3& p : answer.p) EXPECT_EQ(p, Vec3::Zero());
  EXPECT_EQ(answer.V[1].v, Vec3(1, 0, 0.25));
}

TEST(ConeLaw, ABlockSticksAtTheFrictionAngleAndSlidesJustBelowIt) {
  const double theta = 0.3, mu_c = std::tan(theta), g_t = kGravity * kStep * std::sin(theta),
               g_n = kGravity * kStep * std::cos(theta);
  const ContactProblem at = make_block(1.0, mu_c, theta);
  const ContactImpulses sticks = solve(at);
  expect_solved(at, sticks);
  // Feet whose friction points aside by a lose a^2 / 2 of it, and slip at v = a^2 / 2; a residual eps = a v allows
  // v = (eps^2 / 2)^(1/3).
  EXPECT_LT(sticks.V[1].v.norm(), std::cbrt(0.5 * kTolerance * kTolerance) * kGravity * kStep);
  for (const double mu : {mu_c * (1 - 1e-3), 0.5 * mu_c}) {
    const ContactProblem below = make_block(1.0, mu, theta);
    const ContactImpulses slides = solve(below, 1e-10);
    expect_solved(below, slides, 1e-10);
    EXPECT_NEAR(slides.V[1].v.x(), g_t - mu * g_n, 1e-9 * g_t);
    EXPECT_NEAR(slides.V[1].w.norm(), 0.0, 1e-9 * g_t);
  }
}

TEST(ConeLaw, ABlockAtTheFrictionAngleDoesNotCreepInTwentyFiveSeconds) {
  ConeLaw law;
  ContactProblem problem = make_block(1.0, std::tan(0.3), 0.3);
  const Vec3 fall = problem.bodies[1].V.v;
  double moved = 0.0;
  for (int k = 0; k < 2500; ++k) {
    const ContactImpulses& answer = law.solve(problem, {});
    moved += kStep * answer.V[1].v.norm();
    problem.bodies[1].V = answer.V[1];
    problem.bodies[1].V.v += fall;
    problem.guess = answer.p;
  }
  EXPECT_LT(moved, 1e-6);
}

TEST(ConeLaw, TipsWhereTheResultantLeavesTheBase) {
  // A tower 1 by 1 by 4 with mu = 1 tips when tan exceeds 1/4, and then only the lower corners carry.
  ProblemMaker made;
  const std::uint32_t tower = made.add_box(1.0, {1, 1, 4}, {0, 0, 2});
  made.add_manifold(tower, kGround, Vec3::UnitZ(), make_square(0.5, 0), 1.0);
  ProblemMaker over = made;
  made.fall(Vec3(0.249, 0, -1).normalized());
  over.fall(Vec3(0.251, 0, -1).normalized());
  const ContactImpulses stands = solve(made.problem), tips = solve(over.problem);
  EXPECT_LT(stands.V[1].w.norm(), 1e-8);
  EXPECT_GT(tips.V[1].w.y(), 1e-5);
  EXPECT_EQ(tips.p[0].norm() + tips.p[3].norm(), 0.0);
}

TEST(ConeLaw, FrictionIsTheSameInEveryDirection) {
  const double theta = 0.4, mu = 0.2, slide = kGravity * kStep * (std::sin(theta) - mu * std::cos(theta));
  double least = 1e9, most = 0.0;
  for (int k = 0; k < 64; ++k) {
    ProblemMaker made;  // one foot under the centre of mass, level with it: no turning
    const std::uint32_t puck = made.add_cube(1.0, Vec3::Zero());
    made.add_manifold(puck, kGround, Vec3::UnitZ(), {Vec3::Zero()}, mu);
    const double angle = 2 * M_PI * k / 64;
    made.fall({std::sin(theta) * std::cos(angle), std::sin(theta) * std::sin(angle), -std::cos(theta)});
    const double speed = solve(made.problem, 1e-14).V[1].v.norm();
    least = std::min(least, speed), most = std::max(most, speed);
  }
  EXPECT_LT(most - least, 1e-12 * slide);
  EXPECT_NEAR(most, slide, 1e-12 * slide);
}

TEST(ConeLaw, ABlockOnFourFeetSlidesTheSameInEveryDirection) {
  const double theta = 0.4, mu = 0.2, slide = kGravity * kStep * (std::sin(theta) - mu * std::cos(theta));
  for (int k = 0; k < 64; ++k) {
    const double angle = 2 * M_PI * k / 64;
    const ContactImpulses answer = solve(make_block(1.0, mu, theta, std::cos(angle), std::sin(angle)), 1e-13);
    EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
    EXPECT_NEAR(answer.V[1].v.norm(), slide, 1e-12) << "direction " << k;
  }
}

TEST(ConeLaw, HeavyOnLightConverges) {
  for (const double ratio : {1e3, 1e4}) {
    const ContactProblem problem = make_stack({1.0, ratio}, 0.5);
    const ContactImpulses answer = solve(problem);
    expect_solved(problem, answer);
    const double lower = compute_weight_impulse(1 + ratio), upper = compute_weight_impulse(ratio);
    // A residual is a speed of the contact, whose inverse mass is about that of the light box: 1e-8 of its own weight.
    EXPECT_NEAR(sum_normals(problem, answer, problem.groups[0]) / lower, 1.0, 1e-6);
    EXPECT_NEAR(sum_normals(problem, answer, problem.groups[1]) / upper, 1.0, 1e-6);
    EXPECT_LT(answer.num_sweeps, 100);
  }
}

TEST(ConeLaw, AStackOfThirtyConvergesAndCarriesWhatIsAbove) {
  const ContactProblem problem = make_stack(std::vector<double>(30, 2.0), 0.5);
  const ContactImpulses answer = solve(problem);
  expect_solved(problem, answer);
  for (std::size_t k = 0; k < 30; ++k)
    EXPECT_NEAR(sum_normals(problem, answer, problem.groups[k]),
                compute_weight_impulse(2.0 * static_cast<double>(30 - k)), 1e-5 * compute_weight_impulse(60.0));
}

TEST(ConeLaw, FrictionlessSlidesWithoutLoss) {
  const ContactProblem problem = make_block(1.0, 0.0, 0.3);
  const ContactImpulses answer = solve(problem, 1e-12);
  expect_solved(problem, answer, 1e-12);
  EXPECT_NEAR(answer.V[1].v.x(), kGravity * kStep * std::sin(0.3), 1e-14);
  for (const Vec3& p : answer.p) EXPECT_EQ(p.head<2>().norm(), 0.0);
}

// Bodies that load each other in circles: no sweep is taken. A friction far below what residuals see asks for sweeps.
TEST(ConeLaw, WithoutFrictionIsSolvedToTheEndWhereSweepsAreNot) {
  math::Random random(21);
  ContactProblem problem = make_random_problem(random, {.num_bodies = 8, .num_manifolds = 32, .most_mu = 0.0});
  const ContactImpulses answer = solve(problem, 1e-12, 1);
  expect_solved(problem, answer, 1e-12);
  problem.contacts[0].mu = 1e-30;
  EXPECT_EQ(solve(problem, 1e-12, 1).outcome, SolveOutcome::kNotConverged);
}

TEST(ConeLaw, WithoutFrictionAndWithoutAnAnswerSweepsEndUnsolvedWithinTheirBound) {
  ContactProblem problem = make_block(1.0, 0.0, 0.3);
  problem.contacts.push_back(problem.contacts[0]);
  problem.contacts.back().nhat_BA_W = -Vec3::UnitZ();
  problem.contacts.back().least_speed = 0.1;  // down into the ground
  problem.groups.push_back({4, 1});
  problem.guess.emplace_back(Vec3::Zero());
  const ContactImpulses answer = solve(problem, kTolerance, 50);
  EXPECT_EQ(answer.outcome, SolveOutcome::kNotConverged);
  EXPECT_GT(answer.num_sweeps, 0);
  EXPECT_LE(answer.num_sweeps, 50);
  for (const Vec3& p : answer.p) EXPECT_LE(p.norm(), 1e6 * problem.speed_scale);  // of 1 kg
}

TEST(ConeLaw, HugeFrictionSticksOnAnySlope) {
  const ContactProblem problem = make_block(1.0, 1e9, 0.75);  // steeper would tip
  const ContactImpulses answer = solve(problem);
  expect_solved(problem, answer);
  EXPECT_LT(answer.V[1].v.norm(), 1e-7 * kGravity * kStep);
}

TEST(ConeLaw, AManifoldOfMorePointsThanAreSolvedTogetherConverges) {
  ProblemMaker made;
  const std::uint32_t disk = made.add_box(5.0, {2, 2, 0.5}, {0, 0, 0.25});
  std::vector<Vec3> points;
  for (int k = 0; k < 20; ++k) points.push_back({std::cos(0.1 * M_PI * k), std::sin(0.1 * M_PI * k), 0});
  made.add_manifold(disk, kGround, Vec3::UnitZ(), points, 0.4);
  made.fall(Vec3(0.3, 0.1, -1).normalized());
  const ContactImpulses answer = solve(made.problem);
  expect_solved(made.problem, answer);
  EXPECT_NEAR(sum_normals(made.problem, answer, made.problem.groups[0]),
              compute_weight_impulse(5.0) / Vec3(0.3, 0.1, 1).norm(), 1e-7);
}

TEST(ConeLaw, PointsOnOneSpotShareTheLoad) {
  ProblemMaker made;
  const std::uint32_t body = made.add_cube(1.0, {0, 0, 0.5});
  made.add_manifold(body, kGround, Vec3::UnitZ(), std::vector<Vec3>(6, Vec3::Zero()), 0.5);
  made.fall();
  const ContactImpulses answer = solve(made.problem);
  expect_solved(made.problem, answer);
  EXPECT_NEAR(sum_normals(made.problem, answer, made.problem.groups[0]), compute_weight_impulse(1.0), 1e-8);
}

TEST(ConeLaw, LeastSpeedIsReachedAndNotPassed) {
  for (const double least : {-0.05, 0.0, 0.3}) {
    ContactProblem problem = make_block(1.0, 0.5);
    for (ProblemContact& contact : problem.contacts) contact.least_speed = least;
    const ContactImpulses answer = solve(problem);
    expect_solved(problem, answer);
    EXPECT_NEAR(answer.V[1].v.z(), least, 1e-9);
  }
}

// --- locks

void lock_to_plane(ProblemBody& body) {
  const double inv_turn = body.inv_inertia(1, 1);
  body.inv_mass.y() = 0.0;
  body.inv_inertia.setZero();
  body.inv_inertia(1, 1) = inv_turn;
}

TEST(ConeLaw, ABodyLockedToAPlaneSticksAndSlidesInIt) {
  for (const double mu : {0.1, 1.0}) {
    ContactProblem problem = make_block(1.0, mu, 0.3);
    lock_to_plane(problem.bodies[1]);
    const ContactImpulses answer = solve(problem);
    expect_solved(problem, answer);
    const double slide = kGravity * kStep * std::max(std::sin(0.3) - mu * std::cos(0.3), 0.0);
    EXPECT_NEAR(answer.V[1].v.x(), slide, 1e-8);
    EXPECT_EQ(answer.V[1].v.y(), 0.0);
  }
}

TEST(ConeLaw, ConveyedAcrossItsLockABodyTakesAllItsFrictionAlongTheConveyor) {
  ContactProblem problem = make_block(1.0, 0.5, 0.3);
  lock_to_plane(problem.bodies[1]);
  problem.bodies[1].inv_inertia.setZero();
  problem.bodies[kGround].V.v = {0, 1e3, 0};
  const ContactImpulses answer = solve(problem);
  expect_solved(problem, answer);
  // Friction points along +y but for one part in ten thousand.
  EXPECT_NEAR(answer.V[1].v.x(), kGravity * kStep * std::sin(0.3), 1e-5);
}

TEST(ConeLaw, NormalsAlongWhichNothingMovesAreNamedUnsolvedAndTheAnswerIsFinite) {
  ContactProblem problem = make_block(1.0, 0.5, 0.3);
  problem.bodies[1].inv_mass.z() = 0.0;
  problem.bodies[1].inv_inertia.setZero();
  const ContactImpulses answer = solve(problem, kTolerance, 50);
  EXPECT_EQ(answer.outcome, SolveOutcome::kNotConverged);
  for (const Vec3& p : answer.p) EXPECT_TRUE(p.allFinite());
}

}  // namespace
}  // namespace abut::response
