#include "abut/dynamics/step_stage.h"

#include <gtest/gtest.h>

#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

// A cache may be dropped at any time, and the answer stays the same.
TEST(StepStage, ForgettingEverythingChangesNoBit) {
  World world;
  add_floor(world);
  add_stack(world, 3);
  world.add(make_box_model({1, 1, 1}, 2), make_place(0.7, 0.3, 4.2), {math::Vec3(1, 2, 3), math::Vec3(-1, 0, -4)});
  Simulation remembers = world.make(), forgets = world.make();
  for (int i = 0; i < 200; ++i) {
    forgets.restore(State(forgets.state()));
    ASSERT_EQ(remembers.step().hash, forgets.step().hash) << "step " << i;
  }
}

}  // namespace
}  // namespace abut::dynamics
