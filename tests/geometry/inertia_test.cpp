#include "abut/geometry/inertia.h"

#include <gtest/gtest.h>

#include <limits>

#include "geometry/sample_meshes.h"

namespace abut::geometry {
namespace {

using math::Mat3;
using math::Vec3;

Mat3 diagonal(double xx, double yy, double zz) {
  return Vec3(xx, yy, zz).asDiagonal();
}

std::vector<InertiaFaultKind> kinds_of(const Mat3& I) {
  std::vector<InertiaFaultKind> kinds;
  for (const InertiaFault& fault : check_inertia(I)) kinds.push_back(fault.kind);
  return kinds;
}
using Kinds = std::vector<InertiaFaultKind>;

TEST(Inertia, OfRealBodiesIsAccepted) {
  EXPECT_EQ(kinds_of(diagonal(2, 3, 4)), Kinds{});  // a solid
  EXPECT_EQ(kinds_of(diagonal(1, 1, 2)), Kinds{});  // a lamina
  EXPECT_EQ(kinds_of(diagonal(0, 1, 1)), Kinds{});  // a rod
  EXPECT_EQ(kinds_of(diagonal(0, 0, 0)), Kinds{});  // a point
}

TEST(Inertia, OfATurnedLaminaIsAcceptedAndJustBeyondItRefused) {
  test::Random random(2);
  for (int i = 0; i < 50; ++i) {
    const Mat3 R = random.rotation().toRotationMatrix();
    const double a = random.uniform(0.1, 1);
    const double b = random.uniform(0.1, 1);
    const Mat3 lamina = R * diagonal(a, b, a + b) * R.transpose();
    EXPECT_EQ(kinds_of(lamina), Kinds{});
    const Mat3 beyond = R * diagonal(a, b, (a + b) * (1 + 3 * kWrittenDigits)) * R.transpose();
    EXPECT_EQ(kinds_of(beyond), Kinds{InertiaFaultKind::kTriangleInequality});
  }
}

TEST(Inertia, OfALaminaWrittenWithSixDigitsIsAccepted) {
  EXPECT_EQ(kinds_of(diagonal(0.333333, 0.333333, 0.666667)), Kinds{});
}

TEST(Inertia, FaultsAreNamed) {
  Mat3 I = diagonal(1, 1, 1);
  I(1, 2) = std::numeric_limits<double>::quiet_NaN();
  ASSERT_EQ(kinds_of(I), Kinds{InertiaFaultKind::kNotFinite});
  EXPECT_EQ(check_inertia(I)[0].fault, "the inertia has the entry nan in row 1, column 2");
  EXPECT_EQ(check_inertia(I)[0].remedy, "give nine finite numbers");

  I(1, 2) = 0.25;
  ASSERT_EQ(kinds_of(I), Kinds{InertiaFaultKind::kNotSymmetric});
  EXPECT_EQ(check_inertia(I)[0].fault,
            "the inertia is not symmetric: 0.25 in row 1, column 2, but 0 across the diagonal");
  EXPECT_EQ(check_inertia(I)[0].remedy, "give the same number twice");

  I = diagonal(-1, 3, 3);
  ASSERT_EQ(kinds_of(I), (Kinds{InertiaFaultKind::kNegativeMoment, InertiaFaultKind::kTriangleInequality}));
  EXPECT_EQ(check_inertia(I)[0].fault, "the inertia has the negative principal moment -1 kg m^2");
  EXPECT_EQ(check_inertia(I)[0].remedy, "check the signs; products of inertia enter the tensor with a minus");

  I = diagonal(4, 1, 2);
  ASSERT_EQ(kinds_of(I), Kinds{InertiaFaultKind::kTriangleInequality});
  EXPECT_EQ(check_inertia(I)[0].fault,
            "no body has the principal moments 1, 2 and 4 kg m^2: the largest exceeds the sum of the others");
  EXPECT_EQ(check_inertia(I)[0].remedy,
            "check the numbers and their units, or leave the inertia out to have it computed");
}

TEST(Inertia, ProductsOfInertiaTooLargeMakeANegativeMoment) {
  Mat3 I = diagonal(1, 1, 1);
  I(0, 1) = I(1, 0) = 1.5;  // moments -0.5, 1, 2.5
  EXPECT_EQ(kinds_of(I), (Kinds{InertiaFaultKind::kNegativeMoment, InertiaFaultKind::kTriangleInequality}));
}

constexpr LockedAxes kFree = {false, false, false};
constexpr LockedAxes kAllLocked = {true, true, true};

TEST(FreeAxis, ASolidAndALaminaTurnFreely) {
  EXPECT_FALSE(find_free_axis_fault(diagonal(2, 3, 4), kFree));
  EXPECT_FALSE(find_free_axis_fault(diagonal(1, 1, 2), kFree));
}

TEST(FreeAxis, APointCannotTurnUnlessEveryAxisIsLocked) {
  const auto fault = find_free_axis_fault(Mat3::Zero(), kFree);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, InertiaFaultKind::kNoMomentAboutFreeAxis);
  EXPECT_EQ(fault->fault, "the body has no inertia like a point, about any axis");
  EXPECT_TRUE(find_free_axis_fault(Mat3::Zero(), {true, true, false}));
  EXPECT_FALSE(find_free_axis_fault(Mat3::Zero(), kAllLocked));
}

TEST(FreeAxis, ARodCannotTurnFreely) {
  const auto fault = find_free_axis_fault(diagonal(0, 1, 1), kFree);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->fault, "the body has no inertia like a rod, about its own axis");
  EXPECT_EQ(fault->remedy, "give an inertia, or lock its rotations");
}

TEST(FreeAxis, ARodTurnsAboutOneFreeAxisUnlessItLiesAlongIt) {
  EXPECT_FALSE(find_free_axis_fault(diagonal(0, 1, 1), {true, false, true}));
  const auto fault = find_free_axis_fault(diagonal(1, 1, 0), {true, true, false});
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->fault, "the body has no inertia about the z axis, about which it may turn");
  EXPECT_EQ(fault->remedy, "lock its rotation about that axis, or give an inertia");
}

TEST(FreeAxis, ARodWithTwoFreeAxesCanReachItsOwnAxis) {
  EXPECT_TRUE(find_free_axis_fault(diagonal(1, 1, 0), {false, false, true}));
}

TEST(FreeAxis, AComputedRodIsARodInEveryDirectionAndAThinPlankIsNot) {
  test::Random random(5);
  for (int i = 0; i < 50; ++i) {
    const Mat3 R = random.rotation().toRotationMatrix();
    EXPECT_TRUE(find_free_axis_fault(R * diagonal(0, 1, 1) * R.transpose(), kFree));
    EXPECT_FALSE(find_free_axis_fault(R * diagonal(1e-12, 1, 1) * R.transpose(), kFree));
  }
}

}  // namespace
}  // namespace abut::geometry
