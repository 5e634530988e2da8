// Every law by its name, on the same problems.
#include "abut/response/laws.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "abut/base/input_error.h"
#include "abut/response/compare_laws.h"
#include "full_run.h"
#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Random;
using math::Vec3;

class EveryLaw : public testing::TestWithParam<std::string> {
 protected:
  const ContactImpulses& solve(const ContactProblem& problem, double tolerance = 1e-8) {
    return law_->solve(problem, {.name = GetParam(), .tolerance = tolerance});
  }
  void expect_solved(const ContactProblem& problem) {
    const ContactImpulses& answer = solve(problem);
    EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
    const ContactResiduals residuals = compute_residuals(problem, answer.p);
    EXPECT_LE(has_friction() ? residuals.largest() : residuals.normal, 1e-8 + 1e-11);
    EXPECT_EQ(answer.p.size(), problem.contacts.size());
    const std::vector<math::Twist> V = compute_velocities(problem, answer.p);
    for (std::size_t i = 0; i < V.size(); ++i) {
      EXPECT_LT((V[i].v - answer.V[i].v).norm(), 1e-10);
      EXPECT_LT((V[i].w - answer.V[i].w).norm(), 1e-10);
    }
  }
  bool has_friction() const { return GetParam() != "gauss"; }

  std::unique_ptr<ContactLaw> law_ = make_law(GetParam());
};

TEST_P(EveryLaw, SolvesNothing) {
  expect_solved({});
}

TEST_P(EveryLaw, HoldsABlockAndLetsItSlide) {
  for (const double mu : {0.0, 0.1, 0.25, 0.5, 1e3}) expect_solved(make_block(2.0, mu, 0.3));
}

TEST_P(EveryLaw, LeavesAloneWhatLeaves) {
  ContactProblem problem = make_block(1.0, 0.5);
  problem.bodies[1].V.v = {1, 0, 0.25};
  expect_solved(problem);
  EXPECT_EQ(solve(problem).V[1].v, Vec3(1, 0, 0.25));
}

TEST_P(EveryLaw, CarriesStacks) {
  for (const std::vector<double>& masses : {std::vector<double>{1, 1}, {1, 1000}, {1, 2, 3, 4, 5}, {1e-3, 1, 1e-2}})
    expect_solved(make_stack(masses, 0.5));
}

TEST_P(EveryLaw, TipsATower) {
  if (!has_friction()) GTEST_SKIP() << "without friction it slides";
  ProblemMaker made;
  const std::uint32_t tower = made.add_box(1.0, {1, 1, 4}, {0, 0, 2});
  made.add_manifold(tower, kGround, Vec3::UnitZ(), make_square(0.5, 0), 1.0);
  made.fall(Vec3(0.3, 0, -1).normalized());
  expect_solved(made.problem);
  EXPECT_GT(solve(made.problem).V[1].w.y(), 1e-4);
}

TEST_P(EveryLaw, ObeysLeastSpeeds) {
  ContactProblem problem = make_block(1.0, 0.5);
  for (ProblemContact& contact : problem.contacts) contact.least_speed = 0.3;
  expect_solved(problem);
  EXPECT_NEAR(solve(problem).V[1].v.z(), 0.3, 1e-8);
}

// Velocities that are not finite have no answer, and no law says it has one, nor falls over.
// A ground that slides by c, and one at rest against which what sticks has the velocity c, are the same. So slowly that
// nothing slips: sliding, each law has its own friction.
TEST_P(EveryLaw, CarriesWhatSticksAsAGroundThatSlidesWould) {
  const Vec3 c(2e-4, -3e-4, 0);
  ContactProblem sliding = make_block(2.0, 0.5), carried = sliding;
  sliding.bodies[kGround].V.v = c;
  for (ProblemContact& contact : carried.contacts) contact.stick_velocity = c;
  expect_solved(sliding), expect_solved(carried);
  const math::Twist V = solve(sliding).V[1], W = solve(carried).V[1];
  EXPECT_LT((V.v - W.v).norm(), 1e-9);
  EXPECT_LT((V.w - W.w).norm(), 1e-9);
  if (has_friction()) EXPECT_LT((W.v - c).norm(), 1e-8);
}

TEST_P(EveryLaw, HasNoAnswerToWhatIsNotFinite) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    for (const double mu : {0.0, 0.5}) {
      ContactProblem problem = make_block(1.0, mu);
      problem.bodies[1].V.v = {0.1, bad, -bad};
      EXPECT_EQ(solve(problem).residuals.largest(), std::numeric_limits<double>::infinity());
    }
  }
}

TEST_P(EveryLaw, KeepsFrictionTheSameInEveryDirection) {
  if (GetParam() == "lcp") GTEST_SKIP() << "a pyramid has edges";
  if (!has_friction()) GTEST_SKIP() << "it knows no friction";
  const double slide = kGravity * kStep * (std::sin(0.4) - 0.2 * std::cos(0.4));
  for (int k = 0; k < 64; ++k) {
    ProblemMaker made;
    const std::uint32_t puck = made.add_cube(1.0, Vec3::Zero());
    made.add_manifold(puck, kGround, Vec3::UnitZ(), make_square(0.5, 0), 0.2);
    const double angle = 2 * M_PI * k / 64;
    made.fall({std::sin(0.4) * std::cos(angle), std::sin(0.4) * std::sin(angle), -std::cos(0.4)});
    EXPECT_NEAR(solve(made.problem, 1e-13).V[puck].v.norm(), slide, 1e-12);
  }
}

