// Values of polynomials in the vertices, computed exactly and rounded once: what is left to do where doubles cancel.
// All coordinates are taken as integer multiples of one power of two. Precondition throughout: finite vertices.
#pragma once

#include <span>

#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::geometry {

// A positive multiple of (b - a) x (c - a) whose largest component is between 2^60 and 2^62 in magnitude, the others
// rounded to integers; zero if and only if the three points are exactly collinear. Cost: about a microsecond.
math::Vec3 compute_exact_cross(const math::Vec3& a, const math::Vec3& b, const math::Vec3& c);

// The sum of det(a, b, c) / 6 over the triangles: the volume they enclose if they are closed. Its sign is exact, and it
// is zero only if the sum is; the value is good to a few units in the last place, the least number where it
// underflows, infinite where it overflows. Cost: linear, about a microsecond for each triangle.
double compute_exact_volume(std::span<const math::Vec3> vertices, std::span<const Triangle> triangles);

}  // namespace abut::geometry
