#include "abut/dynamics/follow_impacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dynamics/physics_worlds.h"

namespace abut::dynamics {
namespace {

// A ball of 0.1 m that flies to and fro between walls, 0.8 m of way apart, without loss; far from them others.
World make_walls(double speed, double step, double play = 0.8) {
  World world;
  world.settings.gravity = Vec3::Zero();
  world.settings.step = step;
  world.settings.meetings = {{0.0, 1.0}};
  for (const double side : {-1.0, 1.0})
    world.add_fixed(make_box_shape({1, 1, 1}), make_place(side * (0.6 + 0.5 * play), 0, 0));
  world.add(make_ball_model(0.1, 1), make_place(0, 0, 0), {Vec3::Zero(), Vec3(speed, 0, 0)});
  return world;
}

int count_impacts(const World& world, int num_steps, double speed) {
  Simulation simulation = world.make();
  int num_impacts = 0;
  for (int i = 0; i < num_steps; ++i) {
    const StepRecord& record = simulation.step();
    EXPECT_EQ(record.outcome, StepOutcome::kAccepted);
    EXPECT_EQ(record.path_lost, 0);
    num_impacts += record.num_impacts;
    EXPECT_NEAR(std::abs(get_body(simulation, 2).v_WBcm.x()), speed, 1e-12 * speed);
  }
  return num_impacts;
}

// Every bounce takes the way between where the ball is struck, at most three resting gaps from each wall: so there are
// as many as its way allows, but for the first and those gaps.
TEST(FollowImpacts, ABallBouncesAsOftenAsItsWayAllows) {
  for (const double step : {1.0 / 60, 1.0 / 240, 1.0 / 1000}) {
    for (const double per_step : {0.07, 1.3, 17.0, 60.0}) {
      const double speed = 0.8 * per_step / step;
      const int num_steps = static_cast<int>(std::ceil(120 / per_step));
      const double expected = num_steps * per_step;
      EXPECT_NEAR(count_impacts(make_walls(speed, step), num_steps, speed), expected, 1 + 1e-4 * expected)
          << step << " " << per_step;
    }
  }
}

// 1 mm of play, at 1 m/s: what rattles loses nothing.
TEST(FollowImpacts, WhatRattlesGoesOnRattling) {
  EXPECT_NEAR(count_impacts(make_walls(1.0, 1.0 / 240, 1e-3), 240, 1.0), 1000, 8);
}

// Up to 64 within a step; more cut it, and far more are an outcome, with the body, and the state as it was.
TEST(FollowImpacts, TooManyAreAnOutcome) {
  const double speed = 0.8 * 300 * 240;
  EXPECT_NEAR(count_impacts(make_walls(speed, 1.0 / 240), 3, speed), 900, 2);
  Simulation simulation = make_walls(1000 * speed, 1.0 / 240).make();
  const std::uint64_t before = compute_hash(simulation.state());
  const StepRecord& record = simulation.step();
  EXPECT_EQ(record.outcome, StepOutcome::kRattling);
  EXPECT_EQ(record.culprit, BodyId(2));
  EXPECT_TRUE(record.segments.empty());
  EXPECT_EQ(compute_hash(simulation.state()), before);
}

// What is elsewhere keeps its step, whole and to the bit.
TEST(FollowImpacts, OthersAreNotCut) {
  World world = make_walls(60, 1.0 / 60);
  world.add(make_box_model({1, 0.5, 0.2}, 1), make_place(0, 10, 0), {Vec3(1, 2, 3), Vec3(0.5, 0, 0)});
  World alone;
  alone.settings = world.settings;
  alone.add(world.models[3], {world.states[3].p_WBcm, world.states[3].q_WB}, {world.states[3].w_WB, Vec3(0.5, 0, 0)});
  Simulation both = world.make(), other = alone.make();
  for (int i = 0; i < 20; ++i) {
    const double t = both.state().t;
    const StepRecord& record = both.step();
    other.step();
    EXPECT_EQ(get_body(both, 3).p_WBcm, get_body(other, 0).p_WBcm);
    EXPECT_EQ(get_body(both, 3).q_WB.coeffs(), get_body(other, 0).q_WB.coeffs());
    EXPECT_GT(record.num_impacts, 0);
    ASSERT_GE(record.segments.size(), 3u);
    EXPECT_EQ(record.segments[0].t0, t);  // of the others, over all of the step; then the ball's, one after another
    EXPECT_EQ(record.segments[0].t, both.state().t);
    EXPECT_EQ(record.segments[1].t0, t);
    for (std::size_t k = 2; k < record.segments.size(); ++k) {
      EXPECT_EQ(record.segments[k].t0, record.segments[k - 1].t);
      EXPECT_EQ(record.segments[k].X_WB[3].p, record.segments[0].X_WB[3].p);
    }
    EXPECT_EQ(record.segments.back().t, both.state().t);
  }
}

// One that is struck meets, on its way, another that nothing has struck yet: they go on from there together.
TEST(FollowImpacts, WhatMeetsAnotherOnItsWayGoesOnWithIt) {
  World world = make_walls(60, 1.0 / 60);
  world.add(make_ball_model(0.1, 1), make_place(0, 0.3, 0), {Vec3::Zero(), Vec3(0, -9, 0)});
  Simulation simulation = world.make();
  Vec3 momentum_y = Vec3::Zero();
  for (int i = 0; i < 60; ++i) {
    const StepRecord& record = simulation.step();
    ASSERT_EQ(record.outcome, StepOutcome::kAccepted);
    ASSERT_EQ(record.path_lost, 0);
    momentum_y = record.momentum;
    EXPECT_NEAR(record.kinetic_energy, 0.5 * (60 * 60 + 9 * 9), 1e-9 * 1800) << i;
  }
  EXPECT_NEAR(momentum_y.y(), -9, 1e-9);  // walls push along x alone
}

}  // namespace
}  // namespace abut::dynamics
