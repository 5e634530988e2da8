// The state at the end of an accepted step.
#pragma once

#include <span>

#include "abut/dynamics/settings.h"
#include "abut/dynamics/state.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// Bodies where their motions end, with the velocities they have; contacts that are near or carry something, by pair,
// those of equal features as one. Islands at rest fall asleep, where the settings allow it. New contacts get their ids,
// in the stage too, from the given one on. The number of steps stays. Writes over what `next` was, in its room.
void compute_next_state(StepStage& stage, std::span<const BodyModel> models, const State& state,
                        const Settings& settings, std::uint64_t next_contact_id, State& next);

}  // namespace abut::dynamics
