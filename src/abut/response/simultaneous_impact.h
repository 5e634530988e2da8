// Impacts of all contacts of a problem at once (island_impact.h says by which law).
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "abut/response/island_impact.h"

namespace abut::response {

struct StruckProblem {
  ContactImpulses impulses;
  bool is_limited = false;
};

// Contact i of the problem by its own law, others as they are: the impulse, and velocities with it. Nothing where there
// is no such impact (impact.h's outcome is not kStruck), or where another contact would get less than its least speed.
std::optional<StruckProblem> strike_alone(const ContactProblem& problem, std::span<const Arrival> arrivals,
                                          std::size_t i, const LawOptions& options);

// All that are impacts, by the contact law.
StruckProblem strike_together(ContactProblem problem, std::span<const Arrival> arrivals, ContactLaw& law,
                              const LawOptions& options);

// Alone where it can be, else together.
StruckProblem strike(const ContactProblem& problem, std::span<const Arrival> arrivals, ContactLaw& law,
                     const LawOptions& options);

}  // namespace abut::response
