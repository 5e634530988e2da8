#include "abut/dynamics/reposition.h"

#include <gtest/gtest.h>

namespace abut::dynamics {
namespace {

using math::Mat3;
using math::Twist;
using math::Vec3;
using response::ProblemBody;

constexpr double kStep = 0.01;

// Body 0 is fixed, the others are points of unit mass.
std::vector<ProblemBody> make_bodies(std::size_t num_free) {
  std::vector<ProblemBody> bodies(1);
  for (std::size_t i = 0; i < num_free; ++i) bodies.push_back({Vec3::Ones(), Mat3::Zero(), {}});
  return bodies;
}

GapConstraint make_gap(std::uint32_t a, std::uint32_t b, double gap, double target) {
  return {a, b, Vec3::UnitZ(), Vec3::Zero(), Vec3::Zero(), gap, target};
}

TEST(Reposition, OpensAGapToItsTargetAndNoFarther) {
  Repositioner repositioner;
  std::vector<Twist> V(2);
  V[1].v = Vec3(3, 0, -1);
  const std::vector gaps{make_gap(1, 0, 2e-3, 1e-3)};  // would end at 2e-3 - 1e-2
  const RepositionResult result = repositioner.update(make_bodies(1), gaps, {.h = kStep}, V);
  EXPECT_NEAR(2e-3 + kStep * V[1].v.z(), 1e-3, 1e-15);
  EXPECT_EQ(V[1].v.x(), 3);
  EXPECT_EQ(V[0].v, Vec3::Zero());
  EXPECT_LE(result.num_sweeps, 1);
}

TEST(Reposition, LeavesWhatIsOpenToTheBit) {
  Repositioner repositioner;
  std::vector<Twist> V(2);
  V[1].v = Vec3(0.1, 0.2, -0.05);
  const std::vector gaps{make_gap(1, 0, 2e-3, 1e-3)};
  const RepositionResult result = repositioner.update(make_bodies(1), gaps, {.h = kStep}, V);
  EXPECT_EQ(V[1].v, Vec3(0.1, 0.2, -0.05));
  EXPECT_EQ(result.num_sweeps, 0);
  EXPECT_EQ(result.shortfall, 0);
}

// Each of two free bodies takes half of what is missing; moving one by all of it would be twice the square.
TEST(Reposition, SharesBetweenBodiesWhateverTheyWeigh) {
  Repositioner repositioner;
  std::vector<Twist> V(3);
  const std::vector gaps{make_gap(1, 2, 0.0, 1e-3)};
  repositioner.update(make_bodies(2), gaps, {.h = kStep}, V);
  EXPECT_NEAR(V[1].v.z(), 0.05, 1e-15);
  EXPECT_NEAR(V[2].v.z(), -0.05, 1e-15);
}

TEST(Reposition, LiftsAStackFromBelow) {
  Repositioner repositioner;
  std::vector<Twist> V(6);
  std::vector<GapConstraint> gaps;
  for (std::uint32_t i = 1; i < 6; ++i) gaps.push_back(make_gap(i, i - 1, 0.0, 1e-4));
  const RepositionResult result =
      repositioner.update(make_bodies(5), gaps, {.h = kStep, .max_sweeps = 500, .tolerance = 1e-6}, V);
  for (std::size_t i = 1; i < 6; ++i) EXPECT_NEAR(V[i].v.z(), static_cast<double>(i) * 1e-2, 1e-6);
  EXPECT_LT(result.num_sweeps, 500);
}

TEST(Reposition, TurnsABodyAboutItsCentre) {
  Repositioner repositioner;
  std::vector<ProblemBody> bodies(2);
  bodies[1] = {Vec3::Zero(), Mat3::Identity(), {}};  // can only turn
  std::vector<Twist> V(2);
  GapConstraint gap = make_gap(1, 0, 0.0, 1e-3);
  gap.arm_a = Vec3(2, 0, 0);
  repositioner.update(bodies, std::vector{gap}, {.h = kStep}, V);
  EXPECT_NEAR(kStep * V[1].w.cross(gap.arm_a).z(), 1e-3, 1e-15);
}

TEST(Reposition, SaysWhatIsLeftWhereThereIsNoRoom) {
  Repositioner repositioner;
  std::vector<Twist> V(2);
  std::vector gaps{make_gap(1, 0, 1e-4, 1e-3), make_gap(0, 1, 1e-4, 1e-3)};  // between floor and ceiling
  const RepositionResult result = repositioner.update(make_bodies(1), gaps, {.h = kStep, .max_sweeps = 20}, V);
  EXPECT_EQ(result.num_sweeps, 20);
  EXPECT_GT(result.shortfall, 5e-4);
  EXPECT_LT(V[1].v.norm() * kStep, 2e-3);  // and nothing is thrown about
}

}  // namespace
}  // namespace abut::dynamics
