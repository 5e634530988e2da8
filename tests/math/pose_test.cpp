#include "abut/math/pose.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "oracle/rational.h"
#include "oracle/rotation.h"

namespace abut::math {
namespace {

using oracle::Rational;
using oracle::RVec3;

RVec3 rotate_exactly(const Quat& q, const Vec3& v) {
  return oracle::rotate<Rational>({Rational(q.w()), Rational(q.x()), Rational(q.y()), Rational(q.z())},
                                  oracle::exact(v));
}

class Draw {
 public:
  explicit Draw(unsigned seed) : bits_(seed) {}
  double number() { return uniform_(bits_); }
  Vec3 vector() { return {number(), number(), number()}; }
  Quat quaternion() { return {number(), number(), number(), number()}; }  // any length
  Pose pose() { return {vector(), quaternion()}; }

 private:
  std::mt19937_64 bits_;
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

TEST(Pose, TheIdentityMovesNothing) {
  EXPECT_EQ(Pose::identity() * Vec3(1, 2, 3), Vec3(1, 2, 3));
}

TEST(Pose, AQuarterTurnAboutZTakesXToYWhateverTheLengthOfItsQuaternion) {
  const Pose X_WB{{10, 20, 30}, Quat(3, 0, 0, 3)};
  EXPECT_EQ(X_WB * Vec3(1, 0, 0), Vec3(10, 21, 30));
  EXPECT_EQ(X_WB * Vec3(0, 1, 0), Vec3(9, 20, 30));
  EXPECT_EQ(X_WB * Vec3(0, 0, 1), Vec3(10, 20, 31));
}

TEST(Pose, MakersGiveWhatTheyName) {
  EXPECT_EQ(Pose::from_translation({1, 2, 3}) * Vec3(1, 1, 1), Vec3(2, 3, 4));
  EXPECT_EQ(Pose::from_rotation(Quat(0, 1, 0, 0)) * Vec3(1, 1, 1), Vec3(1, -1, -1));
}

TEST(Pose, EntriesOfTheRotationAreWithinTheirBoundOfTheRealOnes) {
  Draw draw(1);
  for (int i = 0; i < 5000; ++i) {
    const Quat q = draw.quaternion();
    const Mat3 R = compute_rotation(q);
    for (int column = 0; column < 3; ++column) {
      const RVec3 real = rotate_exactly(q, Vec3::Unit(column));
      for (int row = 0; row < 3; ++row) {
        ASSERT_LE(abs(Rational(Rational(R(row, column)) - real[row])), Rational(kRotationBound));
      }
    }
  }
}

TEST(Pose, ComposingPosesComposesTheirMaps) {
  Draw draw(2);
  for (int i = 0; i < 1000; ++i) {
    const Pose X_AB = draw.pose(), X_BC = draw.pose();
    const Vec3 p_CQ = draw.vector();
    ASSERT_LT(((X_AB * X_BC) * p_CQ - X_AB * (X_BC * p_CQ)).norm(), 1e-14);
  }
}

TEST(Pose, APoseAndItsInverseCancel) {
  Draw draw(3);
  for (int i = 0; i < 1000; ++i) {
    const Pose X_AB = draw.pose();
    const Vec3 p = draw.vector();
    ASSERT_LT((compute_inverse(X_AB) * (X_AB * p) - p).norm(), 1e-14);
    ASSERT_LT((X_AB * (compute_inverse(X_AB) * p) - p).norm(), 1e-14);
  }
}

TEST(Pose, ScalingLengthsByAPowerOfTwoIsExact) {
  Draw draw(4);
  for (int i = 0; i < 1000; ++i) {
    const Pose X_AB = draw.pose();
    const Vec3 p = draw.vector();
    const Pose scaled{1024 * X_AB.p, X_AB.q};
    ASSERT_EQ(scaled * Vec3(1024 * p), 1024 * (X_AB * p));
    ASSERT_EQ((Pose{X_AB.p, Quat(X_AB.q.coeffs() * 0.25)}) * p, X_AB * p);
  }
}

TEST(Pose, AQuaternionIsValidWithinAMillionthOfUnitLength) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(is_valid_pose({}));
  EXPECT_TRUE(is_valid_pose(Pose::from_rotation(Quat(1 + 0.9e-6, 0, 0, 0))));
  EXPECT_FALSE(is_valid_pose(Pose::from_rotation(Quat(1 + 1.1e-6, 0, 0, 0))));
  EXPECT_FALSE(is_valid_pose(Pose::from_rotation(Quat(1 - 1.1e-6, 0, 0, 0))));
  EXPECT_FALSE(is_valid_pose(Pose::from_rotation(Quat(0, 0, 0, 0))));
  EXPECT_FALSE(is_valid_pose(Pose::from_rotation(Quat(nan, 0, 0, 0))));
  EXPECT_FALSE(is_valid_pose(Pose::from_translation({0, nan, 0})));
  EXPECT_FALSE(is_valid_pose(Pose::from_translation({0, 0, infinity})));
}

}  // namespace
}  // namespace abut::math
