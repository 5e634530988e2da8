// What makers ask of their parameters, and the one text in which they refuse:
//   gear: teeth is 3, expected 6 to 1000; give a value in that range
#pragma once

#include <string>
#include <string_view>

#include "abut/math/types.h"

namespace abut::geometry {

// Closed; never contains NaN.
struct Range {
  double min = 0.0;
  double max = 0.0;
};

// m. Below, coordinates in metres are no longer those of anything solid; above, a part is no part.
inline constexpr Range kLengthRange{1e-9, 1e6};
// m. The same for coordinates and heights, which may be zero or negative.
inline constexpr Range kCoordinateRange{-1e6, 1e6};
// Corners of a polygon that stands for a circle.
inline constexpr Range kSegmentRange{3, 4096};
// The least ratio of two lengths that are added up: with it a sum keeps ten digits of the smaller.
inline constexpr double kLeastRatio = 1e-6;

// Throws InputError unless range.min <= value <= range.max.
void require_in_range(std::string_view maker, std::string_view parameter, double value, Range range);

// Throws InputError unless a length in kLengthRange.
void require_length(std::string_view maker, std::string_view parameter, double value);

// Throws InputError: the value of `parameter` does not go with those of others.
[[noreturn]] void refuse(std::string_view maker, std::string_view parameter, double value, std::string_view expected,
                         std::string_view remedy);

}  // namespace abut::geometry
