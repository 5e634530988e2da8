// The third stage of a step, for one island: Solve gives the velocities that bodies have, Reposition those that they
// are moved with (ARCHITECTURE, "The step that never lets bodies meet", 3).
#pragma once

#include <span>

#include "abut/dynamics/settings.h"
#include "abut/dynamics/state.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// Writes V1, L1, V_move and motions of its bodies, impulses of its contacts, and what it took. If the law has no finite
// answer, or cannot take as many contacts, the island is unbounded and nothing else is written.
void solve_island(StepStage& stage, Island& island, WorkRoom& room, std::span<const BodyModel> models,
                  const State& state, const Settings& settings);

// Reposition alone, from the motions tried last: for contacts that the velocities bodies have already do for.
void reposition_island(StepStage& stage, const Island& island, WorkRoom& room, std::span<const BodyModel> models,
                       const State& state);

}  // namespace abut::dynamics
