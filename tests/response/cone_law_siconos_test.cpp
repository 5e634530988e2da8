// The cone law beside the solvers of siconos-numerics (Debian: libsiconos-numerics-dev), for friction problems in
// space.
//
// Siconos is asked with the Delassus matrix W and the free velocities q, contact by contact in axes n, t1, t2:
// u = W r + q. Where an answer is unique its velocities are compared; where both are solved and differ, both must obey
// the law, as friction allows several.
#include <gtest/gtest.h>

#include "abut/response/cone_law.h"
#include "abut/response/delassus.h"
#include "full_run.h"
#include "response/sample_problems.h"

#ifdef ABUT_HAS_SICONOS
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#endif

// Read by the leak checker: records of options that siconos makes and never frees are not ours.
extern "C" const char* __lsan_default_suppressions() {  // NOLINT: its name is given
  return "leak:libsiconos_numerics";
}

namespace abut::response {
namespace {

#ifdef ABUT_HAS_SICONOS
using math::Vec3;

// Impulses on A by nonsmooth Gauss-Seidel with exact local solves; empty where it did not converge.
std::vector<Vec3> solve_by_siconos(const ContactProblem& problem, double tolerance) {
  std::vector<ContactRow> rows;
  for (std::uint32_t i = 0; i < problem.contacts.size(); ++i) {
    const Vec3& n = problem.contacts[i].nhat_BA_W;
    const Tangents tangents = make_tangents(n);
    for (const Vec3& d : {n, tangents.t1, tangents.t2}) rows.push_back({i, d});
  }
  Eigen::MatrixXd W = compute_delassus(problem, rows, rows);
  Eigen::VectorXd q = compute_row_speeds(problem, rows);
  std::vector<double> mu, r(rows.size(), 0.0), u(rows.size(), 0.0);
  for (const ProblemContact& contact : problem.contacts) {
    q(3 * static_cast<Eigen::Index>(mu.size())) -= contact.least_speed;
    mu.push_back(contact.mu);
  }
  FrictionContactProblem asked{};
  asked.dimension = 3;
  asked.numberOfContacts = static_cast<int>(mu.size());
  asked.M = NM_create_from_data(NM_DENSE, static_cast<int>(rows.size()), static_cast<int>(rows.size()), W.data());
  asked.q = q.data(), asked.mu = mu.data();
  SolverOptions* options = solver_options_create(SICONOS_FRICTION_3D_NSGS);
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = 20000;
  const int failure = fc3d_driver(&asked, r.data(), u.data(), options);
  solver_options_delete(options);
  free(options);               // which it does not
  asked.M->matrix0 = nullptr;  // ours
  NM_clear(asked.M);
  free(asked.M);
  std::vector<Vec3> p;
  for (std::size_t i = 0; failure == 0 && i < mu.size(); ++i)
    p.push_back(r[3 * i] * rows[3 * i].d + r[3 * i + 1] * rows[3 * i + 1].d + r[3 * i + 2] * rows[3 * i + 2].d);
  return p;
}

TEST(ConeLawSiconos, BothObeyTheLawAndMostlyAgree) {
  math::Random random(21);
  ConeLaw law;
  std::size_t num_both = 0, num_agree = 0, num_only_siconos = 0;
  const std::size_t count = choose_count(150, 3000);
  for (std::size_t k = 0; k < count; ++k) {
    const ContactProblem problem = make_random_problem(random, {4, 5, 2, 0.6, 10});
    const std::vector<Vec3> theirs = solve_by_siconos(problem, 1e-11);
    const ContactImpulses& ours = law.solve(problem, {1e-9, 2000});
    if (theirs.empty()) continue;
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
