// The true Coulomb cone: the law of contact_problem.h, neither a pyramid nor a convex relaxation of it.
//
// Gauss-Seidel over the groups of cone_system.h: the normals of a manifold are solved together, since points one after
// another tilt what stands symmetrically; then the friction of its points. Sweeps run forward, each mixed with those
// before it (iterate_mixer.h), until the residuals (compute_residuals) are within the tolerance, or the bound is
// reached; a guess that is within it already, as of what stands, takes none. What many mixed sweeps do not solve, plain
// ones go on with. Where they come near, Newton's method over all bodies is tried (body_newton.h); where they have not
// after some dozens, an interior point method (cone_interior.h). Warm-started by the problem's guess, projected into
// its cone.
//
// Small problems without friction are solved to the end by direct_normals.h instead: contacts of a chain's links, or of
// a nut in its thread, load each other in circles, and sweeps do not settle. Where that has no answer sweeps go on.
//
// Contacts that are nearly one are solved as one first (merge_contacts.h). Where the parts of that answer solve the
// whole problem, they are its answer; else sweeps over all contacts go on from it. Residuals are always of the whole.
//
// Where locks let nothing move along a normal that asks for an impulse, the outcome is not kSolved. Nor is it where no
// finite impulses do, as of a body between two that do not give way: impulses would grow with every sweep, and mixing
// and Newton's method would make them grow fast, until their rounding is all that is left of velocities. Those that
// would move a contact a million times as fast as the problem's speed scale are given up; the answer is the best before
// them.
//
// Cost: bench/response_bench. The workspace is reused: no allocation once it has grown to the problem.
#pragma once

#include <optional>
#include <vector>

#include "abut/response/body_newton.h"
#include "abut/response/body_system.h"
#include "abut/response/cone_interior.h"
#include "abut/response/cone_system.h"
#include "abut/response/contact_problem.h"
#include "abut/response/direct_normals.h"
#include "abut/response/iterate_mixer.h"
#include "abut/response/merge_contacts.h"

namespace abut::response {

struct ConeOptions {
  double tolerance = 1e-8;  // of the residuals: what is within it is solved
  int max_sweeps = 1000;
  double aim = 1.0;                  // gone on to, if it is less, as long as that takes few sweeps more
  double guess_tolerance = 0.0;      // a guess within it is the answer, if it is more than the tolerance
  const ThreadTeam* team = nullptr;  // to share a large problem's work; the answer is the same without
};

// Room to work in.
class ConeLaw {
 public:
  // The answer lies in the workspace until the next call.
  const ContactImpulses& solve(const ContactProblem& problem, const ConeOptions& options);

 private:
  const ContactProblem& start_from_merged(const ContactProblem& problem, const ConeOptions& options);
  void sweep_until_solved(const ContactProblem& problem, const ConeOptions& options);
  struct Due;
  bool take_steps(const ContactProblem& problem, double aim, double residual, int num_sweeps, Due& due);
  bool has_bodies(const ContactProblem& problem);
  struct NewtonWay;
  bool step_by_newton(const ContactProblem& problem, double tolerance, const NewtonWay& way);
  bool end_by_newton(const ContactProblem& problem, double tolerance, double residual);
  bool end_by_interior(const ContactProblem& problem, double tolerance, const InteriorWay& way);
  bool is_within(const ContactProblem& problem, double tolerance);
  bool has_run_away(const ContactProblem& problem) const;
  void restart_mixing();
  void mix(bool is_deep);
  void remember_best(double residual);
  void end_on_best(const ContactProblem& problem, double tolerance);

  ConeSystem system_;
  std::vector<double> best_;  // impulses that met the least residual, nearly
  double best_residual_ = 0.0;
  IterateMixer mixer_;
  BodySystem bodies_;
  std::optional<bool> has_bodies_;  // if they are worth a solve; none before it is asked
  BodyNewton newton_;
  ConeInterior interior_;
  std::vector<double> step_best_;   // impulses of the best of their steps
  std::vector<math::Vec3> points_;  // impulses of every contact, for a step
  std::vector<math::Twist> V_;
  DirectNormals direct_;
  ContactMerger merger_;
  ContactImpulses answer_;
};

}  // namespace abut::response
