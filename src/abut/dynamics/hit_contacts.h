// Contacts that certification finds: those of a pair which would meet on its way (ARCHITECTURE, "The step that never
// lets bodies meet", 5).
#pragma once

#include <span>

#include "abut/dynamics/state.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// Contacts of a pair that was hit, linearised at that motion. Of bodies that had none they are those where the motion
// was stopped: how bodies overlap later says little of how they met (two edges that meet head on overlap least along a
// face). Else they are taken where the motion ends, if bodies nearly touch or overlap a little there: that adds all
// corners that come near at once. One of features that a contact of the step has already is not added beside it: the
// known one gets the gap that it has there (StepContact::correction). The number of both: at least one.
std::size_t add_hit_contacts(StepStage& stage, std::span<const BodyModel> models, const State& state, std::size_t pair);

}  // namespace abut::dynamics
