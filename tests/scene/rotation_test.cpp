#include "abut/scene/rotation.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "abut/math/pose.h"

namespace abut::scene {
namespace {

using math::Mat3;
using math::Quat;
using math::Vec3;

// By the definition of a rotation about an axis: Rodrigues' formula.
Mat3 rodrigues(const Vec3& axis, double angle) {
  const Vec3 k = axis.normalized();
  Mat3 K;
  K << 0, -k.z(), k.y(), k.z(), 0, -k.x(), -k.y(), k.x(), 0;
  return Mat3::Identity() + std::sin(angle) * K + (1 - std::cos(angle)) * K * K;
}

constexpr double kRadians = std::numbers::pi / 180.0;

TEST(Rotation, QuarterTurnsAboutTheAxesAreExact) {
  const Quat q = make_rotation(Vec3(0, 0, 2), 90);
  EXPECT_EQ(q.w(), q.z());
  EXPECT_EQ(q.x(), 0.0);
  const Quat half = make_rotation(Vec3(0, 1, 0), 180);
  EXPECT_EQ(half.w(), 0.0);
  EXPECT_EQ(half.y(), 1.0);
  EXPECT_EQ(make_rotation(Vec3(1, 0, 0), 0).coeffs(), Quat::Identity().coeffs());
}

TEST(Rotation, AnyAngleAboutAnyAxisAgreesWithRodrigues) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> coordinate(-1, 1), angle(-1000, 1000);
  for (int i = 0; i < 200; ++i) {
    const Vec3 axis(coordinate(random), coordinate(random), coordinate(random));
    const double degrees = angle(random);
    const Quat q = make_rotation(axis, degrees);
    EXPECT_TRUE(math::is_valid_pose(math::Pose::from_rotation(q)));
    // Errors of a few ulps in the angle (1000 degrees) and the matrix.
    EXPECT_LT((math::compute_rotation(q) - rodrigues(axis, degrees * kRadians)).norm(), 1e-13);
  }
}

TEST(Rotation, AxesOfAnyLengthWork) {
  for (const double length : {5e-324, 1e-200, 1e200}) {
    const Quat q = make_rotation(Vec3(0, 0, -length), 90);
    EXPECT_EQ(q.w(), -q.z());
  }
}

TEST(Rotation, AVectorTurnsByItsLengthInRadians) {
  const Vec3 v(0.3, -0.4, 1.2);
  EXPECT_LT((math::compute_rotation(make_rotation_from_vector(v)) - rodrigues(v, v.norm())).norm(), 1e-14);
  EXPECT_EQ(make_rotation_from_vector(Vec3::Zero()).coeffs(), Quat::Identity().coeffs());
}

TEST(Rotation, EulerAnglesTurnAboutXFirstAndZLast) {
  const Vec3 degrees(20, -70, 130);
  const Mat3 expected = rodrigues(Vec3::UnitZ(), degrees.z() * kRadians) *
                        rodrigues(Vec3::UnitY(), degrees.y() * kRadians) *
                        rodrigues(Vec3::UnitX(), degrees.x() * kRadians);
  EXPECT_LT((math::compute_rotation(make_rotation_from_euler(degrees)) - expected).norm(), 1e-14);
}

}  // namespace
}  // namespace abut::scene
