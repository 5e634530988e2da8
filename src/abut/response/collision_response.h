// Collision response as a problem of contacts without friction (003, section 3, equation 7).
//
//   nhat . u+  >=  -e nhat . u-     at every contact,
//
// u- the relative velocity there before the impact, e the contact's restitution: a least speed, so that of all
// velocities that fulfil it a law finds those nearest to the ones before (gauss_law.h), or the same through impulses.
//
// With one e for all contacts energy does not rise, and is kept where e is 1: complementarity makes the work of the
// impulses 1/2 p . J (V+ + V-) = 1/2 (1 - e) p . J V-, and p . J V- = -p . W p / (1 + e) <= 0. That is why equation 7
// stands here as it is for contacts that part before the impact too, which it lets approach afterwards, at e times the
// speed: they collide next. With different e energy may rise, as with every law of Newton's kind; what a simulation
// does about it is in island_impact.h.
#pragma once

#include <span>

#include "abut/response/contact_problem.h"

namespace abut::response {

// Sets the least speeds. Precondition: bodies have their velocities before the impact, contacts a restitution each.
void set_collision_speeds(ContactProblem& problem, std::span<const double> restitution);

}  // namespace abut::response
