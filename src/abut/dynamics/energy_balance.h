// The terms of the energy of a part of a step (energy_terms.h).
//
// An impulse p on a body changes its kinetic energy by p . u, u the mean of the velocities of its point before and
// after, at the instant s at which impulses act. In a step of h seconds with force F, velocities v0 and v1, and what is
// left out of them, the mean of those at s is
//
//   (v0 + v1) / 2 + (s - 1/2) h F / m,
//
// and of angular velocities likewise, with the inertia that impulses act on. What the step then moves the body by,
// against F, is the change of potential energy; the two agree but for the terms that are called errors.
#pragma once

#include <span>

#include "abut/dynamics/energy_terms.h"
#include "abut/dynamics/settings.h"
#include "abut/dynamics/state.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// Adds those of the part that `stage` holds, from `state` to `next`.
void add_energy_terms(StepStage& stage, std::span<const BodyModel> models, const State& state, const State& next,
                      const Settings& settings, EnergyTerms& terms);

}  // namespace abut::dynamics
