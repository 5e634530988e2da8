#include "abut/proximity/depth/thin_depth.h"

#include <gtest/gtest.h>

#include <cmath>

#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;

class ThinDepth : public testing::Test {
 protected:
  Depth compute(const geometry::Shape& a, const Pose& X_WA, const geometry::Shape& b) {
    return compute_thin_depth(only_piece(a), only_piece(b), make_relative_pose(X_WA, Pose::identity()));
  }
  const Quat quarter_about_x_{std::sqrt(0.5), std::sqrt(0.5), 0, 0};  // z becomes -y
  const geometry::Shape segment_ = geometry::make_capsule(0.1, 2.0);  // from (0, 0, -1) to (0, 0, 1)
  const geometry::Shape point_ = geometry::make_ball(0.1);
};

TEST_F(ThinDepth, OfCrossingSegmentsIsZeroAlongTheirCrossProduct) {
  const Depth d = compute(segment_, {{0, 0.5, 0.25}, quarter_about_x_}, segment_);
  EXPECT_NEAR(d.depth, 0.0, 1e-15);
  EXPECT_NEAR(std::abs(d.nhat_BA_B.x()), 1.0, 1e-15);
  EXPECT_LT((d.p_BCa - Vec3(0, 0, 0.25)).norm(), 1e-15);
  EXPECT_LT((d.p_BCb - Vec3(0, 0, 0.25)).norm(), 1e-15);
  EXPECT_TRUE(d.feature_a.is_edge() && d.feature_b.is_edge());
}

TEST_F(ThinDepth, OfSegmentsApartIsMinusTheirDistance) {
  const Depth d = compute(segment_, {{0.125, 0.5, 0.25}, quarter_about_x_}, segment_);
  EXPECT_NEAR(d.depth, -0.125, 1e-15);
  EXPECT_LT((d.nhat_BA_B - Vec3(1, 0, 0)).norm(), 1e-15);
  EXPECT_LT((d.p_BCa - Vec3(0.125, 0, 0.25)).norm(), 1e-15);
  // End over end: (0, 0, 2 + 3) above (0, 0, 1) and 4 aside.
  const Depth ends = compute(segment_, Pose::from_translation({4, 0, 5}), segment_);
  EXPECT_NEAR(ends.depth, -5.0, 1e-15 * 8);
  EXPECT_LT((ends.nhat_BA_B - Vec3(0.8, 0, 0.6)).norm(), 1e-15);
}

TEST_F(ThinDepth, OfSegmentsOnOneLineIsZeroAndPerpendicular) {
  for (const Vec3& p : {Vec3(0, 0, 0), Vec3(0, 0, 0.5), Vec3(0, 0, 2)}) {
    const Depth d = compute(segment_, Pose::from_translation(p), segment_);
    EXPECT_EQ(d.depth, 0.0);
    EXPECT_NEAR(d.nhat_BA_B.z(), 0.0, 1e-15);
    EXPECT_NEAR(d.nhat_BA_B.norm(), 1.0, 1e-15);
  }
}

TEST_F(ThinDepth, OfPointsIsMinusTheirDistanceAndAnyUnitVectorWhereTheyCoincide) {
  const Depth apart = compute(point_, Pose::from_translation({0, -3, 4}), point_);
  EXPECT_EQ(apart.depth, -5.0);
  EXPECT_LT((apart.nhat_BA_B - Vec3(0, -0.6, 0.8)).norm(), 1e-15);
  EXPECT_TRUE(apart.feature_a.is_vertex());
  const Depth same = compute(point_, Pose::identity(), point_);
  EXPECT_EQ(same.depth, 0.0);
  EXPECT_EQ(same.nhat_BA_B.norm(), 1.0);
}

TEST_F(ThinDepth, OfAPointOnASegmentIsZeroAndPerpendicularToIt) {
  const Depth d = compute(point_, Pose::from_translation({0, 0, 0.75}), segment_);
  EXPECT_EQ(d.depth, 0.0);
  EXPECT_EQ(d.nhat_BA_B.z(), 0.0);
  EXPECT_EQ(d.p_BCb, Vec3(0, 0, 0.75));
}

// Turned against each other by 10^-1 ... 10^-15 and apart by as little: the normal is perpendicular to both, so the
// whole of the segments are that far apart along it.
TEST_F(ThinDepth, NearlyParallelSegmentsHaveANormalPerpendicularToBoth) {
  for (int power = 1; power <= 15; ++power) {
    const double angle = std::pow(10.0, -power);
    for (const double gap : {0.0, angle, 1e-8}) {
      const Pose X_WA{{gap, 0, 0}, Quat(1, 0.5 * angle, 0, 0)};
      const Depth d = compute(segment_, X_WA, segment_);
      const Vec3 along_a = X_WA * Vec3(0, 0, 1) - X_WA.p;
      EXPECT_LT(std::abs(d.nhat_BA_B.dot(along_a)), 1e-15) << angle;
      EXPECT_LT(std::abs(d.nhat_BA_B.z()), 1e-15) << angle;
      EXPECT_NEAR(d.depth, -gap, 1e-15) << angle;
    }
  }
}

// Apart by less than the bound the normal is that of the segments, which knows nothing of the gap but its side.
TEST_F(ThinDepth, IsNeverPositiveHoweverNearTheSegments) {
  math::Random random(11);
  for (int i = 0; i < 400; ++i) {
    const Pose X_WA{std::pow(10.0, random.next_between(-17, -12)) * random.next_direction(),
                    i % 2 == 0 ? Quat(1, 1e-16, -1e-16, 0) : random.next_rotation()};
    const geometry::Shape& a = i % 4 < 2 ? segment_ : point_;
    const Depth depth = compute(a, X_WA, segment_);
    const double bound = compute_depth_bound(only_piece(a), only_piece(segment_), make_relative_pose(X_WA, {}));
    EXPECT_LE(depth.depth, 0.0);
    EXPECT_GE(depth.depth, -X_WA.p.norm() - bound);
    EXPECT_LE(compute(point_, X_WA, point_).depth, 0.0);
  }
}

}  // namespace
}  // namespace abut::proximity
