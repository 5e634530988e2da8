// How a convex piece goes on around a point that it touches: its tangent cone T there, all directions in which it has
// points at however small a distance. What is asked of it is how steeply the piece rises along a unit direction n,
//
//   rise = max { d . n : d in T, |d| = 1 },  or 0 if that is negative.
//
// A piece is where half-spaces a_i . x <= b_i meet: those of a solid's faces; of a polygon the two sides of its plane
// and the planes that stand on its sides. T has those whose planes pass through the point, and the rise is the distance
// of n from the cone of their normals a_i, since each of the two cones is the other's polar (Moreau). Edges alone would
// not do: where a face has a corner of 180 degrees or more, or where the point is inside an edge or a face, the
// steepest direction lies between them. The distance is found as by Gilbert's method, with at most three normals at a
// time: as long as what is left of n points through a plane, that plane's normal is taken in.
//
// Degenerate cases: inside a solid T is the whole space, and the rise 1. A segment has one direction or two, a point
// none. All planes of a piece smaller than the tolerance pass through the point; it is then like a point. The radius
// plays no part.
//
// Cost: linear in the planes of the piece, a few times. No allocation.
#pragma once

#include <optional>

#include "abut/base/ids.h"
#include "abut/geometry/convex_pieces.h"
#include "abut/math/types.h"

namespace abut::geometry {

// A plane nearer to the point than `tolerance` (m, not negative) passes through it. Nothing if the point is farther
// than that beyond a plane: the piece does not touch it. `direction` is of unit length, up to rounding; all is in the
// frame of the pieces. Right to 1e-6: normals nearer to each other than that are one.
std::optional<double> find_rise(const ConvexPieces& pieces, PieceId piece, const math::Vec3& point,
                                const math::Vec3& direction, double tolerance);

}  // namespace abut::geometry
