#include "abut/math/padded_vector.h"

#include <gtest/gtest.h>

namespace abut::math {
namespace {

TEST(PaddedVector, TurnsAsTheMatrixDoesAndKeepsItsLastZero) {
  Mat3 m;
  m << 1, 2, 3, 4, 5, 6, 7, 8, 10;
  const Vec3 v(0.5, -2, 4);  // products and sums are exact
  const PaddedVec3 turned = PaddedMat3(m) * make_padded(v);
  EXPECT_EQ(Vec3(turned.head<3>()), Vec3(m * v));
  EXPECT_EQ(turned[3], 0.0);
  EXPECT_EQ(PaddedMat3(m).turn(v), Vec3(m * v));
  EXPECT_EQ(PaddedMat3(m).turn_back(v), Vec3(m.transpose() * v));
  EXPECT_EQ(PaddedMat3(m).unpad(), m);
  EXPECT_EQ(PaddedMat3(m.col(0), m.col(1), m.col(2)).unpad(), m);
  EXPECT_EQ(make_padded(v)[3], 0.0);
}

TEST(PaddedVector, WithoutAMatrixIsTurnedToZero) {
  EXPECT_TRUE((PaddedMat3() * make_padded({1, 2, 3})).isZero(0));
}

}  // namespace
}  // namespace abut::math
