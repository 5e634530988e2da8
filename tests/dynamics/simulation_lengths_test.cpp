// Lengths are of bodies, not of steps: what is let go arrives, however near it is and however large the step.
#include <gtest/gtest.h>

#include "dynamics/physics_worlds.h"

namespace abut::dynamics {
namespace {

constexpr double kSteps[] = {1.0 / 60, 1.0 / 240, 1.0 / 1000};

// m: of a cube of edge `size` let go at `gap` above a floor of the given extent, after `duration`.
double let_go(double size, double extent, double gap, double h, double duration) {
  World world;
  world.settings.step = h;
  const double depth = 0.01 * extent;
  world.add_fixed(make_box_shape({extent, extent, depth}), make_place(0, 0, -0.5 * depth));
  world.add(make_box_model({size, size, size}, 1000 * size * size * size), make_place(0, 0, 0.5 * size + gap));
  Simulation simulation = world.make();
  run(simulation, duration);
  return get_body(simulation).p_WBcm.z() - 0.5 * size;
}

// No farther than what counts as touching; and no nearer than what is set apart, which is done to a quarter.
TEST(SimulationLengths, WhatIsLetGoArrives) {
  const double security = compute_resting_gap({0.1, 0.1, 0.1});
  for (const double h : kSteps) {
    for (const double gap : {1e-5, 1e-4, 5e-4, 8e-3}) {
      const double left = let_go(0.1, 10, gap, h, 0.5);
      EXPECT_LE(left, 3 * security) << h << ", " << gap;
      EXPECT_GE(left, 0.4 * 0.75 * security) << h << ", " << gap;
    }
  }
}

// Its edge is a hundred times the rounding of coordinates of the floor.
TEST(SimulationLengths, AGrainLiesOnAWideFloor) {
  for (const double h : kSteps) {
    const double left = let_go(1e-6, 60, 1e-6, h, 0.1);
    EXPECT_GT(left, 0) << h;
    EXPECT_LT(left, 1e-7) << h;
  }
}

TEST(SimulationLengths, APairThatWouldRestVisiblyApartIsRefusedByName) {
  World world;
  world.add_fixed(make_box_shape({1e6, 1e6, 60}), make_place(0, 0, -30));
  world.add(make_box_model({1e-6, 1e-6, 1e-6}, 1e-15), make_place(4e5, 0, 2e-6));
  world.names = {"plain", "grain"};
  try {
    world.make();
    FAIL() << "it starts";
  } catch (const InputError& error) {
    const std::string message = error.what();
    for (const char* part : {"\"plain\"", "\"grain\"", "security_cap_share"})
      EXPECT_NE(message.find(part), std::string::npos) << part << " is not in: " << message;
  }
}

// A cube has less room between a floor and a ceiling than it should keep from both, and stays in the middle. What
// touches it from the side, and lies as near to the floor, is lifted all the same.
TEST(SimulationLengths, WhatHasNoRoomIsLeftAndItsNeighbourIsLifted) {
  constexpr double kNear = 1e-6, kAside = 5e-6;
  World world;
  world.settings.gravity = Vec3::Zero();
  world.add_fixed(make_box_shape({10, 10, 1}), make_place(0, 0, -0.5));
  world.add_fixed(make_box_shape({1, 10, 1}), make_place(0, 0, 1.5 + 2 * kNear));
  const BodyModel cube = make_box_model({1, 1, 1}, 1);
  world.add(cube, make_place(0, 0, 0.5 + kNear));
  world.add(cube, make_place(1 + kAside, 0, 0.5 + kNear));
  Simulation simulation = world.make();
  const Tolerances tolerances;
  const double repositioning = tolerances.repositioning_ratio * compute_resting_gap({1, 1, 1});
  ASSERT_GT(repositioning, 3 * kNear);
  const StepRecord& record = simulation.step();
  ASSERT_EQ(record.outcome, StepOutcome::kAccepted);
  EXPECT_NEAR(get_body(simulation, 2).p_WBcm.z() - 0.5, kNear, 0.1 * kNear);
  EXPECT_GT(get_body(simulation, 3).p_WBcm.z() - 0.5, 0.7 * repositioning);
}

}  // namespace
}  // namespace abut::dynamics
