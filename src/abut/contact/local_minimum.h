// Where a body can be touched, and from which side: a contact at a point, in a direction n out of the body, is one only
// if the distance to what lies there has a local minimum on the *whole* body. Bodies are many pieces, and each piece
// has a nearest point of its own; most of those are no minimum, because the body goes on in another piece, and nearer.
// Taken for contacts they are ghosts: the seam between two triangles of a plane would be struck from the side.
//
// The point is a minimum if no piece that touches it rises along n (geometry/tangent_cone.h):
//
//   a triangle among others of its plane    along its normal only, on either side, also on its border
//   an edge, a corner that stands out       between the normals of the faces around it
//   an edge, a corner that lies in          never: what is nearest are the faces beside it
//   an open border, a loose edge, a point   the half-circle, the circle, all directions
//   where two parts lie flush               as if they were one; inside another part never
//
// Asked of the pieces as they lie, not of their adjacency: so parts, shells that are not welded, and corners within
// another triangle's side are no cases of their own, and nothing is stored.
//
// Tolerances. A rise is one above kLeastRise. A piece touches the point if it is within kTouchShare of the distance at
// hand: a quarter of that sine seen from the other body. More than half would be wrong: in a valley of an angle a
// little above kLeastRise the two nearest points are half of it apart, each would be at the other's face, and neither a
// minimum. To both is added what rounding leaves open; where that is all, nothing is excluded.
//
// The nearest points of two bodies are a minimum on both, always.
//
// Cost: one walk down the tree for a point. Nothing for a convex shape.
#pragma once

#include "abut/geometry/shape.h"
#include "abut/math/types.h"

namespace abut::contact {

// Sine of an angle. Too large: what slides along a seam is pushed off it by forces tilted as much (a cube over 8,192
// triangles with 1e-7 m of noise, by 1e-3: 21 micrometres in a second; by 1e-4: 0.8). Too small: parts that lie flush
// but for a rounding have seams, and contacts over noise come and go (from 1e-6 on). What moves where, in
// simulation_seams_test, is the same from 1e-5 to 1e-2.
inline constexpr double kLeastRise = 1e-4;
inline constexpr double kTouchShare = kLeastRise / 4;

struct MinimumTolerance {
  double length = 0.0;  // m: a piece so near to the point touches it
  double sine = kLeastRise;
};

// Of points so far apart (m, cores without radii; depths count as distances), each known up to `bound`.
MinimumTolerance compute_minimum_tolerance(double distance, double bound);

// `point` is on the core of the body, `outward` of unit length, both in its frame. False also if no piece touches the
// point.
bool is_local_minimum(const geometry::Shape& shape, const math::Vec3& point, const math::Vec3& outward,
                      const MinimumTolerance& tolerance);

}  // namespace abut::contact
