// Impacts of an island: by their law at the velocities of arrival, together with all other contacts of the island
// (response/island_impact.h).
#pragma once

#include <cstdint>
#include <span>

#include "abut/dynamics/settings.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// Of contacts in these groups.
bool has_impacts(const StepStage& stage, std::span<const std::uint32_t> groups);

// Solves the room's problem, which is that of these groups in their order, and marks their contacts. The answer lies in
// the room until the next call. The options are those of the contact law.
const response::ContactImpulses& solve_impacts(StepStage& stage, std::span<const std::uint32_t> groups, WorkRoom& room,
                                               const Settings& settings, const response::LawOptions& options);

}  // namespace abut::dynamics
