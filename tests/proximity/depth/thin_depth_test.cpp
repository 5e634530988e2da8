#include "abut/proximity/depth/thin_depth.h"

#include <gtest/gtest.h>

#include <cmath>

#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;

const Quat kAlongX(std::sqrt(0.5), 0, std::sqrt(0.5), 0);  // takes z to x

Depth depth_of(const geometry::Shape& a, const geometry::Shape& b, const Pose& X_WA) {
  return compute_thin_depth(only_piece(a), only_piece(b), make_relative_pose(X_WA, Pose::identity()));
}

TEST(ThinDepth, OfCrossingSegmentsIsZeroAlongTheirCrossProduct) {
  const geometry::Shape capsule = geometry::make_capsule(0.1, 2.0);  // along z
  const Depth depth = depth_of(capsule, capsule, {{0.3, 0, 0.4}, kAlongX});
  EXPECT_NEAR(depth.depth, 0.0, 1e-15);
  EXPECT_NEAR(std::abs(depth.nhat_BA_B.y()), 1.0, 1e-14);
  EXPECT_LT((depth.p_BCb - Vec3(0, 0, 0.4)).norm(), 1e-14);
}

TEST(ThinDepth, OfSegmentsApartIsMinusTheirDistance) {
  const geometry::Shape capsule = geometry::make_capsule(0.1, 2.0);
  const Depth depth = depth_of(capsule, capsule, {{0.3, 0.5, 0.4}, kAlongX});
  EXPECT_NEAR(depth.depth, -0.5, 1e-14);
  EXPECT_LT((depth.nhat_BA_B - Vec3(0, 1, 0)).norm(), 1e-14);
  EXPECT_LT((depth.p_BCa - depth.p_BCb + depth.depth * depth.nhat_BA_B).norm(), 1e-14);
}

TEST(ThinDepth, OfParallelSegmentsAndOfPointsThatMeetTheNormalIsPerpendicularAndUnit) {
  const geometry::Shape capsule = geometry::make_capsule(0.1, 2.0), ball = geometry::make_ball(1.0);
  const Depth along = depth_of(capsule, capsule, Pose::from_translation({0, 0, 0.5}));
  EXPECT_NEAR(along.depth, 0.0, 1e-15);
  EXPECT_NEAR(along.nhat_BA_B.z(), 0.0, 1e-15);
  EXPECT_NEAR(along.nhat_BA_B.norm(), 1.0, 1e-14);
  const Depth points = depth_of(ball, ball, Pose::identity());
  EXPECT_EQ(points.depth, 0.0);
  EXPECT_NEAR(points.nhat_BA_B.norm(), 1.0, 1e-14);
}

// Apart by less than the bound the normal is that of the segments, which knows nothing of the gap but its side.
TEST(ThinDepth, IsNeverPositiveHoweverNearTheSegments) {
  const geometry::Shape capsule = geometry::make_capsule(0.1, 2.0), ball = geometry::make_ball(0.1);
  math::Random random(11);
  for (int i = 0; i < 400; ++i) {
    const Pose X_WA{std::pow(10.0, random.next_between(-17, -12)) * random.next_direction(),
                    i % 2 == 0 ? Quat(1, 1e-16, -1e-16, 0) : random.next_rotation()};
    const geometry::Shape& a = i % 4 < 2 ? capsule : ball;
    const Depth depth = depth_of(a, capsule, X_WA);
    EXPECT_LE(depth.depth, 0.0);
    EXPECT_GE(depth.depth,
              -X_WA.p.norm() - compute_depth_bound(only_piece(a), only_piece(capsule), make_relative_pose(X_WA, {})));
    EXPECT_LE(depth_of(ball, ball, X_WA).depth, 0.0);
  }
}

}  // namespace
}  // namespace abut::proximity
