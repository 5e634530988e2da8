// Points of the unit circle, exactly symmetric: mirrored in either axis or in a diagonal, a point of the circle has
// bit for bit the mirrored coordinates, and the points on the axes are exact. So what makers turn about an axis is as
// symmetric as its shape. Off the axes a coordinate is within two units in the last place of sine or cosine.
#pragma once

#include <vector>

#include "abut/math/types.h"

namespace abut::geometry {

// The point k / n of a turn from +x towards +y. Preconditions: n > 0, and 8 |k| and 8 n fit an int.
math::Vec2 make_circle_point(int k, int n);

// The same for any fraction of a turn, finite and below 1e6; symmetric only where the fractions themselves are.
math::Vec2 make_circle_point(double turn);

// All n points, from +x on, counter-clockwise.
std::vector<math::Vec2> make_circle(int n);

// All n points, the first one half a step from +x: for n = 4 a square with its sides along the axes.
std::vector<math::Vec2> make_half_turned_circle(int n);

}  // namespace abut::geometry
