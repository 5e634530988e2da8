// Minimum-norm impulses by singular values (000, section 4.2).
//
// Each contact is static (all three components of its impulse unknown, all of its velocity to become zero), dynamic
// (only the magnitude of an impulse of known direction unknown, its normal velocity to become zero) or inactive. It
// begins as dynamic if it slips faster than slip_speed before the impulses, friction against the slip. With the
// unknowns f and the velocities a = A f + b that are to vanish, f = -A^I b, A^I by the singular values above
// rank_tolerance times the largest: of all f that do, the one of minimum norm; so a load is shared evenly where the
// contacts leave it open. Then, as in the paper and until nothing is left to change,
//
//   a normal impulse is negative    the worst, with those tied to it, becomes inactive;
//   else, a static one is outside   it becomes dynamic, with friction along its invalid tangential impulse.
//   its cone
//
// A contact goes only from static to dynamic to inactive, so there are at most two rounds for each.
//
// What the paper foresees going wrong is named: an inactive contact that approaches all the same (kApproaching); b
// outside the column space of A (kInconsistent). And what it does not: friction that, its direction having been fixed
// beforehand, drives the slip it should oppose (kWrongFriction). In a solved answer the direction of dynamic friction
// is the one given at the start, so residuals against the cone may show dissipation above the tolerance. It does not
// use the guess. Cost: a singular value decomposition of three unknowns a contact, each round; at most kMostContacts
// (kTooLarge).
#pragma once

#include "abut/response/contact_problem.h"

namespace abut::response {

struct SvdOptions {
  double tolerance = 1e-8;       // relative to the problem's speed scale
  double rank_tolerance = 1e-9;  // of singular values, relative to the largest
  double slip_speed = 2.0;       // relative to the speed scale: faster is dynamic from the start
};

class SvdLaw {
 public:
  static constexpr std::size_t kMostContacts = 400;

  // The answer lies here until the next call. num_sweeps are rounds.
  const ContactImpulses& solve(const ContactProblem& problem, const SvdOptions& options);

 private:
  ContactImpulses answer_;
};

}  // namespace abut::response
