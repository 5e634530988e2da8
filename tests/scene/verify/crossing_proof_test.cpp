#include "abut/scene/verify/crossing_proof.h"

#include <gtest/gtest.h>

#include "scene/verify/verify_samples.h"

namespace abut::scene {
namespace {

using math::Pose;
using math::Vec3;

bool is_proven(const VerifiedBody& a, const VerifiedBody& b, const Pose& X0, const Pose& X1) {
  const FeatureTree tree_a = make_tree(a), tree_b = make_tree(b);
  const math::StepMotion still = math::make_step_motion(Pose::identity(), Pose::identity());
  const RelativeSweep sweep =
      make_relative_sweep(math::make_step_motion(X0, X1), still, 0.0, 1.0, tree_a.extent + tree_b.extent);
  return is_crossing_proven(sweep, tree_a, tree_a.features[0], tree_b, tree_b.features[0]);
}

TEST(CrossingProof, APointThatEntersOnOneSideAndLeavesOnTheOtherHasCrossed) {
  const VerifiedBody triangle = make_verified_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), point = make_verified_point();
  EXPECT_TRUE(is_proven(point, triangle, at(0.3, 0.2, -0.1), at(0.2, 0.3, 0.05)));
  EXPECT_TRUE(is_proven(point, triangle, at(0.3, 0.2, 0.1), at(0.2, 0.3, -0.05)));
  EXPECT_FALSE(is_proven(point, triangle, at(0.3, 0.2, 0.1), at(0.2, 0.3, 0.05)));   // stays above
  EXPECT_FALSE(is_proven(point, triangle, at(0.7, 0.5, -0.1), at(0.6, 0.5, 0.1)));   // passes beside
  EXPECT_FALSE(is_proven(point, triangle, at(0.3, 0.2, -0.1), at(0.2, 0.3, 0.0)));   // ends on it
  EXPECT_FALSE(is_proven(point, triangle, at(0.3, -0.2, -0.1), at(0.2, 0.3, 0.1)));  // might pass beside
}

TEST(CrossingProof, ATriangleThatPassesOverAPointHasCrossed) {
  const VerifiedBody triangle = make_verified_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), point = make_verified_point();
  EXPECT_TRUE(is_proven(triangle, point, at(-0.3, -0.2, -0.1), turned(at(-0.3, -0.2, 0.1), {1, 0, 0}, 0.01)));
  EXPECT_FALSE(is_proven(triangle, point, at(0.3, -0.2, -0.1), at(0.3, -0.2, 0.1)));
}

TEST(CrossingProof, SegmentsThatChangeSidesWhileTheyCrossHaveMet) {
  const VerifiedBody along_x = make_verified_segment(1.0);
  const Pose across = turned(at(0, 0, -0.1), {0, 0, 1}, 1.2), later = turned(at(0.01, 0, 0.1), {0, 0, 1}, 1.25);
  EXPECT_TRUE(is_proven(along_x, along_x, across, later));
  EXPECT_FALSE(
      is_proven(along_x, along_x, turned(at(1, 0, -0.1), {0, 0, 1}, 1.2), turned(at(1, 0, 0.1), {0, 0, 1}, 1.2)));
}

TEST(CrossingProof, OtherPairsOfFeaturesAreNotLookedAt) {
  const VerifiedBody triangle = make_verified_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  EXPECT_FALSE(is_proven(triangle, triangle, at(0.3, 0.2, -0.1), at(0.2, 0.3, 0.1)));
}

}  // namespace
}  // namespace abut::scene
