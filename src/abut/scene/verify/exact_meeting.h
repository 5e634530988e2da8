// Do two features meet at one instant? In rational arithmetic, straight from the recorded poses: every vertex is a
// rational point, and the squared distance of two features a rational number.
//
// The nearest points of two features are two vertices, a vertex and the inside of an edge or a triangle, the insides of
// two edges, or a common point of an edge and the inside of a triangle. All are tried, those of no length or area
// passed over: what they have is in their borders.
// Cost: tens to hundreds of microseconds; asked only where doubles do not decide. Quotients are never formed: vertices
// are kept multiplied by |Q|^2, and distances as fractions.
#pragma once

#include "abut/math/step_motion.h"
#include "abut/scene/verify/feature_tree.h"

namespace abut::scene {

struct ExactMeeting {
  bool is_meeting = false;  // the thickened features have a common point
  double separation = 0.0;  // a lower bound, good to some units in the last place; 0 where they meet
};

// Precondition: `s` in [0, 1]; the motion's quaternion is not zero at s.
ExactMeeting compute_exact_meeting(const FeatureTree& a, const VerifiedFeature& feature_a,
                                   const math::StepMotion& motion_a, const FeatureTree& b,
                                   const VerifiedFeature& feature_b, const math::StepMotion& motion_b, double s);

}  // namespace abut::scene
