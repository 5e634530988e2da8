#include "abut/dynamics/certify_pairs.h"

#include <gtest/gtest.h>

#include <numbers>

#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Twist;
using math::Vec3;

constexpr double kStep = 0.01;

StepStage make_stage(const World& world) {
  return std::move(StagedWorld(world, kStep).stage);
}

World make_bullet_and_sheet(double speed) {
  World world;
  world.settings.gravity = Vec3::Zero();
  world.add_fixed(make_box_shape({1, 1, 1e-3}), make_place(0, 0, 0));
  world.add(make_box_model({0.01, 0.01, 0.01}, 1), make_place(0, 0, 1), {Vec3::Zero(), Vec3(0, 0, -speed)});
  return world;
}

TEST(CertifyPairs, FindsWhatPassesThroughWithinOneStep) {
  const World world = make_bullet_and_sheet(200);  // from one metre above to one below
  StepStage stage = make_stage(world);
  ASSERT_EQ(stage.pairs.size(), 1u);
  EXPECT_EQ(certify_pairs(stage, world.models), 1u);
  EXPECT_TRUE(stage.pairs[0].is_hit);
  EXPECT_LE(stage.pairs[0].s_safe, (1 - 0.005 - 5e-4) / 2);
  EXPECT_GT(stage.pairs[0].s_safe, (1 - 0.005 - 5e-4) / 2 - 1e-3);
}

// Beside a sheet in the plane z = -x, whose box it enters: it ends at (0.3, 0, 0.1), a corner leading.
World make_near_miss() {
  World world = make_bullet_and_sheet(90);
  world.states[0].q_WB = math::Quat(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitY()));
  world.states[1].p_WBcm = Vec3(0.3, 0, 1);
  return world;
}
const double kMissed = (0.3 + 0.1 - 0.01) / std::numbers::sqrt2 - 5e-4;

TEST(CertifyPairs, ProvesASeparationWhereNothingIsMet) {
  const World world = make_near_miss();
  StepStage stage = make_stage(world);
  ASSERT_EQ(stage.pairs.size(), 1u);
  EXPECT_EQ(certify_pairs(stage, world.models), 0u);
  EXPECT_LE(stage.pairs[0].separation, kMissed + 1e-14);
  EXPECT_GT(stage.pairs[0].separation, 0);
}

// What was proven is looked at again only if a motion changes; what was hit, always.
TEST(CertifyPairs, LooksAgainOnlyWhereSomethingChanged) {
  const World world = make_near_miss();
  StepStage stage = make_stage(world);
  ASSERT_EQ(stage.pairs.size(), 1u);
  certify_pairs(stage, world.models);
  stage.pairs[0].separation = -1;  // a mark
  certify_pairs(stage, world.models);
  EXPECT_EQ(stage.pairs[0].separation, -1);
  stage.bodies[1].V_move.v.z() = -91;
  update_motion(stage.bodies[1], world.models[1], world.states[1], kStep);
  certify_pairs(stage, world.models);
  EXPECT_GT(stage.pairs[0].separation, 0);
  stage.pairs[0].is_hit = true;
  EXPECT_EQ(certify_pairs(stage, world.models), 0u);
}

TEST(CertifyPairs, ShapesThatAreNotConvexAreLookedAtToo) {
  World world = make_bullet_and_sheet(200);
  const ShapePointer torus = make_shared_shape(geometry::make_shape(geometry::make_torus(0.3, 0.1, 24, 12)));
  world.models[0].shape = torus;
  StepStage through_the_hole = make_stage(world);
  EXPECT_EQ(certify_pairs(through_the_hole, world.models), 0u);
  world.states[1].p_WBcm.x() = 0.3;
  StepStage through_the_ring = make_stage(world);
  EXPECT_EQ(certify_pairs(through_the_ring, world.models), 1u);
}

TEST(CertifyPairs, MotionThatIsNotFiniteIsAHit) {
  const World world = make_near_miss();
  StepStage stage = make_stage(world);
  ASSERT_EQ(stage.pairs.size(), 1u);
  stage.bodies[1].V_move.w.x() = std::nan("");
  update_motion(stage.bodies[1], world.models[1], world.states[1], kStep);
  EXPECT_EQ(certify_pairs(stage, world.models), 1u);
}

}  // namespace
}  // namespace abut::dynamics
