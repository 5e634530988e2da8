// The first stage of a step: where bodies go by themselves, and which pairs may meet on the way.
#pragma once

#include <span>

#include "abut/dynamics/settings.h"
#include "abut/dynamics/state.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// Free flight of every body over h seconds, and the motion that is tried first. A body that is asleep stays where it
// is, and what is known of it is kept for as long as it sleeps.
void predict(StepStage& stage, std::span<const BodyModel> models, const State& state, const Settings& settings,
             double h);

// The motion of a body from its present place with V_move, scaled by its share; of a kinematic one its script's.
void update_motion(MovingBody& body, const BodyModel& model, const BodyState& start, double h);

// Whether the motion tried last ends elsewhere than it begins.
inline bool changes_place(const MovingBody& body) {
  return body.X1.p != body.X0.p || body.X1.q.coeffs() != body.X0.q.coeffs();
}

// Pairs whose swept boxes, grown by what a contact may reach, overlap, by their indices. Pairs known from the last step
// keep their caches.
void find_candidates(StepStage& stage, std::span<const BodyModel> models, const Settings& settings);

// Where a body has left its box: makes that larger, and adds the pairs that are new, after the others. The number of
// pairs before.
std::size_t extend_candidates(StepStage& stage, std::span<const BodyModel> models, const Settings& settings);

// True if every body is, throughout its motion, in the box that its partners were looked for in.
bool are_candidates_complete(StepStage& stage, std::span<const BodyModel> models);

}  // namespace abut::dynamics
