#include "abut/dynamics/solve_island.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Twist;
using math::Vec3;

constexpr double kStep = 1.0 / 240;

struct Solved : StagedWorld {
  explicit Solved(World given) : StagedWorld(std::move(given), kStep) {
    for (Island& island : stage.islands) solve_island(stage, island, stage.rooms[0], models(), state, world.settings);
  }
};

TEST(SolveIsland, WhatRestsStaysWhereItIs) {
  World world;
  add_floor(world);
  add_stack(world, 3);
  const Solved solved(world);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_LT(solved.stage.bodies[i].V1.v.norm(), 1e-8 * 9.81 * kStep);
    EXPECT_LT((solved.stage.bodies[i].X1.p - solved.stage.bodies[i].X0.p).norm(), 1e-8 * kCubeGap);
  }
  double carried = 0.0;  // by the lowest: three times the weight
  for (const StepContact& contact : solved.stage.contacts)
    if (solved.stage.pairs[contact.pair].a == 0) carried -= contact.impulse_W.z();
  EXPECT_NEAR(carried, 3 * 9.81 * kStep, 1e-7 * carried);
}

// That of the smaller body, here of two cubes and a floor: a thousandth of a cube's diagonal.
TEST(SolveIsland, ContactsMayMergeWithinAShareOfTheSmallerBody) {
  World world;
  add_floor(world);
  add_stack(world, 2);
  const Solved solved(world);
  const std::vector<response::ContactGroup>& groups = solved.stage.rooms[0].problem.groups;
  ASSERT_EQ(groups.size(), 2u);
  for (const response::ContactGroup& group : groups) EXPECT_NEAR(group.merge_distance, 1e-3 * std::sqrt(3.0), 1e-12);
}

// Sliding at v, mu g h is lost in a step; the mean of before and after is what it is moved with.
TEST(SolveIsland, WhatSlidesIsMovedWithTheMean) {
  World world;
  add_floor(world);
  world.add(make_box_model({1, 1, 1}, 1), make_place(0, 0, 0.5 + kCubeGap), {Vec3::Zero(), Vec3(2, 0, 0)});
  const Solved solved(world);
  const MovingBody& box = solved.stage.bodies[1];
  EXPECT_NEAR(box.V1.v.x(), 2 - 0.5 * 9.81 * kStep, 1e-8);
  EXPECT_NEAR(box.V_move.v.x(), 2 - 0.25 * 9.81 * kStep, 1e-8);
}

TEST(SolveIsland, WhatArrivesStopsAtSecurityAndIsMovedWithItsNewVelocity) {
  World world;
  add_floor(world);
  const double gap = 5e-3;
  world.add(make_box_model({1, 1, 1}, 1), make_place(0, 0, 0.5 + gap), {Vec3::Zero(), Vec3(0, 0, -3)});
  const Solved solved(world);
  const MovingBody& box = solved.stage.bodies[1];
  EXPECT_NEAR(box.X1.p.z(), 0.5 + kCubeGap, 1e-9);
  EXPECT_NEAR(box.V1.v.z(), -(gap - kCubeGap) / kStep, 1e-6);
}

// Too near: moved up to the repositioning distance, without any velocity.
TEST(SolveIsland, WhatIsTooNearIsMovedAndGetsNoVelocity) {
  World world;
  add_floor(world);
  world.add(make_box_model({1, 1, 1}, 1), make_place(0, 0, 0.5 + 1e-6));
  const Solved solved(world);
  const MovingBody& box = solved.stage.bodies[1];
  EXPECT_NEAR(box.X1.p.z() - 0.5, 0.4 * kCubeGap, 0.03 * kCubeGap);
  EXPECT_LT(box.V1.v.norm(), 1e-9);
  EXPECT_GT(box.push.v.z(), 0);
}

// A ball that falls with e = 0.5 is, at the end, where the bounce takes it: to the surface until s*, away for the rest.
TEST(SolveIsland, ImpactCutsTheCorner) {
  World world;
  world.settings.meetings = {{0.0, 0.5}};
  world.settings.gravity = Vec3::Zero();
  world.settings.tolerances.security_share = 1e-6;
  add_floor(world);
  const double gap = 5e-3, v = 3, security = 1e-6 * 0.2 * std::sqrt(3.0);
  world.add(make_ball_model(0.1, 1), make_place(0, 0, 0.1 + gap), {Vec3::Zero(), Vec3(0, 0, -v)});
  const Solved solved(world);
  const double s = (gap - security) / (v * kStep);
  EXPECT_NEAR(solved.stage.bodies[1].V1.v.z(), 0.5 * v, 1e-8);
  EXPECT_NEAR(solved.stage.bodies[1].X1.p.z(), 0.1 + security + 0.5 * v * (1 - s) * kStep, 1e-9);
}

}  // namespace
}  // namespace abut::dynamics
