// The depth of two pieces without faces, points and segments: where they meet it is 0, and the normal is the cross
// product of the segments; some direction perpendicular to both where they are parallel or points. Apart, it is minus
// their distance.
#pragma once

#include "abut/proximity/penetration.h"

namespace abut::proximity {

// Precondition: neither piece has faces.
Depth compute_thin_depth(const PieceRef& a, const PieceRef& b, const RelativePose& pose);

}  // namespace abut::proximity
