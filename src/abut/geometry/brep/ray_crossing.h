// Does a ray pass a triangle? For counting how often a surface winds about a point.
//
// The ray runs from the point along +x. All decisions are by exact predicates. It is taken as moved by infinitely
// little along y, and by infinitely less along z, so that it meets no edge or vertex, and a closed surface is counted
// the same whatever the ray grazes.
#pragma once

#include "abut/math/types.h"

namespace abut::geometry {

// A triangle without area contains nothing here: it is in the border of others.
bool is_on_triangle(const math::Vec3& p, const math::Vec3& a, const math::Vec3& b, const math::Vec3& c);

// +1 or -1 if the moved ray from p along +x passes abc, seen from behind or from the front; 0 if not.
// Precondition: p is not on abc.
int compute_crossing(const math::Vec3& p, const math::Vec3& a, const math::Vec3& b, const math::Vec3& c);

}  // namespace abut::geometry
