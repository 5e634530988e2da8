// How two convex pieces stand to each other at given poses: the whole of one query, put together.
//
//   the last closest features still are (tracked_witness.h) ─────────────────────────────┐
//        │ no                                                                            ▼
//   walk over features (vclip.h), from a table if it is long (start_features.h) ──▶ witness points, normal, phi
//        │ cycled ──▶ exact arithmetic (exact_distance.h), which answers either way      ▲
//        └ the cores meet, or are too near to tell ──▶ minimum translational distance (penetration.h)
//
// Radii: phi is the cores' signed distance less both radii. Where cores meet, the pieces overlap if both have an inside
// (a solid piece, or one with a radius); otherwise they cross, or touch if a translation within phi_bound parts them.
#pragma once

#include "abut/math/pose.h"
#include "abut/proximity/feature_pair.h"
#include "abut/proximity/penetration.h"
#include "abut/proximity/piece_pair.h"
#include "abut/proximity/vclip.h"

namespace abut::proximity {

// What a pair of pieces remembers from query to query. A cache: with a new one the answer is the same up to phi_bound,
// only later. Not for use with another pair of pieces.
struct PairCache {
  ClosestFeatures features;
  bool is_set = false;
  bool is_far = false;      // the table was nearer than the features of last time
  bool is_meeting = false;  // the cores met last time
  DepthCache depth;
};

// Preconditions: poses are valid; both pieces are of shapes made by geometry::make_shape and the like.
FeaturePair update_feature_pair(const PieceRef& a, const PieceRef& b, const math::Pose& X_WA, const math::Pose& X_WB,
                                PairCache& cache);

// phi is off by at most this: by the rounding of A's vertices seen from B (piece_pair.h), of faces and side planes
// (polygon_plane.h) and of a depth (penetration.h), and by the comparisons of the walk, whose operands are differences
// and products of such coordinates. `offset` is |p_BA|, to a few units of rounding: their second order is in the
// bounds.
double compute_phi_bound(const PieceRef& a, const PieceRef& b, double offset);

}  // namespace abut::proximity
