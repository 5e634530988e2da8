// The exact depth of two overlapping convex pieces: their minimum translational distance (paper 002, II C and IV C).
//
//   depth = min over unit n of  w(n),   w(n) = max over b in B of n . b  -  min over a in A of n . a
//
// the shortest translation of A that leaves the interiors apart; n is its direction. The minimum is attained at a
// normal of a face of B, at the opposite of one of A, or at the cross product of an edge of each: at a facet of the
// Minkowski difference M = B - A, whose distance from the origin is then the depth. It is the global minimum, always.
//
// Where 002 tries every axis, a polytope P inside M tells which need not be tried (depth/difference_hull.h): the depth
// is at least the least offset of P's facets. The facet of least offset is tried as an axis n: if no vertex of M is
// above it, w(n) is its offset, and bounds from above and below meet; else the vertex that is, the one farthest along
// n, joins P. P grows only near the origin, and starts from the facet that was the answer last time, so that a tracked
// pair needs one to ten axes however many faces it has. P's points, a list of vertex pairs, prove the answer to anyone
// (issue of certificates). This is an expanding polytope that cannot be led astray: P is exactly convex, and ends only
// on a proof.
//
// Rounding: with L = reach of A + reach of B + |p_BA|, depth is within kDepthBound L of the real minimum for the
// doubles of `pose`. (How far these are from the poses they come from: compute_rounding_bound.)
//
// Degenerate cases. Several axes of equal w, to rounding: any of them may come back; so for concentric bodies. Flush
// faces or edges, where a vertex-face, edge-face or face-face pair touches: a corner of the overlap, which is a vertex
// of one in a face of the other, or a crossing of two edges. Pieces that touch: depth 0 to rounding. Pieces that are
// apart: minus the separation along the best facet normal. M flat (neither has an inside and they are coplanar,
// parallel or have no faces): depth <= 0, the normal that of M's plane; for two segments on one line, or a point and
// another, some direction perpendicular to both.
//
// Cost: bench/penetration_bench.cpp. In the worst case, two concentric near-spheres, all of M is built.
#pragma once

#include <array>

#include "abut/math/types.h"
#include "abut/proximity/depth/difference_hull.h"
#include "abut/proximity/piece_feature.h"
#include "abut/proximity/piece_pair.h"

namespace abut::proximity {

// In B's frame. Of the cores: radii play no part.
struct Depth {
  double depth = 0.0;                          // m; negative if the cores are apart
  math::Vec3 nhat_BA_B = math::Vec3::UnitX();  // unit: moving A by depth * nhat_BA_B brings the cores into touch
  PieceFeature feature_a, feature_b;           // that then touch: face and vertex, vertex and face, or two edges
  math::Vec3 p_BCa = math::Vec3::Zero();       // on feature_a; p_BCa = p_BCb - depth * nhat_BA_B
  math::Vec3 p_BCb = math::Vec3::Zero();       // on feature_b
};

// The rounding bound of a depth is this times the sum of both reaches and |p_BA|. Derived in penetration.cpp.
inline constexpr double kDepthBound = 1280 * 0x1p-53;
double compute_depth_bound(const PieceRef& a, const PieceRef& b, const RelativePose& pose);

// What a pair of pieces remembers from query to query, and the room it works in. It may be dropped, or come from
// anywhere, with the same answer (any one of them where several are equal).
struct DepthCache {
  DifferenceHull hull;                   // after a query: its points prove that the depth is no less
  std::array<DifferencePoint, 4> seeds;  // vertex pairs to start from: the last answer's, and one far below them
  bool has_seeds = false;
};

Depth update_depth(const PieceRef& a, const PieceRef& b, const RelativePose& pose, DepthCache& cache);

}  // namespace abut::proximity
