// Bodies that contacts tie together. What is not dynamic ties nothing.
#pragma once

#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// From the groups of contacts of the stage; islands by their first group, groups in their order. Each is dirty if any
// of its groups is from `first_new` on, and needs to be solved if one of these asks for impulses.
void update_islands(StepStage& stage, std::size_t first_new);

}  // namespace abut::dynamics
