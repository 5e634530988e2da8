// Bodies that go their own way through a step are none of its others' business: what the stage holds of them goes.
#pragma once

#include <span>

#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// Precondition: no pair is of a member that moves and a body, which moves too, that is none. Pairs from `num_pairs` on
// go in any case: nothing was asked of them.
void leave_out(StepStage& stage, std::span<const std::uint32_t> members, std::size_t num_pairs);

}  // namespace abut::dynamics
