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

TEST(CompareLaws, EveryLawIsGivenTheSameProblems) {
  LawComparison comparison({.tolerance = 1e-8});
  for (const double mu : {0.0, 0.1, 0.5}) comparison.add(make_block(2.0, mu, 0.3));
  ASSERT_EQ(comparison.figures().size(), get_law_names().size());
  for (const LawFigures& figures : comparison.figures()) {
    EXPECT_EQ(count(figures, SolveOutcome::kSolved), 3) << figures.name;
    ASSERT_EQ(figures.samples.size(), 3u);
    for (const LawSample& sample : figures.samples) {
      // gauss knows no friction
      EXPECT_LE(figures.name == "gauss" ? sample.residuals.normal : sample.residuals.largest(), 1e-8 + 1e-11);
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

TEST(CompareLaws, AWatcherSeesWhatIsComparedAsItWasAsked) {
  LawComparison comparison({}, 2);
  std::vector<std::int64_t> numbers;
  comparison.watch([&](const ContactProblem& problem, const LawOptions& asked, std::int64_t number) {
    EXPECT_EQ(problem.contacts[0].mu, 0.1 * static_cast<double>(number));
    EXPECT_EQ(asked.tolerance, 1e-3);  // which is not the comparison's own
    EXPECT_EQ(asked.max_sweeps, 17);
    numbers.push_back(number);
  });
  const std::unique_ptr<ContactLaw> wrapped = comparison.wrap(make_law("cone"));
  LawOptions asked;
  asked.tolerance = 1e-3, asked.max_sweeps = 17;
  for (int k = 0; k < 5; ++k) wrapped->solve(make_block(1.0, 0.1 * k), asked);
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{0, 2, 4}));
}

}  // namespace
}  // namespace abut::response
