// How two triangles meet, exactly: every decision is the sign of an orientation predicate.
//
// Let I be the set of common points of the closed triangles A and B, and S the convex hull of the corners they have in
// common. Corners are common if they have the same position, so the answer depends on geometry alone; S is empty, a
// corner or an edge.
//   kDisjoint    I is empty
//   kSharedOnly  I = S: neighbours in a proper mesh
//   kTouch       I exceeds S, but meets the inside of at most one triangle: a corner or an edge on the other triangle,
//                edges that cross or run along each other
//   kCross       A and B lie in different planes and I holds points inside both
//   kOverlap     A and B lie in one plane and I has area; the same triangle twice is such a pair
//   kZeroArea    a triangle's corners are collinear, and the plane of the other does not already tell the two apart
//
// Cost: at most eight orient3d in different planes; in one plane up to 18 orient2d more.
#pragma once

#include <array>
#include <cstdint>

#include "abut/math/types.h"

namespace abut::geometry {

using Corners = std::array<math::Vec3, 3>;

enum class TriangleIntersection : std::uint8_t { kDisjoint, kSharedOnly, kTouch, kCross, kOverlap, kZeroArea };

// Symmetric in a and b, and under any order of the corners of each. Precondition: finite corners.
TriangleIntersection compute_triangle_intersection(const Corners& a, const Corners& b);

}  // namespace abut::geometry
