// The cone law beside the solvers of siconos-numerics (Debian: libsiconos-numerics-dev), for friction problems in
// space.
//
// Where an answer is unique its velocities are compared; where both are solved and differ, both must obey
// the law, as friction allows several.
#include <gtest/gtest.h>

#include "abut/response/cone_law.h"
#include "full_run.h"
#include "response/sample_problems.h"
#include "response/siconos_support.h"

// Read by the leak checker: records of options that siconos makes and never frees are not ours.
extern "C" const char* __lsan_default_suppressions() {  // NOLINT: its name is given
  return "leak:libsiconos_numerics";
}

namespace abut::response {
namespace {

#ifdef ABUT_HAS_SICONOS
TEST(ConeLawSiconos, BothObeyTheLawAndMostlyAgree) {
  math::Random random(21);
  ConeLaw law;
  std::size_t num_both = 0, num_agree = 0, num_only_siconos = 0;
  const std::size_t count = choose_count(150, 3000);
  for (std::size_t k = 0; k < count; ++k) {
    const ContactProblem problem = make_random_problem(random, {4, 5, 2, 0.6, 10});
    const auto [theirs, is_solved, num_sweeps] = solve_by_siconos(problem, 1e-11, 20000);
    const ContactImpulses& ours = law.solve(problem, {1e-9, 2000});
    if (!is_solved) continue;
    if (ours.outcome != SolveOutcome::kSolved) {
      ++num_only_siconos;
      continue;
    }
    ++num_both;
    EXPECT_LT(compute_residuals(problem, theirs).largest(), 1e-7);  // so that we ask the same question
    const std::vector<math::Twist> V = compute_velocities(problem, theirs);
    double difference = 0.0;
    for (std::size_t i = 0; i < V.size(); ++i) difference = std::max(difference, (V[i].v - ours.V[i].v).norm());
    num_agree += difference < 1e-6 * problem.speed_scale ? 1 : 0;
  }
  EXPECT_GT(num_both, count / 2);
  EXPECT_GT(num_agree, num_both * 97 / 100);
  EXPECT_LE(num_only_siconos, count / 50);
}
#else
TEST(ConeLawSiconos, BothObeyTheLawAndMostlyAgree) {
  GTEST_SKIP() << "needs Debian's libsiconos-numerics-dev";
}
#endif

}  // namespace
}  // namespace abut::response
