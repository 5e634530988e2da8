#include "abut/proximity/depth/depth_features.h"

#include <gtest/gtest.h>

#include <cmath>

#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;

Depth find_depth(const geometry::Shape& a, const geometry::Shape& b, const Pose& X_WA, const Pose& X_WB) {
  DepthCache cache;
  return update_depth(only_piece(a), only_piece(b), make_relative_pose(X_WA, X_WB), cache);
}

TEST(DepthFeatures, OfAVertexInAFaceAreThese) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const Quat on_corner = make_turn_between(Vec3(1, 1, 1), Vec3(0, 0, -1));
  const Depth depth = find_depth(box, box, {{0.1, 0.2, 1 + std::sqrt(3.0) - 0.1}, on_corner}, Pose::identity());
  EXPECT_TRUE(depth.feature_a.is_vertex());
  EXPECT_TRUE(depth.feature_b.is_face());
  EXPECT_NEAR(depth.depth, 0.1, 1e-14);
  EXPECT_EQ(depth.nhat_BA_B, Vec3(0, 0, 1));  // the face's own normal, to the bit
  EXPECT_LT((depth.p_BCa - Vec3(0.1, 0.2, 0.9)).norm(), 1e-14);
}

TEST(DepthFeatures, OfCrossedEdgesAreThese) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const double c = std::cos(M_PI / 8), s = std::sin(M_PI / 8);
  const Pose X_WB = Pose::from_rotation(Quat(c, 0, s, 0)), X_WA{{0, 0, 2 * std::sqrt(2.0) - 0.05}, Quat(c, s, 0, 0)};
  const Depth depth = find_depth(box, box, X_WA, X_WB);
  EXPECT_TRUE(depth.feature_a.is_edge());
  EXPECT_TRUE(depth.feature_b.is_edge());
  EXPECT_NEAR(depth.depth, 0.05, 1e-14);
  EXPECT_LT((math::compute_rotation(X_WB.q) * depth.nhat_BA_B - Vec3(0, 0, 1)).norm(), 1e-14);
}

// Flush faces: a corner of the overlap, whose points lie on both features.
TEST(DepthFeatures, OfFlushFacesAreACornerOfTheirOverlap) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  for (const double x : {0.0, 0.3, -1.1}) {
    const Depth depth = find_depth(box, box, Pose::from_translation({x, 0.2, 1.9}), Pose::identity());
    EXPECT_NEAR(depth.depth, 0.1, 1e-14);
    EXPECT_LT((depth.nhat_BA_B - Vec3(0, 0, 1)).norm(), 1e-14);
    EXPECT_NEAR(depth.p_BCb.z(), 1.0, 1e-14);
    EXPECT_LE(std::abs(depth.p_BCb.x()), 1.0 + 1e-14);
    EXPECT_LE(std::abs(depth.p_BCb.x() - x), 1.0 + 1e-14);
    EXPECT_FALSE(depth.feature_a.is_face() && depth.feature_b.is_face());
  }
}

}  // namespace
}  // namespace abut::proximity
