// Sine and cosine of intervals, rigorous without trust in libm: argument reduction by an enclosure of pi/2, then Taylor
// polynomials with their remainder, all in interval arithmetic.
//
// Precondition: a RoundUpward scope is open. Ends within kLargestAngle of zero give the range of the function over the
// interval, widened by at most 4 units in the last place of one (tests/math/interval_trig_test.cpp); larger ones give
// [-1, 1].
#pragma once

#include "abut/math/interval.h"

namespace abut::math {

inline constexpr double kLargestAngle = 1e6;  // rad

Interval sin(const Interval& a);
Interval cos(const Interval& a);

}  // namespace abut::math
