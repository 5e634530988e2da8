// A proof that a point passed through a triangle, or a segment through a segment, within a part of a step. At no
// instant but one do they meet, so it need not be a rational one; that there is one follows from signs.
//
// Seen along a fixed direction m, the point stays inside the triangle (the segments keep crossing) throughout, by signs
// of determinants of boxes that contain the vertices' paths; and the orientation of the four vertices has one sign at
// the start and the other at the end. Between them it is zero, the four are coplanar, and what crosses when seen along
// m meets. Features that have another number of vertices are not looked at: they overlap for a while, or meet by
// chance.
#pragma once

#include "abut/scene/verify/feature_tree.h"
#include "abut/scene/verify/relative_sweep.h"

namespace abut::scene {

// Over the part of the sweep. `false` proves nothing.
bool is_crossing_proven(const RelativeSweep& sweep, const FeatureTree& a, const VerifiedFeature& feature_a,
                        const FeatureTree& b, const VerifiedFeature& feature_b);

}  // namespace abut::scene
