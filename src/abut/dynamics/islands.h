// Bodies that contacts tie together. What is not dynamic ties nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// From the groups of contacts of the stage; islands by their first group, groups in their order. Each is dirty if any
// of its groups is from `first_new` on, or corrected, and needs to be solved if one of these asks for impulses. Each is
// marked with what the last solves of its bodies came to.
void update_islands(StepStage& stage, std::size_t first_new);

// What the last solves of its bodies came to.
SolveMark compute_mark(const StepStage& stage, const Island& island);

// Those that were solved loosely, and have no new groups, are to be solved to the end. Returns if there are any.
bool finish_loose_islands(StepStage& stage);

// Of trees told by the parents of their nodes, shortened on the way: a root is its own parent.
std::uint32_t find_root(std::vector<std::uint32_t>& parents, std::uint32_t i);

}  // namespace abut::dynamics
