// A contact problem solved by siconos-numerics (Debian: libsiconos-numerics-dev), where it is there.
//
// It is asked with the Delassus matrix W and the free velocities q, contact by contact in axes n, t1, t2: u = W r + q.
#pragma once

#ifdef ABUT_HAS_SICONOS
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>

#include <cstdlib>
#include <vector>

#include "abut/response/contact_problem.h"
#include "abut/response/delassus.h"

namespace abut::response {

struct SiconosAnswer {
  std::vector<math::Vec3> p;  // impulses on A
  bool is_solved = false;     // by its own measure; else p is the last it had
  int num_sweeps = 0;
};

// By nonsmooth Gauss-Seidel with exact local solves.
inline SiconosAnswer solve_by_siconos(const ContactProblem& problem, double tolerance, int max_sweeps) {
  using math::Vec3;
  std::vector<ContactRow> rows;
  for (std::uint32_t i = 0; i < problem.contacts.size(); ++i) {
    const Vec3& n = problem.contacts[i].nhat_BA_W;
    const Tangents tangents = make_tangents(n);
    for (const Vec3& d : {n, tangents.t1, tangents.t2}) rows.push_back({i, d});
  }
  Eigen::MatrixXd W = compute_delassus(problem, rows, rows);
  Eigen::VectorXd q = compute_row_speeds(problem, rows);
  std::vector<double> mu, r(rows.size(), 0.0), u(rows.size(), 0.0);
  for (const ProblemContact& contact : problem.contacts) mu.push_back(contact.mu);
  for (std::size_t k = 0; k < rows.size(); ++k)
    q(static_cast<Eigen::Index>(k)) -= rows[k].d.dot(problem.contacts[rows[k].contact].compute_offset());
  FrictionContactProblem asked{};
  asked.dimension = 3;
  asked.numberOfContacts = static_cast<int>(mu.size());
  asked.M = NM_create_from_data(NM_DENSE, static_cast<int>(rows.size()), static_cast<int>(rows.size()), W.data());
  asked.q = q.data(), asked.mu = mu.data();
  SolverOptions* options = solver_options_create(SICONOS_FRICTION_3D_NSGS);
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = max_sweeps;
  SiconosAnswer answer;
  answer.is_solved = fc3d_driver(&asked, r.data(), u.data(), options) == 0;
  answer.num_sweeps = options->iparam[SICONOS_IPARAM_ITER_DONE];
  solver_options_delete(options);
  free(options);               // which it does not
  asked.M->matrix0 = nullptr;  // ours
  NM_clear(asked.M);
  free(asked.M);
  for (std::size_t i = 0; i < mu.size(); ++i)
    answer.p.push_back(r[3 * i] * rows[3 * i].d + r[3 * i + 1] * rows[3 * i + 1].d + r[3 * i + 2] * rows[3 * i + 2].d);
  return answer;
}

}  // namespace abut::response
#endif
