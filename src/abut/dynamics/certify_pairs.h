// The fourth stage of a step: proof that no pair comes nearer than its minimum along the motions tried.
#pragma once

#include <span>

#include "abut/dynamics/settings.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// Every pair of which a motion has changed since it was certified. The number of pairs that are hit, or not proven
// apart, which counts as a hit.
std::size_t certify_pairs(StepStage& stage, std::span<const BodyModel> models);

}  // namespace abut::dynamics
