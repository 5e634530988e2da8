// The true Coulomb cone: the law of contact_problem.h, neither a pyramid nor a convex relaxation of it.
//
// Gauss-Seidel over the groups of cone_system.h: the normals of a manifold are solved together, since points one after
// another tilt what stands symmetrically; then the friction of its points. Sweeps run forward and backward in turns
// until the residuals (compute_residuals) are within the tolerance, or the bound is reached; a guess that is within it
// already, as of what stands, takes none. What has not converged after a few is helped by iterate_mixer.h, two sweeps
// being one step: tall stacks and heavy bodies on light ones have few slow directions. Warm-started by the problem's
// guess, projected into its cone.
//
// Small problems without friction are solved to the end by direct_normals.h instead: contacts of a chain's links, or of
// a nut in its thread, load each other in circles, and sweeps do not settle. Where that has no answer sweeps go on.
//
// Where locks let nothing move along a normal that asks for an impulse, the outcome is not kSolved.
//
// Cost: bench/response_bench. The workspace is reused: no allocation once it has grown to the problem.
#pragma once

#include <vector>

#include "abut/response/cone_system.h"
#include "abut/response/contact_problem.h"
#include "abut/response/direct_normals.h"
#include "abut/response/iterate_mixer.h"

namespace abut::response {

struct ConeOptions {
  double tolerance = 1e-8;  // relative to the problem's speed scale
  int max_sweeps = 1000;
  double guess_tolerance = 0.0;      // a guess within it is the answer, if it is more than the tolerance
  const ThreadTeam* team = nullptr;  // to share a large problem's work; the answer is the same without
};

// Room to work in.
class ConeLaw {
 public:
  // The answer lies in the workspace until the next call.
  const ContactImpulses& solve(const ContactProblem& problem, const ConeOptions& options);

 private:
  void sweep_until_solved(const ContactProblem& problem, const ConeOptions& options);
  bool is_within(const ContactProblem& problem, double tolerance);
  void mix_impulses(const ContactProblem& problem);
  void remember_best(double residual);
  void end_on_best(const ContactProblem& problem);

  ConeSystem system_;
  std::vector<double> last_, next_;  // impulses before and after two sweeps
  std::vector<double> best_;         // those that met the least residual
  double best_residual_ = 0.0;
  IterateMixer mixer_;
  DirectNormals direct_;
  ContactImpulses answer_;
};

}  // namespace abut::response
