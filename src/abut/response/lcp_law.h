// Contact as a linear complementarity problem, with a friction pyramid in place of the cone (000, section 4.1; Stewart
// and Trinkle 1996, Anitescu and Potra 1997): exact, for small systems.
//
// Friction of a contact acts along num_sides directions d_k, evenly around the normal, with b_k >= 0 along each, the
// first against the slip before the impulses. All are complementary:
//
//   0 <= u_n - least_speed      to  p_n >= 0
//   0 <= d_k . u + s            to  b_k >= 0       (s becomes the slip's speed)
//   0 <= mu p_n - sum of b_k    to  s   >= 0
//
// The pyramid lies within the cone and touches it along its edges: what sticks in it sticks in the cone, and what
// slides along an edge is the cone's answer; other directions of sliding are drawn to an edge, by at most pi /
// num_sides. So of its residuals against the cone only dissipation may stand above the tolerance when the outcome is
// kSolved, which means that the three lines above hold. kUnbounded: ray termination, no impulses do. It does not use
// the guess. Cost: lemke.h, for num_sides + 2 unknowns a contact with friction, one without; at most kMostUnknowns
// (kTooLarge).
#pragma once

#include "abut/response/contact_problem.h"

namespace abut::response {

struct LcpOptions {
  double tolerance = 1e-8;  // relative to the problem's speed scale
  int max_pivots = 10000;
  int num_sides = 8;  // even, at least 2
};

class LcpLaw {
 public:
  static constexpr int kMostUnknowns = 2000;

  // The answer lies here until the next call. num_sweeps are pivots.
  const ContactImpulses& solve(const ContactProblem& problem, const LcpOptions& options);

 private:
  ContactImpulses answer_;
};

}  // namespace abut::response
