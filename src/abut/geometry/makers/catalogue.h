// The table of all makers: names, parameters with their defaults and ranges, and how arguments reach the functions.
// One row to add for a new maker.
#pragma once

#include <vector>

#include "abut/geometry/makers/registry.h"

namespace abut::geometry {

// In alphabetical order of their names.
std::vector<Maker> make_catalogue();

}  // namespace abut::geometry
