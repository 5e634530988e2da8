// Before the first step: no two bodies may overlap, and those that touch, or nearly do, are opened to the distance that
// every step keeps.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "abut/dynamics/settings.h"
#include "abut/dynamics/state.h"

namespace abut::dynamics {

struct OpenedPair {
  BodyId a, b;
  double gap = 0.0;  // m: before
};

// The smallest displacements, in unit masses, that bring every pair which may meet to twice d_min. Returns what was
// nearer. Throws InputError where bodies overlap or cross (the pair, the place, the depth), where one is inside
// another, or where there is no room to open them.
std::vector<OpenedPair> open_touching_pairs(std::span<const BodyModel> models, const Settings& settings,
                                            std::span<const std::string> names, State& state);

}  // namespace abut::dynamics
