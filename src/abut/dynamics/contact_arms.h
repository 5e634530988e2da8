// Where the impulse of a contact acts, seen from its bodies.
//
// An impulse of a step acts at one instant of it, s_impulse of each body, at which the body's centre of mass is at
// x_ref = x0 + s h v0. Arms reach from there to the contact point, which both bodies share: so what is moved by the
// blend of velocities before and after, V_mid + (1 - s) (V1 - free V1), keeps angular momentum exactly. The point was
// found at some other instant; from there to that of the impulse it goes with the body whose vertex it is, with both
// where it is of two edges.
#pragma once

#include "abut/dynamics/state.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// Of a contact found where bodies are at share `s` of the motion tried last; at 0, where they start.
void place_contact(const StepStage& stage, const State& state, double s, StepContact& contact);

// When the impulses of a pair's contacts act.
double compute_impulse_share(const StepStage& stage, const BodyPair& pair);

// From when impulses of its bodies act now. Precondition: it is placed.
void set_arms(const StepStage& stage, const State& state, StepContact& contact);

// Whether that has changed since its arms were set.
bool has_old_arms(const StepStage& stage, const StepContact& contact);

}  // namespace abut::dynamics
