// Impacts one after another (island_impact.h says in which order).
#pragma once

#include <span>
#include <vector>

#include "abut/response/island_impact.h"

namespace abut::response {

// Marks what was struck. Impulses of the blows and of the solve that stops the rest are added up.
ContactImpulses strike_in_sequence(const ContactProblem& problem, std::span<const Arrival> arrivals,
                                   double resting_speed, ContactLaw& law, const LawOptions& options,
                                   std::vector<ImpactMark>& marks);

}  // namespace abut::response
