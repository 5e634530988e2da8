// Bodies that contacts tie together. What is not dynamic ties nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// From the groups of contacts of the stage; islands by their first group, groups in their order. Each is dirty if any
// of its groups is from `first_new` on, and needs to be solved if one of these asks for impulses.
void update_islands(StepStage& stage, std::size_t first_new);

// Of trees told by the parents of their nodes, shortened on the way: a root is its own parent.
std::uint32_t find_root(std::vector<std::uint32_t>& parents, std::uint32_t i);

}  // namespace abut::dynamics
