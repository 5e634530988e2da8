// Islands at rest, which need no steps.
//
// An island falls asleep as a whole when none of its bodies, for kSleepTime, had or was moved with a speed of more than
// the resting speed (base/tolerances.h) at any point, and nothing that it touches moves. Its bodies keep their poses to
// the bit and lose the velocity that is left, which the step's record tells; its contacts with their impulses are set
// aside. Asleep, bodies are neither predicted nor solved; two of them are no candidates, so what a step costs depends
// on what is awake. Nothing moves, so their certificate stays as it is; what moves past them is certified against them
// like against anything else.
//
// It wakes as a whole when a contact ties it to a body that moves: found at the start of a step, or by certification.
// The step then begins anew, from the contacts as they were, so that waking changes nothing else. That goes for what it
// rests on too: a floor that begins to move away touches it as it does. Bodies that touch nothing stay awake.
#pragma once

#include <span>

#include "abut/dynamics/settings.h"
#include "abut/dynamics/state.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// s. What swings or topples is slow for a while too, but becomes faster: by e in each sqrt(l / g), 0.3 s, where it
// topples over an edge l = 1 m below it.
inline constexpr double kSleepTime = 0.5;

// Where the step of the stage ends in `next`: how long bodies have been slow, and which islands fall asleep. Not after
// bodies were held back, when islands are not known.
void fall_asleep(StepStage& stage, std::span<const BodyModel> models, const Settings& settings, State& next);

bool touches_sleepers(const StepStage& stage);

// The islands that contacts of the stage touch: awake in `state`, which has their contacts again.
void wake_touched(const StepStage& stage, std::span<const BodyModel> models, State& state);

// Everything is awake in `state`, and slow for no time yet.
void wake_all(std::span<const BodyModel> models, State& state);

}  // namespace abut::dynamics
