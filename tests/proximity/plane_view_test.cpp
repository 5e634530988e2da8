#include "abut/proximity/plane_view.h"

#include <gtest/gtest.h>

#include "abut/math/random.h"

namespace abut::proximity {
namespace {

using math::Mat3;
using math::Vec3;

TEST(PlaneView, AxesAreOrthonormalRightHandedAndEndWithTheNormal) {
  math::Random random(1);
  std::vector<Vec3> normals = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ(), -Vec3::UnitZ(), Vec3(1, 1, 1).normalized()};
  for (int i = 0; i < 100; ++i) normals.push_back(random.next_direction());
  for (const Vec3& nhat : normals) {
    const Mat3 axes = make_plane_axes(nhat);
    EXPECT_EQ(Vec3(axes.row(2)), nhat);
    EXPECT_LT((axes * axes.transpose() - Mat3::Identity()).norm(), 1e-15 * 4);
    EXPECT_NEAR(axes.determinant(), 1.0, 1e-15 * 4);
  }
}

// A point of both pieces is seen in one place, and heights are distances along the normal from the point of B.
TEST(PlaneView, ShowsBothPiecesInTheSameCoordinates) {
  math::Random random(2);
  for (int i = 0; i < 100; ++i) {
    const math::Pose X_WA{1e6 * Vec3::Ones() + random.next_direction(), random.next_rotation()};
    const math::Pose X_WB{1e6 * Vec3::Ones() + random.next_direction(), random.next_rotation()};
    const RelativePose pose = make_relative_pose(X_WA, X_WB);
    const Vec3 nhat = random.next_direction(), p_BO = random.next_direction(), p_AQ = random.next_direction();
    const Mat3 axes = make_plane_axes(nhat);
    const PlaneView of_a = make_view_of_a(axes, p_BO, pose), of_b = make_view_of_b(axes, p_BO);
    EXPECT_LT((of_a.see(p_AQ) - of_b.see(pose.to_b(p_AQ))).norm(), 1e-14);
    EXPECT_NEAR(of_a.see(p_AQ).z(), nhat.dot(pose.to_b(p_AQ) - p_BO), 1e-14);
    EXPECT_LT((of_a.normal() - pose.turn_to_a(nhat)).norm(), 1e-14);
  }
}

}  // namespace
}  // namespace abut::proximity
