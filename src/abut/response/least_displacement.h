// Repositioning by smallest displacements as a problem of contacts without friction (003, section 4, equation 9).
//
//   minimise  1/2 D^T M D    over    nhat . d >= security - gap    at every contact,
//
// D the bodies' displacements, to first order twists over a unit of time, and d what they do to the contact's two
// points against each other. It has the form of collision response (collision_response.h), with all bodies at rest
// before: the law's velocities are the displacements, metres and radians, and its least speeds lengths.
//
// M is the metric of the bodies given. Those of a simulation move heavy bodies least; with unit masses (inverse masses
// and inertias times mass, as dynamics/reposition.h takes them) mass ratios play no part.
#pragma once

#include <span>

#include "abut/response/contact_problem.h"

namespace abut::response {

// A gap for each contact; of the contacts neither friction nor least speed counts, of the bodies no velocity. The speed
// scale is the security distance.
ContactProblem make_least_displacement(std::span<const ProblemBody> bodies, std::span<const ProblemContact> contacts,
                                       std::span<const double> gaps, double security);

}  // namespace abut::response
