// Closest points of two segments, and of a pair of features: what V-Clip leaves to be computed once it knows the
// features. All points in one frame.
#pragma once

#include "abut/math/types.h"

namespace abut::proximity {

struct SegmentPoints {
  double s = 0.0, t = 0.0;  // p + s d and q + t e
  double distance_sq = 0.0;
};

// Of the segments p + s d and q + t e, s and t in [0, 1]. Where they are parallel, or so near to it that rounding
// cannot tell, any pair of closest points. The distance is that of the points returned, so never below the true one by
// more than rounding; d and e may be zero.
SegmentPoints compute_closest_points(const math::Vec3& p, const math::Vec3& d, const math::Vec3& q,
                                     const math::Vec3& e);

}  // namespace abut::proximity
