// The plane of a flat convex polygon, and the planes that stand on its sides: what a walk over features compares
// against. u is the unit roundoff 2^-53, M the largest |x| of the corners, D the largest distance between two of them.
//
//   |normal - true unit normal|            <= kNormalBound
//   |side_normal - true unit side normal|  <= kSideNormalBound
//   |normal . x - offset|                  <= kNormalBound D + kOffsetBound M   for every corner x
//   |side_normal . x - side_offset|        <= kSideNormalBound D + kOffsetBound M  for both ends x of the side
//
// The bounds hold for needles too: where rounding could turn the normal by more, the cross product is computed exactly
// and rounded once. They hold wherever no square underflows: for D above 1e-290 M, say.
//
// Derivation. Differences of coordinates are within u of themselves, their products within 3 u, and the norm of the
// vector of the products' magnitudes is at most sqrt(2) |e1| |e2|; so the cross product of two edges at an angle theta
// is off by at most 3 sqrt(2) u / sin(theta) of its length from the products and u from the subtraction, and taking it
// to unit length adds 4 u. sin(theta) >= 1/8 gives 40 u. The side normal e x n takes over the error of n, and adds u
// for e, 6 u for the cross product (as above, at a right angle) and 4 u for the length. The offset is a sum of three
// products.
#pragma once

#include <limits>
#include <span>

#include "abut/math/types.h"

namespace abut::geometry {

inline constexpr double kUnitRoundoff = std::numeric_limits<double>::epsilon() / 2;
inline constexpr double kNormalBound = 40 * kUnitRoundoff;
inline constexpr double kSideNormalBound = 52 * kUnitRoundoff;
inline constexpr double kOffsetBound = 4 * kUnitRoundoff;

struct Plane {
  math::Vec3 normal = math::Vec3::Zero();  // unit
  double offset = 0.0;                     // normal . x on the plane
};

// The plane of a convex polygon, counter-clockwise seen from the tip of its normal. The same to the bit whichever
// corner comes first. Precondition: at least three corners, exactly coplanar, not all on one line.
Plane compute_polygon_plane(std::span<const math::Vec3> corners);

// The plane that contains the side tail -> head of a counter-clockwise polygon of that normal and is perpendicular to
// the polygon; its normal points out of the polygon. Precondition: tail != head.
Plane compute_side_plane(const math::Vec3& polygon_normal, const math::Vec3& tail, const math::Vec3& head);

}  // namespace abut::geometry
