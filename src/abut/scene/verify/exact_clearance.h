// The proof of relative_sweep.h for two features in exact arithmetic: where they are nearer than doubles can tell while
// they move.
//
// All polynomials are kept as scaled Bernstein coefficients, binomial(n, k) b_k: a product is then the convolution of
// the two sequences, one degree more a product with (1, 1), and signs are those of the coefficients themselves. No
// quotient occurs.
// Cost: about a millisecond.
#pragma once

#include "abut/math/step_motion.h"
#include "abut/scene/verify/feature_tree.h"
#include "abut/scene/verify/relative_sweep.h"

namespace abut::scene {

// A proven lower bound of the separation of two thickened features throughout [s0, s1], along a direction that turns
// from n0 to n1 in B's frame (its doubles taken as exact); 0 if there is no proof. Preconditions as of
// make_relative_sweep; n0 and n1 are not zero.
double compute_exact_clearance(const FeatureTree& a, const VerifiedFeature& feature_a, const math::StepMotion& motion_a,
                               const FeatureTree& b, const VerifiedFeature& feature_b, const math::StepMotion& motion_b,
                               double s0, double s1, const TurningDirection& n);

}  // namespace abut::scene
