#include "abut/geometry/principal_axes.h"

#include <gtest/gtest.h>

#include <limits>

#include "geometry/sample_meshes.h"

namespace abut::geometry {
namespace {

using math::Mat3;
using math::Quat;
using math::Vec3;

constexpr double kEps = std::numeric_limits<double>::epsilon();

Mat3 rebuild(const PrincipalAxes& axes) {
  const Mat3 R = axes.q_BP.toRotationMatrix();
  return R * axes.moments.asDiagonal() * R.transpose();
}

void expect_valid(const PrincipalAxes& axes, const Mat3& I) {
  EXPECT_LE((rebuild(axes) - I).cwiseAbs().maxCoeff(), 32 * kEps * I.cwiseAbs().maxCoeff()) << I;
  EXPECT_NEAR(axes.q_BP.norm(), 1, 2 * kEps);
  EXPECT_LE(axes.moments[0], axes.moments[1]);
  EXPECT_LE(axes.moments[1], axes.moments[2]);
}

TEST(PrincipalAxes, OfASortedDiagonalAreTheFramesOwn) {
  const PrincipalAxes axes = compute_principal_axes(Vec3(1, 2, 2.5).asDiagonal());
  EXPECT_EQ(axes.moments, Vec3(1, 2, 2.5));
  EXPECT_EQ(axes.q_BP.coeffs(), Quat::Identity().coeffs());
}

TEST(PrincipalAxes, OfAnUnsortedDiagonalArePermutedRightHanded) {
  for (const Vec3& d : {Vec3(3, 1, 2), Vec3(2, 3, 1), Vec3(1, 3, 2), Vec3(2, 1, 3), Vec3(3, 2, 1)}) {
    const Mat3 I = d.asDiagonal();
    const PrincipalAxes axes = compute_principal_axes(I);
    EXPECT_EQ(axes.moments, Vec3(1, 2, 3));
    expect_valid(axes, I);
  }
}

TEST(PrincipalAxes, EqualMomentsLeaveTheFrameAsItIs) {
  EXPECT_EQ(compute_principal_axes(Mat3::Identity()).q_BP.coeffs(), Quat::Identity().coeffs());
  EXPECT_EQ(compute_principal_axes(Mat3::Zero()).q_BP.coeffs(), Quat::Identity().coeffs());
  EXPECT_EQ(compute_principal_axes(Vec3(1, 2, 2).asDiagonal()).q_BP.coeffs(), Quat::Identity().coeffs());
}

TEST(PrincipalAxes, TheLargestComponentOfTheFirstTwoIsPositive) {
  test::Random random(3);
  for (int i = 0; i < 200; ++i) {
    const Mat3 R = random.rotation().toRotationMatrix();
    const Mat3 axes = compute_principal_axes(R * Vec3(1, 2, 3).asDiagonal() * R.transpose()).q_BP.toRotationMatrix();
    for (int k = 0; k < 2; ++k) EXPECT_GT(axes.col(k).maxCoeff(), -axes.col(k).minCoeff());
    EXPECT_GT(axes.determinant(), 0);
  }
}

TEST(PrincipalAxes, RebuildTheTensorWhateverItsMoments) {
  test::Random random(7);
  const Vec3 spectra[] = {
      {1, 2, 3},     {0, 1, 1}, {0, 0, 0}, {1, 1, 1}, {1, 1, 2}, {1e-12, 1, 1}, {1, 1 + kEps, 1 + 2 * kEps},
      {1e-200, 1, 1}};
  for (const Vec3& moments : spectra) {
    for (const double scale : {1e-150, 1.0, 1e150}) {
      for (int i = 0; i < 30; ++i) {
        const Mat3 R = random.rotation().toRotationMatrix();
        const Mat3 I = scale * (R * moments.asDiagonal() * R.transpose());
        const PrincipalAxes axes = compute_principal_axes(I);
        expect_valid(axes, (I + I.transpose()) / 2);
        EXPECT_LE((axes.moments - scale * moments).cwiseAbs().maxCoeff(), 32 * kEps * scale * moments.maxCoeff());
      }
    }
  }
}

TEST(PrincipalAxes, ANearlyDiagonalTensorIsTurnedOnlySlightly) {
  Mat3 I = Vec3(1, 2, 3).asDiagonal();
  I(0, 1) = I(1, 0) = 1e-10;
  const PrincipalAxes axes = compute_principal_axes(I);
  expect_valid(axes, I);
  EXPECT_NEAR(axes.q_BP.z(), -1e-10 / 2, 1e-12);  // the axis of 1 turns by -1e-10 / (2 - 1)
}

TEST(PrincipalAxes, ScalingByAPowerOfTwoKeepsTheAxesToTheBit) {
  Mat3 I;
  I << 3, 0.1, -0.4, 0.1, 2, 0.7, -0.4, 0.7, 4;
  const PrincipalAxes one = compute_principal_axes(I);
  const PrincipalAxes scaled = compute_principal_axes(0x1p-30 * I);
  EXPECT_EQ(scaled.q_BP.coeffs(), one.q_BP.coeffs());
  EXPECT_EQ(scaled.moments, Vec3(0x1p-30 * one.moments));
}

}  // namespace
}  // namespace abut::geometry
