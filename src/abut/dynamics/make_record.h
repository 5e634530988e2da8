// What is told of a step.
#pragma once

#include <span>

#include "abut/dynamics/settings.h"
#include "abut/dynamics/state.h"
#include "abut/dynamics/step_errors.h"
#include "abut/dynamics/step_record.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// What the stage holds, as one more segment of the step, from one state to the next.
void append_segment(const StepStage& stage, std::span<const BodyModel> models, const State& state, const State& next,
                    const Settings& settings, StepRecord& record);

// What some bodies, `members`, did by themselves meanwhile: a record of theirs alone, by their places among them. After
// a segment of the others.
void append_course(const StepRecord& course, std::span<const std::uint32_t> members, StepRecord& record);

// How well the whole step was solved.
void set_errors(const StepErrors& errors, StepRecord& record);

// Velocities, energies and momenta of the state at the end of the step.
void finish_record(std::span<const BodyModel> models, const Settings& settings, const State& state, StepRecord& record);

}  // namespace abut::dynamics
