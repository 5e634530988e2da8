#include "abut/dynamics/step_stage.h"

#include <gtest/gtest.h>

#include <vector>

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

TEST(StepStage, RefusesFaultyTolerances) {
  World world;
  add_floor(world);
  world.settings.tolerances.resting_speed = -2;
  EXPECT_THROW(world.make(), InputError);
}

// Islands apart, and one that is large enough for its sweeps to be shared.
World make_heap() {
  World world;
  add_floor(world);
  const ShapePointer shape = make_box_shape({1, 1, 1});
  for (int i = 0; i < 343; ++i) {
    const math::Vec3 p(1.02 * (i % 7), 1.02 * (i / 7 % 7), 0.6 + 1.01 * (i / 49));
    BodyModel model = make_box_model({1, 1, 1}, 1 + i % 3);
    model.shape = shape;
    const double lean = 5e-4 * (i % 11 - 5);
    world.add(model, {p, math::Quat(1, lean, -lean, 0.3 * lean).normalized()}, {math::Vec3::Zero(), {0, 0, -0.5}});
  }
  for (int i = 0; i < 20; ++i)
    world.add(make_box_model({1, 1, 1}, 1), make_place(20 + 2 * i, 0, 0.52), {math::Vec3::Zero(), {0.3, 0, -1}});
  world.settings.law.max_sweeps = 20;
  return world;
}

TEST(StepStage, AnyNumberOfThreadsGivesTheSameBits) {
  World world = make_heap();
  std::vector<std::vector<std::uint64_t>> hashes;
  for (const int num_threads : {1, 2, 4}) {
    world.settings.num_threads = num_threads;
    Simulation simulation = world.make();
    std::vector<std::uint64_t>& mine = hashes.emplace_back();
    for (int i = 0; i < 25; ++i) {
      const StepRecord& record = simulation.step();
      EXPECT_EQ(record.outcome, StepOutcome::kAccepted);
      mine.push_back(record.hash);
    }
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
}

}  // namespace
}  // namespace abut::dynamics
