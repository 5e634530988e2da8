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

// What each contact from `first` on, all found at the start or all added, asks of the solve: no approach where it is
// nearer than breaking, at most (gap - security) / h elsewhere; of an impact, the speed of its rebound. Sets arms, also
// of other contacts of bodies whose impulses act at another instant from now on.
void classify_contacts(StepStage& stage, const State& state, const Settings& settings, std::size_t first);

// m/s: with which bodies that far apart get as near as they may.
double compute_slowest(const StepStage& stage, const StepContact& contact);

// What was found of a pair, groups of these contacts, becomes the step's.
std::span<StepContact> append_found(StepStage& stage, std::uint32_t pair, std::span<const contact::FoundGroup> groups,
                                    std::span<const contact::FoundContact> contacts);

// m/s, along the normal: of its bodies at the start of the step.
double compute_start_speed(const StepStage& stage, const StepContact& contact);

// Bodies part there, at the start of the step, and not as surfaces do that turn on each other: it has not lasted.
bool bounces_off(const StepStage& stage, const Settings& settings, const StepContact& contact);

}  // namespace abut::dynamics
