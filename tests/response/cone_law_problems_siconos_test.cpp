// The cone law beside siconos-numerics on the problems of tests/data/contact-problems: both from nothing, residuals by
// our definition side by side.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "abut/response/cone_law.h"
#include "full_run.h"
#include "response/dumped_problems.h"
#include "response/siconos_support.h"

namespace abut::response {
namespace {

#ifdef ABUT_HAS_SICONOS
// Its sweeps over a dense matrix cost the square of the contacts.
constexpr std::size_t kMostForSiconos = 60, kMostInFullRun = 200;  // contacts
constexpr int kSiconosSweeps = 5000;
constexpr double kSiconosTolerance = 1e-10;  // of its own measure, which is less strict

// 2.6e-09 in 25, with a mark where the solver says that it is not converged.
std::string make_side(double residual, int num_sweeps, bool is_solved) {
  return fmt::format("{:.1e} in {:>4}{}", residual, num_sweeps, is_solved ? " " : "*");
}

TEST(ConeLawProblemsSiconos, BothObeyTheLawWhereTheySaySo) {
  const std::unique_ptr<ContactLaw> law = make_law("cone");
  const LawOptions options = make_cold_options();
  const std::size_t most = choose_count(kMostForSiconos, kMostInFullRun);
  const double enough = 1.01 * options.tolerance;  // as the law measured it, but for rounding
  int num_compared = 0, num_ours = 0, num_theirs = 0, num_both = 0;
  fmt::print("{:<40}{:>9}  {:>16}   {:>16}\n", "problem", "contacts", "cone", "siconos");
  for (const std::filesystem::path& path : list_dumped()) {
    const std::string name = path.filename().string();
    const ContactProblem problem = make_cold(scene::read_problem(path).problem);
    if (problem.contacts.size() > most) continue;
    const SiconosAnswer theirs = solve_by_siconos(problem, kSiconosTolerance, kSiconosSweeps);
    const ContactImpulses& ours = law->solve(problem, options);
    const bool is_solved = ours.outcome == SolveOutcome::kSolved;
    const double r_ours = compute_residuals(problem, ours.p).largest();
    const double r_theirs = compute_residuals(problem, theirs.p).largest();
    fmt::print("{:<40}{:>9}  {}  {}\n", name, problem.contacts.size(), make_side(r_ours, ours.num_sweeps, is_solved),
               make_side(r_theirs, theirs.num_sweeps, theirs.is_solved));
    EXPECT_TRUE(!is_solved || r_ours <= enough) << name << " " << r_ours;
    EXPECT_TRUE(!theirs.is_solved || r_theirs <= 1e-6) << name << " " << r_theirs;  // we ask the same question
    ++num_compared;
    num_ours += r_ours <= enough ? 1 : 0, num_theirs += r_theirs <= enough ? 1 : 0;
    num_both += r_ours <= enough && r_theirs <= enough ? 1 : 0;
  }
  fmt::print("{} problems; within 1e-8 are cone {}, siconos {}, both {}\n", num_compared, num_ours, num_theirs,
             num_both);
  EXPECT_GE(num_compared, 30);
  EXPECT_GE(num_both, num_compared / 2);
  EXPECT_GE(num_ours, num_theirs);
}
#else
TEST(ConeLawProblemsSiconos, BothObeyTheLawWhereTheySaySo) {
  GTEST_SKIP() << "needs Debian's libsiconos-numerics-dev";
}
#endif

}  // namespace
}  // namespace abut::response
