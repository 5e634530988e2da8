// Where to start the walk when the last closest features are far from the new ones: vertices of the pieces' tables by
// direction (geometry/pieces/guides.h), if they are nearer each other than the last features were.
//
// The direction is that between the middles of the pieces, z: of pieces that are apart it is rarely far from that of
// their closest points, n, and nothing is nearer at hand. Where tables are fine it is improved once. Balls about the
// middles have z = d + (|z| - |d|) n, with d between the points that they are seen to touch at along n; with z / |z|
// for n on the right, and the d of the vertices found along z, the left is a step towards the n of any smooth bodies.
#pragma once

#include "abut/proximity/piece_pair.h"
#include "abut/proximity/vclip.h"

namespace abut::proximity {

// `last`, or vertices that are nearer each other. Only for pieces that have tables; others give `last`.
ClosestFeatures choose_start_features(const PieceRef& a, const PieceRef& b, const RelativePose& pose,
                                      const ClosestFeatures& last);

}  // namespace abut::proximity
