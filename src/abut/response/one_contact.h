// One contact alone, by Coulomb's law, in closed form and for any friction: find p in the cone such that u = K p + b
// obeys contact_problem.h, K the inverse mass at the contact, b the relative velocity without p (less the least speed
// along the normal).
//
//   open    b_n >= 0:  p = 0
//   sticks  p = -K^-1 b, if that lies in the cone
//   slides  along the unit vector d:  p_t = -mu p_n d,  p_n = -b_n / (K_nn - mu K_nt . d),  and u_t is along d. Times
//           that denominator the last is a curve of degree two on the unit circle of d (circle_roots.h). Then u_t =
//           -alpha p_t with some alpha > 0, so (K + alpha) p = -b, alpha added across the normal: what was found is
//           polished by Newton's method on |p_t| = mu p_n as a function of alpha, where everything is well conditioned.
//
// Of several answers it is always the one with the least normal impulse: none before any, else the first at which a
// growing p_n, friction following, stops the approach. Given p_n, friction is determined; where locks leave that open,
// as little as sticks. This depends on no guess, and not on how axes are turned, or units chosen.
//
// An answer exists wherever K is positive definite: (K + alpha)^-1 b is inside the cone for large alpha, so it meets
// the cone on the way to alpha = 0 or sticks there. Locked bodies may leave none: nothing moves along the normal; or
// what slides can neither stop nor be stopped, since friction presses bodies together more than the normal impulse
// parts them, as in a brake that tightens itself. The outcome is then kJammed, with the impulse that stops the approach
// without friction if there is one: in the cone, and it takes energy. The approach or the slip that is left shows in
// the residuals.
//
// Cost: one eigenvalue problem of four rows where it slides or might; bench/response_bench.
#pragma once

#include "abut/math/types.h"
#include "abut/response/contact_problem.h"

namespace abut::response {

// In axes n, 1, 2: the normal, and two across it.
struct OneContact {
  math::Mat3 K = math::Mat3::Identity();  // 1/kg, symmetric, positive semidefinite
  math::Vec3 b = math::Vec3::Zero();      // m/s
  double b_bound = 0.0;                   // m/s: what rounding may have done to b
  double mu = 0.0;
};

struct OneImpulse {
  SolveOutcome outcome = SolveOutcome::kSolved;  // or kJammed; or kNotConverged, where rounding leaves no answer
  math::Vec3 p = math::Vec3::Zero();
};

OneImpulse compute_one_impulse(const OneContact& contact);

// A problem of one contact, whatever its guess. Solved if the residuals are within the tolerance.
void solve_one_contact(const ContactProblem& problem, double tolerance, ContactImpulses& answer);

}  // namespace abut::response
