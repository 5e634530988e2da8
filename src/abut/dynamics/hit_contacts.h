// Contacts that certification finds: those of a pair which would meet on its way (ARCHITECTURE, "The step that never
// lets bodies meet", 5).
#pragma once

#include <span>

#include "abut/dynamics/state.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// Contacts of a pair that was hit, taken where its motion ends if bodies nearly touch or overlap a little there, else
// where it was stopped, linearised at that motion. The number added: at least one.
std::size_t add_hit_contacts(StepStage& stage, std::span<const BodyModel> models, const State& state, std::size_t pair);

}  // namespace abut::dynamics
