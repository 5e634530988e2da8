// Rotations as people write them, to quaternions.
//
// Sines and cosines are those of geometry/makers/circle.h, exactly symmetric: a quarter turn about an axis of the frame
// is a quarter turn to the last bit of every vertex, since R(q/|q|) of (c, 0, 0, c) is rational.
#pragma once

#include "abut/math/types.h"

namespace abut::scene {

// About an axis of any length. Preconditions: finite; the axis is not zero.
math::Quat make_rotation(const math::Vec3& axis, double angle_deg);

// About the vector, by as many radians as it is long; the zero vector is no rotation. Precondition: finite.
math::Quat make_rotation_from_vector(const math::Vec3& rotation_vector);

// Rz Ry Rx: first about x, then about y, then about z, axes fixed in the world.
math::Quat make_rotation_from_euler(const math::Vec3& angles_deg);

}  // namespace abut::scene
