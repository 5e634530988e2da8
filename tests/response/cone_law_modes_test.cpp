// The cone law against all modes of contact, in a plane, where these can be enumerated exactly.
#include <gtest/gtest.h>

#include "abut/response/cone_law.h"
#include "full_run.h"
#include "response/planar_problems.h"

namespace abut::response {
namespace {

void compare(std::uint32_t num_bodies, std::uint32_t num_contacts, double most_mu, std::size_t num_usual) {
  math::Random random(num_contacts);
  ConeLaw law;
  std::size_t num_compared = 0, num_unsolved = 0;
  const std::size_t count = choose_count(num_usual, 5 * num_usual);
  for (std::size_t k = 0; k < count; ++k) {
    const PlanarProblem made = make_planar_problem(random, num_bodies, num_contacts, most_mu);
    const ContactImpulses& answer = law.solve(made.problem, {1e-11, 4000});
    const std::vector<oracle::PlanarAnswer> answers = oracle::enumerate_modes(made.bodies, made.contacts);
    if (answers.empty()) continue;  // only answers that no choice determines
    if (answer.outcome != SolveOutcome::kSolved) {
      ++num_unsolved;
      continue;
    }
    ++num_compared;
    // A residual comes back magnified by the condition of the contacts, here up to thousands.
    EXPECT_LT(compute_distance(answers, answer.V), 1e-7) << "problem " << k << ", answers " << answers.size();
  }
  EXPECT_GT(num_compared, count * 9 / 10);
  EXPECT_LE(num_unsolved, count / 50);
}

TEST(ConeLawModes, OneContactAgrees) {
  compare(1, 1, 1.5, 100);
}
TEST(ConeLawModes, TwoContactsOfOneBodyAgree) {
  compare(1, 2, 1.0, 50);
}
TEST(ConeLawModes, ThreeContactsOfThreeBodiesAgree) {
  compare(3, 3, 1.0, 20);
}

}  // namespace
}  // namespace abut::response
