#include "abut/dynamics/open_gaps.h"

#include <gtest/gtest.h>

namespace abut::dynamics {
namespace {

using math::Mat3;
using math::Twist;
using math::Vec3;
using response::ProblemBody;

constexpr double kStep = 0.01, kTarget = 1e-4;

GapConstraint make_gap(std::uint32_t a, std::uint32_t b, double gap, const Vec3& arm = Vec3::Zero()) {
  return {a, b, Vec3::UnitZ(), arm, arm, gap, kTarget};
}

double compute_gap(const GapConstraint& gap, const std::vector<Twist>& V) {
  const Twist &A = V[gap.a], &B = V[gap.b];
  return gap.gap + kStep * gap.nhat_BA_W.dot(A.v + A.w.cross(gap.arm_a) - B.v - B.w.cross(gap.arm_b));
}

const ProblemBody kFixed, kPoint{Vec3::Ones(), Mat3::Zero(), {}}, kHinged{Vec3::Zero(), Mat3::Identity(), {}};

TEST(OpenGaps, OpensWhatHasRoomAsFarAsAsked) {
  const std::vector bodies{kFixed, kPoint, kPoint};
  std::vector gaps{make_gap(1, 0, 0.0), make_gap(2, 1, 0.2e-4)};
  std::vector<Twist> V(3);
  GapOpener().open(bodies, gaps, kStep, V);
  for (const GapConstraint& gap : gaps) {
    EXPECT_EQ(gap.target, kTarget);
    EXPECT_GE(compute_gap(gap, V), 0.75 * kTarget);
  }
}

// Body 1 is between floor and ceiling, with room for a fifth of what is asked; body 2 stands beside it, free. It is not
// body 1 that says how far body 2 is lifted.
TEST(OpenGaps, AsksForLessWhereThereIsNoRoomAndThereAlone) {
  const std::vector bodies{kFixed, kPoint, kPoint};
  std::vector gaps{make_gap(1, 0, 0.0), make_gap(0, 1, 0.4e-4), make_gap(2, 0, 0.0)};
  std::vector<Twist> V(3);
  V[1].v = Vec3(2, 0, 0);
  GapOpener().open(bodies, gaps, kStep, V);
  EXPECT_GE(compute_gap(gaps[0], V), 0.04 * kTarget);
  EXPECT_GE(compute_gap(gaps[1], V), 0.04 * kTarget);
  EXPECT_LT(gaps[0].target, 0.26 * kTarget);
  EXPECT_EQ(gaps[2].target, kTarget);
  EXPECT_GE(compute_gap(gaps[2], V), 0.75 * kTarget);
  EXPECT_EQ(V[1].v.x(), 2);  // from what was asked for, not from what was tried
}

// The same, with bodies that can only turn: a door between two stops.
TEST(OpenGaps, AsksForLessOfWhatCanOnlyTurn) {
  const std::vector bodies{kFixed, kHinged, kHinged};
  const Vec3 arm(1, 0, 0);
  std::vector gaps{make_gap(1, 0, 0.0, arm), make_gap(0, 1, 0.4e-4, arm), make_gap(2, 0, 0.0, arm)};
  std::vector<Twist> V(3);
  GapOpener().open(bodies, gaps, kStep, V);
  EXPECT_GE(compute_gap(gaps[0], V), 0.04 * kTarget);
  EXPECT_GE(compute_gap(gaps[1], V), 0.04 * kTarget);
  EXPECT_EQ(gaps[2].target, kTarget);
  EXPECT_GE(compute_gap(gaps[2], V), 0.75 * kTarget);
}

}  // namespace
}  // namespace abut::dynamics
