// What is told of a step.
#pragma once

#include <span>

#include "abut/dynamics/settings.h"
#include "abut/dynamics/state.h"
#include "abut/dynamics/step_errors.h"
#include "abut/dynamics/step_record.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// What the stage holds, as one more segment of the step. `next` is the state at its end.
void append_segment(const StepStage& stage, std::span<const BodyModel> models, const State& next,
                    const Settings& settings, StepRecord& record);

// How well the whole step was solved.
void set_errors(const StepErrors& errors, StepRecord& record);

// Velocities, energies and momenta of the state at the end of the step.
void finish_record(std::span<const BodyModel> models, const Settings& settings, const State& state, StepRecord& record);

}  // namespace abut::dynamics
