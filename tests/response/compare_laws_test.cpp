#include "abut/response/compare_laws.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Vec3;

const LawFigures& figures_of(const LawComparison& comparison, const std::string& name) {
  for (const LawFigures& figures : comparison.figures())
    if (figures.name == name) return figures;
  throw std::out_of_range(name);
}

std::int64_t count(const LawFigures& figures, SolveOutcome outcome) {
  return figures.num_by_outcome[static_cast<std::size_t>(outcome)];
}

double compute_kinetic_energy_of(const ContactProblem& problem, const std::vector<math::Twist>& V) {
  double twice = 0.0;
  for (std::size_t i = 0; i < V.size(); ++i) {
    if (problem.bodies[i].inv_mass.x() == 0) continue;
    twice += V[i].v.squaredNorm() / problem.bodies[i].inv_mass.x() +
             V[i].w.dot(problem.bodies[i].inv_inertia.inverse() * V[i].w);
  }
  return 0.5 * twice;
}

TEST(CompareLaws, EveryLawIsGivenTheSameProblems) {
  LawComparison comparison({});
  for (const double mu : {0.0, 0.1, 0.5}) comparison.add(make_block(2.0, mu, 0.3));
  ASSERT_EQ(comparison.figures().size(), get_law_names().size());
  for (const LawFigures& figures : comparison.figures()) {
    EXPECT_EQ(count(figures, SolveOutcome::kSolved), 3) << figures.name;
    ASSERT_EQ(figures.samples.size(), 3u);
    for (const LawSample& sample : figures.samples) {
      EXPECT_LE(sample.residuals.largest(), 1e-8 + 1e-11);
      EXPECT_GT(sample.seconds, 0.0);
      EXPECT_GT(sample.num_sweeps, 0);
      EXPECT_LT(sample.energy_gained, 0.0);  // a block that falls on a floor is stopped
    }
  }
  EXPECT_EQ(comparison.num_contacts(), (std::vector<std::size_t>{4, 4, 4}));
}

// 500 contacts are more than pivoting and singular values take.
TEST(CompareLaws, AProblemThatALawRefusesIsCountedByItsName) {
  ProblemMaker made;
  const std::uint32_t cube = made.add_cube(1.0, {0, 0, 0.5});
  std::vector<Vec3> points;
  for (int i = 0; i < 500; ++i) points.emplace_back(0.002 * i - 0.5, 0.1 * (i % 7), 0.0);
  for (const Vec3& point : points) made.add_manifold(cube, kGround, Vec3::UnitZ(), {point}, 0.5);
  made.fall();
  LawComparison comparison({});
  comparison.add(made.problem);
  for (const std::string name : {"lcp", "svd"}) {
    EXPECT_EQ(count(figures_of(comparison, name), SolveOutcome::kTooLarge), 1) << name;
    EXPECT_TRUE(figures_of(comparison, name).samples.empty());
  }
  EXPECT_EQ(figures_of(comparison, "cone").samples.size(), 1u);
}

TEST(CompareLaws, AnAnswerThatIsNotFiniteIsNoSample) {
  ContactProblem problem = make_block(1.0, 0.5);
  problem.bodies[1].V.v.z() = std::numeric_limits<double>::quiet_NaN();
  LawComparison comparison({});
  comparison.add(problem);
  EXPECT_TRUE(figures_of(comparison, "cone").samples.empty());
}

// The kinetic energy of the bodies themselves, where none of them is driven.
TEST(CompareLaws, EnergyGainedIsThatOfTheBodies) {
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

TEST(CompareLaws, AWrappedLawAnswersAsItDoesAlone) {
  math::Random random(6);
  LawComparison comparison({}, 3);
  LawOptions options;
  options.wrap = [&](std::unique_ptr<ContactLaw> law) { return comparison.wrap(std::move(law)); };
  const std::unique_ptr<ContactLaw> wrapped = make_law(options), alone = make_law("cone");
  for (int k = 0; k < 10; ++k) {
    const ContactProblem problem = make_random_problem(random, {3, 3, 3, 0.8, 10});
    const ContactImpulses &a = wrapped->solve(problem, options), &b = alone->solve(problem, options);
    EXPECT_EQ(a.p, b.p);
  }
  EXPECT_EQ(comparison.num_met(), 10);
  EXPECT_EQ(comparison.num_contacts().size(), 4u);  // the first, and every third after it
}

}  // namespace
}  // namespace abut::response
