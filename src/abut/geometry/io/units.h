// The unit of length in which a file's coordinates are written. Coordinates become metres once, when they are read, and
// each is rounded once: the result is the double nearest to the exact product of the double that the file holds and
// the unit (subnormal results may be one step off).
#pragma once

#include <string_view>

namespace abut::geometry {

enum class Units { kMetres, kCentimetres, kMillimetres, kMicrometres, kInches, kFeet };

// The unit written "m", "cm", "mm", "um", "in" or "ft". Throws InputError, which lists these, for any other text.
Units find_units(std::string_view text);

// The text that find_units understands.
std::string_view get_symbol(Units units);

// A length in `units`, in metres.
double to_metres(double length, Units units);

}  // namespace abut::geometry
