// A proof that two bodies were apart, and how long it lasts: as long as they have hardly moved since.
//
// No pair comes nearer by more than the points of both have moved. From its place when the proof was made, a point
// within `reach` of its body's origin is away, anywhere on the way from X0 to X1, by at most
//
//   max |p_i - p| + 4 reach max |q_i - q|
//
// with the q_i at both ends, and as p_i both ends and their middle moved by half the bend: a position is in the
// triangle of these, so that it is not farther than all corners. Quaternions are blended linearly, (1-s) q0 + s q1,
// which is within d = max |q_i - q| of q too, but not of unit length: taken to it, it moves by at most d again, as its
// length differs from |q| = 1 by no more than d. And rotations by unit quaternions x and y move a point v apart by at
// most 2 |x - y| |v|. q and -q are the same rotation. Rounding, of poses and of this bound, is in its slack.
#pragma once

#include "abut/math/pose.h"
#include "abut/math/step_motion.h"

namespace abut::scene {

// m, from above. Infinite where the body turns by much.
double bound_shift(const math::Pose& from, const math::StepMotion& motion, double reach);

struct PairProof {
  double separation = 0.0;  // m: proven at these poses; 0 if there is none
  math::Pose X_WA, X_WB;

  // m: what is left of it over a segment; not positive if nothing is.
  double bound_separation(const math::StepMotion& a, double reach_a, const math::StepMotion& b, double reach_b) const {
    return separation > 0 ? separation - bound_shift(X_WA, a, reach_a) - bound_shift(X_WB, b, reach_b) : 0.0;
  }
};

}  // namespace abut::scene
