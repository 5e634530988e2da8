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

// m: where bodies that arrive are struck. With restitution between the distance at which they rest and that at which a
// contact ends, so that nothing has to be asked of them on their way there, whatever bends it. Without, where they
// rest: what is stopped in any case may as well be braked right before.
double compute_arrival_gap(const BodyPair& pair);

// m: where bodies are nearer, they touch. What lasts does until it ends; what arrives in impacts that are followed only
// once it has arrived: corners of fine polygons are nearer to each other than contacts end, and what rolls on from one
// to the next would be stopped by the one after that.
double compute_touching_gap(const StepStage& stage, const StepContact& contact);

// m/s: with which bodies that far apart get as near as they may.
double compute_slowest(const StepStage& stage, const StepContact& contact);

// m/s, along the normal: of its bodies at the start of the step.
double compute_start_speed(const StepStage& stage, const StepContact& contact);

// Bodies part there, at the start of the step, and not as surfaces do that turn on each other: it has not lasted.
bool bounces_off(const StepStage& stage, const Settings& settings, const StepContact& contact);

}  // namespace abut::dynamics
