// A box in the world that contains a body, known by its bounds in its own frame, throughout a motion and all within
// `margin` of it. Rigorous: rounding goes outward, and a motion that is not finite gives the whole space, so that a
// body that cannot be trusted meets everything.
//
// Step motions: at s = 0 and 1 the box around the posed bounds; between, every point leaves its chord by at most K/8, K
// the largest |x''| at the farthest corner. Other motions: the path boxes of the eight corners, of
// which every point of the body is a convex combination at every s. Cost: bench/swept_pairs_bench.
#pragma once

#include "abut/math/aabb.h"
#include "abut/math/motion.h"

namespace abut::continuous {

// Precondition: the bounds are not empty, margin >= 0.
math::Aabb compute_swept_box(const math::Aabb& bounds_B, const math::StepMotion& motion, double margin);
// With the bounds of the motion at hand.
math::Aabb compute_swept_box(const math::Aabb& bounds_B, const math::StepMotion& motion,
                             const math::MotionBounds& bounds, double margin);
math::Aabb compute_swept_box(const math::Aabb& bounds_B, const math::Motion& motion, double margin);

}  // namespace abut::continuous
