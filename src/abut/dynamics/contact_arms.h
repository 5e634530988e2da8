// Where the impulse of a contact acts, seen from its bodies.
//
// An impulse of a step acts at one instant of it, s_impulse of each body, at which the body's centre of mass is at
// x_ref = x0 + s h v0. Arms reach from there to the contact point, which both bodies share: so what is moved by the
// blend of velocities before and after, V_mid + (1 - s) (V1 - free V1), keeps angular momentum exactly. Where it is
// found at another instant, it has to be brought there.
#pragma once

#include <span>

#include "abut/dynamics/state.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// Neither body turns by an angle to speak of within the step.
bool is_still(const StepStage& stage, const BodyPair& pair);

// Of contacts of a pair found where bodies start: a point goes with the body whose vertex it is, with both where it is
// of two edges.
void place_start_contacts(const StepStage& stage, std::span<const BodyModel> models, const State& state,
                          const BodyPair& pair, std::span<StepContact> contacts);

// Of a contact found where bodies are at share s of the motion tried last: its point goes with their centres, so that
// arms stay, as nearly as one point allows, those from where bodies were then.
void place_hit_contact(const StepStage& stage, std::span<const BodyModel> models, const State& state, double s,
                       StepContact& contact);

// Contacts of one normal go on having one: it turns by the mean of what they say.
void share_normal_rate(StepStage& stage, const StepGroup& group);

// When the impulses of a pair's contacts act.
double compute_impulse_share(const StepStage& stage, const BodyPair& pair);

// Of contacts of one pair: from when impulses of its bodies act now, with the normal of then. The gap at the end of the
// motion tried last, as a contact that was added sees it, stays. Precondition: they are placed.
void set_arms(const StepStage& stage, const State& state, std::span<StepContact> contacts);

// Whether that has changed since its arms were set.
bool has_old_arms(const StepStage& stage, const StepContact& contact);

}  // namespace abut::dynamics
