// How fast the points of a moving body can be, for bodies known by their radius only; and the box around a path whose
// acceleration is bounded. Both are upper bounds with rounding inside.
#pragma once

#include "abut/math/interval_vector.h"

namespace abut::math {

// Bounds over an interval of s, per unit of s (for a step: per step, not per second).
struct MotionBounds {
  double origin_speed = 0.0;          // m: of the body's origin
  double origin_acceleration = 0.0;   // m
  double rate = 0.0;                  // rad: of turning
  double angular_acceleration = 0.0;  // rad
};

// |dx/ds| of every point of the body within `radius` of its origin: origin_speed + rate radius.
double compute_speed_bound(const MotionBounds& bounds, double radius);

// |d^2x/ds^2| of the same: origin_acceleration + (rate^2 + angular_acceleration) radius.
double compute_acceleration_bound(const MotionBounds& bounds, double radius);

// Contains x(s) for s in an interval of the given length, if the path is in `start` at its one end, in `end` at its
// other, and |x_i''| <= acceleration_i between: by Taylor's theorem a path leaves its chord by at most acceleration
// length^2 / 8. Precondition: a RoundUpward scope is open.
IVec3 make_path_box(const IVec3& start, const IVec3& end, const Interval& length, const IVec3& acceleration);

// Components of the largest size that the cross product with a vector parallel to `axis` leaves on each axis:
// |(axis x z)_i| <= result_i |z|. Precondition: a RoundUpward scope is open.
IVec3 compute_lever(const IVec3& axis);

}  // namespace abut::math
