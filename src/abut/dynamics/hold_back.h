// The last resort of a step (ARCHITECTURE, "The step that never lets bodies meet", 6): bodies that are still hit after
// all rounds are held back one by one. A body's share of its motion comes from a finite ladder, 1, 1/2, ..., 2^-10, 0;
// each lowering certifies its pairs again; all zeros is the start, which is safe. So it ends.
#pragma once

#include <span>

#include "abut/dynamics/state.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// Until no pair is hit. False if some pair could not be proven apart even where both stand still: then nothing may be
// accepted.
bool hold_back(StepStage& stage, std::span<const BodyModel> models, const State& state);

// What a held body may keep of its velocity. Along the path it did not go, its forces did no work: of the kinetic
// energy that it would have, theirs is taken away, by scaling the velocity. Contact impulses stay as they are: equal
// and opposite on both bodies. So energy does not rise, and without outer forces momentum stays exact.
double compute_kept_share(const BodyModel& model, const MovingBody& body, const math::Vec3& gravity, double h);

}  // namespace abut::dynamics
