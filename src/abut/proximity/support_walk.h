// The support of a piece: the part of its boundary that lies within the breaking distance of the contact plane, seen as
// an outline in that plane (paper 002, section IV E). A convex polygon, a straight chain of edges, or a vertex.
//
// From the feature that the pair names, faces are gathered that look towards the plane (kLeastFacing) and all of whose
// corners are near it, from neighbour to neighbour: one, or several where a face was cut, or is slightly bent. Without
// such a face, the edges from the feature that lie near the plane and go on in one line; without such an edge, the
// vertex. The outline of several faces is the convex hull of their corners in the plane: a side of it need not be an
// edge of the piece.
//
// Near. A corner is near if its height above the lowest one is at most the breaking distance; or, a long way off, at
// most what it may be so that the part of the face within `reach` of the witness, all that the other piece can meet, is
// (the boundary is convex, so it lies no higher on the way there). A large plate thus keeps its face under a small part
// that stands on its rim, though far away it falls by more.
//
// Departs from the paper, which gathers all vertices within a tolerance and computes their hull: the walk visits only
// what it finds, and knows the faces, from which heights between the corners are read. With a radius the support is the
// core's, shifted by the radius along the normal (a face tilted by t reaches r (1/cos t - 1) farther).
//
// Cost: linear in the corners of the faces visited; n log n where there are several.
#pragma once

#include "abut/math/types.h"
#include "abut/proximity/piece_feature.h"
#include "abut/proximity/piece_pair.h"
#include "abut/proximity/plane_view.h"
#include "abut/proximity/support.h"

namespace abut::proximity {

// A face whose normal is farther than this cosine (60 degrees) from the plane's is no part of a support, nor an edge
// steeper than 60 degrees: a feature smaller than the breaking distance would otherwise count whichever way it looks.
inline constexpr double kLeastFacing = 0.5;

// Edges go on in one line if they leave it by at most this angle, in radian.
inline constexpr double kStraightBound = 1e-6;

// Faces whose slopes differ by no more are one plane, cut: no vertex between them is higher than others to speak of.
inline constexpr double kFlatBound = 1e-4;

struct SupportQuery {
  PieceRef ref;
  PieceFeature feature;
  PlaneView view;
  double side = 1.0;      // of the piece's outward direction along the normal: 1 for B, -1 for A
  math::Vec2 witness;     // in the plane
  double breaking = 0.0;  // m
  double reach = 0.0;     // m: how far from the witness the other piece extends, at most
};

// Fills `support`, reusing its memory.
void update_support(const SupportQuery& query, Support& support);

}  // namespace abut::proximity
