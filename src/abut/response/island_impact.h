// Impacts among bodies that touch each other: several contacts, some of which arrive faster than what rests.
//
// A ContactProblem has velocities at the end of a step without impulses; an impact happens within the step. With
// `drift` what forces add to the relative velocity u at a contact from the impact to the end of the step, its law
// (impact.h: Stronge, Newton, Poisson) speaks of u - drift before and after.
//
// One contact alone: where one contact arrives, and its law with friction along the path leaves every other contact of
// the problem with the speed it asks for, that is the answer. Otherwise, by what was asked for,
//
// simultaneous (Moreau 1988): all contacts at once by the contact law, those that arrive with the least speed
//   -k e u_n after the impact, u_n that of arrival. Newton: k = 1. Poisson and Stronge: k is such that, added up over
//   the impacts, the normal impulse is (1 + e) times that of compression (k = 0), or that the work of the normal
//   impulse in restitution is e^2 times that in compression, the work of a phase being the impulse times the mean of
//   u_n at its ends. For a single patch, such as a box that falls flat, these are the laws themselves; impacts of
//   several pairs share one k. Three equal balls in a row, e = 1: (-1/3, 2/3, 2/3) by each law.
//
// sequential: groups one after another, by their time of arrival, as if each were alone in the world, until nothing
// that
//   could bounce approaches faster than the resting speed, or so many blows were struck; the rest is stopped by the
//   contact law. Three equal balls in a row, e = 1: (0, 0, 1).
//
// Kinetic energy never rises: where it would, the impact is repeated with the largest k that does not raise it
// (impact.h for one contact), to the tolerance of the contact law, and marked; where that law did not converge, and no
// k does, impulses are scaled down (keep_passive.h).
//
// Cost: of two to kMostTrials solves of the contact law each; one contact alone, as impact.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/response/impact.h"
#include "abut/response/laws.h"

namespace abut::response {

// What a contact of the problem has besides, if it may bounce.
struct Arrival {
  double e = 0.0;
  math::Vec3 drift = math::Vec3::Zero();  // m/s: of A against B, after the impact
  double asked = 0.0;                     // m/s: the least speed it would ask for if it were no impact
  double s = 0.0;                         // when it arrives
  bool is_impact = false;                 // it arrives by itself, faster than the resting speed
};

struct ImpactMark {
  bool has_struck = false;
  bool is_limited = false;  // e would have raised energy
};

class IslandImpact {
 public:
  // One arrival for each contact. The answer lies here until the next call; its residuals are those of the contact
  // law's last solve.
  const ContactImpulses& solve(const ContactProblem& problem, std::span<const Arrival> arrivals, double resting_speed,
                               ContactLaw& law, const LawOptions& options);
  // Of each contact, after solve.
  std::span<const ImpactMark> marks() const { return marks_; }

 private:
  ContactImpulses answer_;
  std::vector<ImpactMark> marks_;
};

}  // namespace abut::response
