#include "abut/math/twist.h"

#include <gtest/gtest.h>

#include <random>

#include "abut/math/pose.h"

namespace abut::math {
namespace {

class Draw {
 public:
  explicit Draw(unsigned seed) : bits_(seed) {}
  double number() { return uniform_(bits_); }
  Vec3 vector() { return {number(), number(), number()}; }
  // Integers small enough that every product and sum of the laws is exact.
  Vec3 integers() { return (1000 * vector()).array().round(); }
  Mat3 rotation() { return compute_rotation({number(), number(), number(), number()}); }

 private:
  std::mt19937_64 bits_;
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

TEST(Twist, APointOffTheAxisOfAWheelMovesAcross) {
  // Turning about z at 2 rad/s: the point 3 m along x moves at 6 m/s along y.
  const Twist V_WAo{{0, 0, 2}, {0, 0, 0}};
  const Twist V_WAq = compute_shifted(V_WAo, {3, 0, 0});
  EXPECT_EQ(V_WAq.v, Vec3(0, 6, 0));
  EXPECT_EQ(V_WAq.w, V_WAo.w);
}

TEST(Twist, AForceOffThePointHasAMomentAndNoneAboutThePointItActsAt) {
  // 5 N along y at 2 m along x: 10 N m about z.
  const Wrench F_Ao = make_wrench({2, 0, 0}, {0, 5, 0});
  EXPECT_EQ(F_Ao.tau, Vec3(0, 0, 10));
  EXPECT_EQ(compute_shifted(F_Ao, {2, 0, 0}).tau, Vec3(0, 0, 0));
}

TEST(Twist, PowerIsTheSameAboutEveryPoint) {
  Draw draw(1);
  for (int i = 0; i < 1000; ++i) {
    const Twist V_WAp{draw.integers(), draw.integers()};
    const Wrench F_Ap{draw.integers(), draw.integers()};
    const Vec3 p_PQ = draw.integers();
    ASSERT_EQ(compute_power(compute_shifted(V_WAp, p_PQ), compute_shifted(F_Ap, p_PQ)), compute_power(V_WAp, F_Ap));
  }
}

TEST(Twist, PowerIsTheSameInEveryFrame) {
  Draw draw(2);
  for (int i = 0; i < 1000; ++i) {
    const Twist V_B{draw.vector(), draw.vector()};
    const Wrench F_B{draw.vector(), draw.vector()};
    const Mat3 R_EB = draw.rotation();
    ASSERT_NEAR(compute_power(compute_reexpressed(R_EB, V_B), compute_reexpressed(R_EB, F_B)), compute_power(V_B, F_B),
                1e-14);
  }
}

TEST(Twist, ShiftsAddUpAndShiftingBackUndoes) {
  Draw draw(3);
  for (int i = 0; i < 1000; ++i) {
    const Twist V{draw.integers(), draw.integers()};
    const Wrench F{draw.integers(), draw.integers()};
    const Vec3 p_PQ = draw.integers(), p_QR = draw.integers();
    ASSERT_EQ(compute_shifted(compute_shifted(V, p_PQ), p_QR).v, compute_shifted(V, p_PQ + p_QR).v);
    ASSERT_EQ(compute_shifted(compute_shifted(F, p_PQ), p_QR).tau, compute_shifted(F, p_PQ + p_QR).tau);
    ASSERT_EQ(compute_shifted(compute_shifted(F, p_PQ), -p_PQ).tau, F.tau);
  }
}

TEST(Twist, ShiftingAndReexpressingCommute) {
  Draw draw(4);
  for (int i = 0; i < 1000; ++i) {
    const Twist V_B{draw.vector(), draw.vector()};
    const Wrench F_B{draw.vector(), draw.vector()};
    const Mat3 R_EB = draw.rotation();
    const Vec3 p_PQ_B = draw.vector();
    const Twist dV = compute_shifted(compute_reexpressed(R_EB, V_B), R_EB * p_PQ_B) -
                     compute_reexpressed(R_EB, compute_shifted(V_B, p_PQ_B));
    const Wrench dF = compute_shifted(compute_reexpressed(R_EB, F_B), R_EB * p_PQ_B) -
                      compute_reexpressed(R_EB, compute_shifted(F_B, p_PQ_B));
    ASSERT_LT(dV.v.norm() + dV.w.norm() + dF.tau.norm() + dF.f.norm(), 1e-14);
  }
}

TEST(Twist, TwistsAndWrenchesAddAndScaleByComponents) {
  const Twist V{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ((V + V - 2 * V).w, Vec3(0, 0, 0));
  EXPECT_EQ((-V).v, Vec3(-4, -5, -6));
  const Wrench F{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ((F + F - 3 * F).tau, (-F).tau);
  EXPECT_EQ((0.5 * F).f, Vec3(2, 2.5, 3));
}

}  // namespace
}  // namespace abut::math
