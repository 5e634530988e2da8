// The FeaturePair of two pieces that are apart, put together from V-Clip's walk and its witness points.
#pragma once

#include <gtest/gtest.h>

#include "abut/math/pose.h"
#include "abut/proximity/exact_distance.h"
#include "abut/proximity/feature_pair.h"
#include "abut/proximity/vclip.h"
#include "abut/proximity/witness.h"

namespace abut::proximity {

inline FeaturePair make_pair_of(const PieceRef& a, const PieceRef& b, const math::Pose& X_WA, const math::Pose& X_WB,
                                const ClosestFeatures& features, const Witness& witness) {
  const RelativePose pose = make_relative_pose(X_WA, X_WB);
  const double radius_a = a.piece().radius, radius_b = b.piece().radius;
  FeaturePair pair;
  pair.feature_a = features.a;
  pair.feature_b = features.b;
  pair.normal_origin = witness.normal_origin;
  pair.phi = witness.distance - radius_a - radius_b;
  pair.phi_bound = 2 * compute_rounding_bound(pose, a.piece().reach) + 32 * 0x1p-53 * b.piece().reach;
  pair.outcome = pair.phi > pair.phi_bound    ? PairOutcome::kApart
                 : pair.phi < -pair.phi_bound ? PairOutcome::kOverlapping
                                              : PairOutcome::kTouching;
  pair.nhat_BA_W = math::compute_rotation(X_WB.q) * witness.nhat_BA_B;
  pair.p_WCa = X_WB * math::Vec3(witness.p_BCa - radius_a * witness.nhat_BA_B);
  pair.p_WCb = X_WB * math::Vec3(witness.p_BCb + radius_b * witness.nhat_BA_B);
  return pair;
}

// Precondition: the cores are apart. Where rounding leads the walk in a circle, from exact arithmetic.
inline FeaturePair make_pair(const PieceRef& a, const PieceRef& b, const math::Pose& X_WA, const math::Pose& X_WB) {
  const RelativePose pose = make_relative_pose(X_WA, X_WB);
  const Walk walk = update_closest_features(a, b, pose, make_first_features(a, b));
  EXPECT_NE(walk.outcome, WalkOutcome::kPenetrating);
  if (walk.outcome == WalkOutcome::kClosest) {
    return make_pair_of(a, b, X_WA, X_WB, walk.features, compute_witness(a, b, pose, walk.features));
  }
  const ExactDistance exact = compute_exact_distance(a, b, X_WA, X_WB);
  const math::Vec3 nhat_BA_B = (exact.p_BCa - exact.p_BCb) / exact.distance;
  return make_pair_of(a, b, X_WA, X_WB, exact.features, {exact.p_BCa, exact.p_BCb, nhat_BA_B, exact.distance});
}

}  // namespace abut::proximity
