// What contacts ask of the solve.
#pragma once

#include "abut/dynamics/settings.h"
#include "abut/dynamics/state.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// No approach where it is nearer than breaking, at most (gap - security) / h elsewhere; of an impact, the speed of its
// rebound.
void classify_contact(const StepStage& stage, const Settings& settings, StepContact& contact);

// Of each from `first` on: all found at the start, and classified, or all added. Sets when impulses act, arms, also of
// other contacts of bodies whose impulses act at another instant from now on, and what sticks and presses asks for
// since its surfaces turn.
void classify_contacts(StepStage& stage, const State& state, const Settings& settings, std::size_t first);

// m/s: with which bodies that far apart get as near as they may.
double compute_slowest(const StepStage& stage, const StepContact& contact);

// m/s, along the normal: of its bodies at the start of the step.
double compute_start_speed(const StepStage& stage, const StepContact& contact);

// Bodies part there, at the start of the step, and not as surfaces do that turn on each other: it has not lasted.
bool bounces_off(const StepStage& stage, const Settings& settings, const StepContact& contact);

}  // namespace abut::dynamics
