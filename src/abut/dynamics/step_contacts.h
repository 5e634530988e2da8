// The second stage of a step: contacts between candidates at its start. (Those that certification finds:
// hit_contacts.h)
//
// An impulse of a step acts at one instant of it, s_impulse of each body, at which the body's centre of mass is at
// x_ref = x0 + s h v0. Arms reach from there to the contact point, which both bodies share: so what is moved by the
// blend of velocities before and after, V_mid + (1 - s) (V1 - free V1), keeps angular momentum exactly. The point goes
// with the body whose vertex it is, with both where it is of two edges.
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

// What each contact from `first` on, all found at the start or all added, asks of the solve: no approach where it is
// nearer than breaking, at most (gap - security) / h elsewhere; of an impact, the speed of its rebound.
void classify_contacts(StepStage& stage, const State& state, const Settings& settings, std::size_t first);

// What was found of a pair, groups of these contacts, becomes the step's.
std::span<StepContact> append_found(StepStage& stage, std::uint32_t pair, std::span<const contact::FoundGroup> groups,
                                    std::span<const contact::FoundContact> contacts);

}  // namespace abut::dynamics
