// What every law's answer passes before anyone gets it (laws.h), solved or not: impulses lie in their cones, and add no
// kinetic energy beyond the work of kinematic bodies. With u0 the relative velocities at contacts without the impulses
// p, and u1 with them, s times the impulses change it by
//
//   dT(s) = s p . u0 + s^2/2 p . (u1 - u0),
//
// u1 - u0 being linear in p. Velocities of kinematic bodies are in u0, so what these do to those they carry is not in
// it. A contact that is asked for a positive least speed, as in restitution, has to give p_n times that: u0 is taken
// without it, and what impacts may give back altogether is judged where they are struck (simultaneous_impact.h).
// Impulses that obey the law, p . u1 <= sum of p_n least_speed + p . stick_velocity, never add any: then dT(1) <= -p .
// (u1 - u0) / 2.
//
//   a normal pulls            that contact gets no impulse
//   friction leaves its cone  back to the rim
//   dT(1) > 0                 all impulses are scaled by the largest s in [0, 1] with dT(s) <= 0
//
// each if it is more than rounding. A solved answer that this changes by more than the tolerance, as velocities at its
// contacts, is kNotConverged. By less it stays what it was: impulses that only press bodies together, or restitution
// without loss, change energy by nothing, and half of the answers within a tolerance are on the other side of that.
//
// Cost where nothing is wrong: one pass over the contacts, bench/response_bench. Sums are taken in ranges that do not
// depend on who takes them, so bits do not depend on threads. Impulses that are not finite pass as they are: their
// residuals say so.
#pragma once

#include <vector>

#include "abut/base/thread_team.h"
#include "abut/response/contact_problem.h"

namespace abut::response {

// The largest s in [0, 1] with s first + s^2/2 second <= 0. Precondition: second >= 0.
double compute_passive_share(double first, double second);

// Room to work in.
class PassiveGuard {
 public:
  // The answer itself where nothing is wrong; else a mended one, which lies here until the next call.
  const ContactImpulses& pass(const ContactProblem& problem, const ContactImpulses& answer, double tolerance,
                              const ThreadTeam* team = nullptr);

 private:
  struct Sums {
    double gain = 0.0;  // J: dT(1) = p . (u0 + u1) / 2
    bool has_left_cone = false;

    void add(const Sums& other);
  };

  Sums sum_up(const ContactProblem& problem, const ContactImpulses& answer, const ThreadTeam* team);
  Sums sum_range(const ContactProblem& problem, const ContactImpulses& answer, std::size_t begin,
                 std::size_t end) const;
  void mend(const ContactProblem& problem, const ContactImpulses& answer, double tolerance, const ThreadTeam* team);

  std::vector<Sums> sums_;         // of ranges
  std::vector<math::Twist> mean_;  // of each body's velocities before and after
  ContactImpulses mended_;
};

}  // namespace abut::response
