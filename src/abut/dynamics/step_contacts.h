// The second stage of a step: contacts between candidates at its start. (Those that certification finds:
// hit_contacts.h)
#pragma once

#include <span>

#include "abut/dynamics/settings.h"
#include "abut/dynamics/state.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// Separation, minimum and contacts of the pairs from `first` on, as they stand at the start of the step, with the
// impulses that are remembered of them. From 0 on they are all that the step has.
void find_start_contacts(StepStage& stage, std::span<const BodyModel> models, const State& state,
                         const Settings& settings, std::size_t first);

// What was found of a pair, groups of these contacts, becomes the step's.
std::span<StepContact> append_found(StepStage& stage, std::uint32_t pair, std::span<const contact::FoundGroup> groups,
                                    std::span<const contact::FoundContact> contacts);

}  // namespace abut::dynamics