// What a law calls solved is so: without friction wholly, with it in normals and cone. How often differs by law.
TEST_P(EveryLaw, TellsTheTruthOnRandomProblems) {
  Random random(1);
  const std::size_t count = choose_count(60, 1000);
  std::size_t num_solved = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double most_mu = k % 3 == 0 ? 0.0 : 0.8;
    const ContactProblem problem = make_random_problem(random, {3, 3, 3, most_mu, 10});
    const ContactImpulses& answer = solve(problem);
    if (answer.outcome != SolveOutcome::kSolved) continue;
    ++num_solved;
    const ContactResiduals residuals = compute_residuals(problem, answer.p);
    EXPECT_LT(residuals.normal, 1e-7);
    EXPECT_LT(residuals.cone, 1e-7);
    if (most_mu == 0.0 || GetParam() == "cone") {
      EXPECT_LT(residuals.dissipation, 1e-7);
    }
  }
  EXPECT_GE(num_solved, count * (GetParam() == "svd" ? 20 : 95) / 100);
}

// Solved or not: in their cones, and no energy from nowhere. With one sweep next to nothing is solved.
TEST_P(EveryLaw, GivesImpulsesInTheirConesThatAddNoEnergy) {
  Random random(2);
  const std::size_t count = choose_count(150, 2000);
  for (std::size_t k = 0; k < count; ++k) {
    const ContactProblem problem = make_random_problem(random, {3, 3, 3, k % 2 == 0 ? 0.8 : 3.0, 100});
    const ContactImpulses& answer = law_->solve(problem, {.name = GetParam(), .max_sweeps = k % 3 == 0 ? 1 : 200});
    double size = 0.0;
    for (std::size_t i = 0; i < answer.p.size(); ++i) {
      const Vec3 &n = problem.contacts[i].nhat_BA_W, &p = answer.p[i];
      ASSERT_GE(n.dot(p), -1e-14 * p.norm());
      ASSERT_LE((p - n.dot(p) * n).norm(), problem.contacts[i].mu * n.dot(p) + 1e-14 * p.norm());
      size += p.norm();
    }
    ASSERT_LE(compute_energy_gained(problem, answer.p), 1e-12 * size) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, EveryLaw, testing::ValuesIn(get_law_names()),
                         [](const auto& made) { return made.param; });

TEST(Laws, ConeIsTheDefaultToOnePartInAThousand) {
  const LawOptions options;
  EXPECT_EQ(options.name, get_law_names().front());
  EXPECT_EQ(options.tolerance, 1e-3);
}

TEST(Laws, AreThoseThatASceneMayName) {
  EXPECT_EQ(get_law_names(), (std::vector<std::string>{"cone", "lcp", "svd", "gauss"}));
}

// What a simulation asks: the law's own answer where it has one, else the cone's to the bit.
TEST(Laws, InASimulationTheConeAnswersWhereAnotherLawCannot) {
  Random random(3);
  const std::unique_ptr<ContactLaw> cone = make_law("cone");
  for (const std::string name : {"lcp", "svd"}) {
    LawOptions options{.name = name};
    const std::unique_ptr<ContactLaw> bare = make_law(name), made = make_law(options);
    int num_own = 0, num_of_cone = 0;
    const auto compare = [&](const ContactProblem& problem) {
      const ContactImpulses& own = bare->solve(problem, options);
      const ContactImpulses& answer = made->solve(problem, options);
      const bool has_answer = own.outcome == SolveOutcome::kSolved;
      const ContactImpulses& expected = has_answer ? own : cone->solve(problem, options);
      EXPECT_EQ(answer.p, expected.p);
      EXPECT_EQ(answer.outcome, expected.outcome);
      EXPECT_EQ(answer.is_of_cone, !has_answer);
      ++(has_answer ? num_own : num_of_cone);
    };
    for (int k = 0; k < 40; ++k) compare(make_random_problem(random, {3, 3, 3, 1.0, 10}));
    compare(make_stack(std::vector<double>(101, 1.0), 0.5));  // more than they take
    EXPECT_GT(num_own, 5) << name;
    EXPECT_GT(num_of_cone, 0) << name;
  }
  const LawOptions options;
  EXPECT_FALSE(make_law(options)->solve(make_block(1.0, 0.5), options).is_of_cone);
}

TEST(Laws, AnUnknownNameIsAnswered) {
  const auto fault_of = [](std::string_view name) {
    try {
      make_law(name, "/law");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(fault_of("cones"), "/law: unknown contact law \"cones\"; did you mean \"cone\"?");
  EXPECT_EQ(fault_of("penalty"), "/law: unknown contact law \"penalty\"; use one of cone, lcp, svd, gauss");
}

TEST(Laws, EveryOutcomeHasItsOwnName) {
  std::set<std::string_view> names;
  for (int k = 0; k <= static_cast<int>(SolveOutcome::kJammed); ++k)
    names.insert(get_outcome_name(static_cast<SolveOutcome>(k)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(SolveOutcome::kJammed) + 1);
  EXPECT_FALSE(names.contains("unknown"));
}

}  // namespace
}  // namespace abut::response
