// The plane of a triangle, however thin: the unit normal of the three doubles' real plane, within kFacetNormalBound.
//
// The cross product of the two shorter sides is off by 3 sqrt(2) u / sin(theta) of its length from the products and u
// from the subtraction, and taking it to unit length adds 4 u (u = 2^-53, theta the angle between them; as in
// geometry/pieces/polygon_plane.h): 40 u where sin(theta) >= 1/8. In a thinner triangle sides and products carry their
// rounding errors along in second doubles, which leaves 32 u^2 / sin(theta); where even that exceeds u, the integers
// decide (geometry/exact_values.h).
// Cost: 5 ns, 20 ns and a microsecond.
#pragma once

#include "abut/math/types.h"

namespace abut::proximity {

inline constexpr double kFacetNormalBound = 40 * 0x1p-53;

struct FacetPlane {
  math::Vec3 normal;  // unit, to the side from which p, q, r are seen counter-clockwise
  double offset;      // normal . p
};

// Preconditions: not on one line; no side longer than 4 or so thin or short that squares of areas underflow.
FacetPlane compute_facet_plane(const math::Vec3& p, const math::Vec3& q, const math::Vec3& r);

}  // namespace abut::proximity
