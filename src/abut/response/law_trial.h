// One law on one contact problem: its outcome; where it gave finite impulses p, their residuals by definition
// (compute_residuals), the time and the sweeps or pivots it took, the normal impulses p_n, and what p does to kinetic
// energy,
//
//   dT = 1/2 sum over contacts of p . (u before + u after),
//
// u the relative velocity there: the work of a kinematic body on what it carries is not in it.
#pragma once

#include <optional>
#include <vector>

#include "abut/response/laws.h"

namespace abut::response {

// How a law fared with a problem.
struct LawSample {
  ContactResiduals residuals;
  double seconds = 0.0;
  double energy_gained = 0.0;    // J
  double largest_impulse = 0.0;  // N s, of one contact along its normal
  double total_impulse = 0.0;    // N s, of all of them
  int num_sweeps = 0;            // or pivots, or rounds: what the law counts
};

struct LawTrial {
  SolveOutcome outcome = SolveOutcome::kSolved;
  std::optional<LawSample> sample;  // where it gave finite impulses
  std::vector<math::Vec3> p;        // those; else empty
};

// Solved up to num_repeats times, as long as that takes little time: the fastest counts. The answer is always the same.
LawTrial try_law(ContactLaw& law, const ContactProblem& problem, const LawOptions& options, int num_repeats = 1);

// J: what these impulses add to the kinetic energy of a problem's bodies.
double compute_energy_gained(const ContactProblem& problem, const std::vector<math::Vec3>& p);

}  // namespace abut::response
