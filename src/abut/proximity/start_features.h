// Where to start the walk when the last closest features are far from the new ones: vertices of the pieces' tables by
// direction (geometry/pieces/guides.h), if they are nearer each other than the last features were.
//
// The direction is found by a few rounds of Frank and Wolfe's method on the difference A - B: a point of it is moved
// towards the origin along the segment to the vertex that is farthest that way.
#pragma once

#include "abut/proximity/piece_pair.h"
#include "abut/proximity/vclip.h"

namespace abut::proximity {

// `last`, or vertices that are nearer each other. Only for pieces that have tables; others give `last`.
ClosestFeatures choose_start_features(const PieceRef& a, const PieceRef& b, const RelativePose& pose,
                                      const ClosestFeatures& last);

}  // namespace abut::proximity
