// The unit normal of a triangle, to a few units in the last place however thin it is, and zero if and only if it has no
// area (its vertices exactly collinear).
//
// The cross product of the two shorter sides loses digits only where they are nearly in line; there it is computed
// exactly. Multiplying the vertices by a power of two changes no bit of the result as long as the square of the area
// neither overflows nor underflows, and hardly any then.
#pragma once

#include "abut/math/types.h"

namespace abut::geometry {

// Counter-clockwise a, b, c, seen from where the normal points. Precondition: finite.
math::Vec3 compute_triangle_normal(const math::Vec3& a, const math::Vec3& b, const math::Vec3& c);

}  // namespace abut::geometry
