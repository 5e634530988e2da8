// One step: every stage, top to bottom (ARCHITECTURE, "The step that never lets bodies meet").
#pragma once

#include <span>

#include "abut/dynamics/settings.h"
#include "abut/dynamics/state.h"
#include "abut/dynamics/step_record.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// Contacts are solved, certified and added to for at most so many rounds before bodies are held back.
inline constexpr int kMostRounds = 24;

// From `state` over h seconds: motions in the stage, all certified. kTooFast: a body turns by more than 30 degrees; try
// a smaller h. Islands that are asleep and get touched are woken in `state`, and the step begins anew.
StepOutcome certify_step(StepStage& stage, std::span<const BodyModel> models, State& state, const Settings& settings,
                         double h);

}  // namespace abut::dynamics
