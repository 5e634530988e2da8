// Motion is as true for bodies of parts, on plates that move, with restitution and sleep, by any number of threads.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "dynamics/physics_worlds.h"
#include "full_run.h"

namespace abut::dynamics {
namespace {

using geometry::Mesh;

constexpr double kSteps[] = {1.0 / 60, 1.0 / 240, 1.0 / 1000};
constexpr double kEdge = 0.5, kSpeed = 2.0, kDuration = 1.0;

// Seven tiles along x, flush above, of the given type, all going with one velocity.
void add_tiles(World& world, BodyType type, const Vec3& v) {
  for (int i = -1; i < 6; ++i) {
    BodyModel tile;
    tile.shape = make_box_shape({0.7, 2, 0.4});
    tile.type = type;
    tile.script.V_WBcm.v = v;
    world.add(tile, make_place(0.7 * i, 0, -0.2), {Vec3::Zero(), v});
  }
}

BodyModel make_cube() {
  return make_box_model(Vec3::Constant(kEdge), 1);
}

// Left and right halves, flush below.
BodyModel make_cube_of_parts() {
  BodyModel model = make_cube();
  const double half = 0.5 * kEdge;
  model.shape = make_shared_shape(geometry::make_shape_from_pieces(std::vector<Mesh>{
      make_moved_box({-half, -half, -half}, {0, half, half}), make_moved_box({0, -half, -half}, {half, half, half})}));
  return model;
}

// Set on the tiles at the distance at which it rests, turned a little, and sliding along them; without friction it goes
// straight on, and neither hops nor turns.
void expect_straight(World world, const BodyModel& slider, const Vec3& with) {
  const Quat turned(std::cos(0.2), 0, 0, std::sin(0.2));
  const Vec3 start(0, 0, 0.5 * kEdge + compute_resting_gap(Vec3::Constant(kEdge)));
  const BodyId id = world.add(slider, {start, turned}, {Vec3::Zero(), with + Vec3(kSpeed, 0, 0)});
  Simulation simulation = world.make();
  const double h = world.settings.step;
  const auto num_steps = static_cast<int>(std::round(kDuration / h));
  for (int i = 0; i < num_steps; ++i) ASSERT_EQ(simulation.step().outcome, StepOutcome::kAccepted) << h;
  const BodyState& body = get_body(simulation, id.index());
  const Vec3 gone = body.p_WBcm - start - kDuration * with;
  EXPECT_NEAR(body.v_WBcm.x() - with.x(), kSpeed, 1e-6) << h;
  EXPECT_LT((gone - Vec3(kSpeed * kDuration, 0, 0)).norm(), 1e-5) << h;
  EXPECT_LT(body.w_WB.norm(), 1e-6) << h;
}

TEST(SimulationPartners, SeamsAreNoneForABodyOfParts) {
  for (const double h : kSteps) {
    World world;
    world.settings.step = h;
    world.settings.meetings = {{0.0, 0.0}};
    add_tiles(world, BodyType::kStatic, Vec3::Zero());
    expect_straight(world, make_cube_of_parts(), Vec3::Zero());
  }
}

// Tiles that rise and go along: what slides on them does so against them.
TEST(SimulationPartners, SeamsAreNoneOnScriptedTiles) {
  const Vec3 with(-0.8, 0.1, 0.5);
  for (const double h : kSteps) {
    World world;
    world.settings.step = h;
    world.settings.meetings = {{0.0, 0.0}};
    add_tiles(world, BodyType::kKinematic, with);
    expect_straight(world, make_cube(), with);
  }
}

TEST(SimulationPartners, SeamsAreNoneWithRestitution) {
  for (const double restitution : {0.5, 1.0}) {
    for (const double h : kSteps) {
      World world;
      world.settings.step = h;
      world.settings.meetings = {{0.0, restitution}};
      add_tiles(world, BodyType::kStatic, Vec3::Zero());
      expect_straight(world, make_cube_of_parts(), Vec3::Zero());
    }
  }
}

// With friction it stops after v^2 / (2 mu g), and falls asleep; what the record says of its energy explains all of it.
TEST(SimulationPartners, WhatSlidesOverSeamsStopsAndSleepsAndIsAccountedFor) {
  constexpr double kMu = 0.4;
  for (const double h : {1.0 / 60, 1.0 / 240}) {
    World world;
    world.settings.step = h;
    world.settings.allows_sleep = true;
    world.settings.meetings = {{kMu, 0.0}};
    add_tiles(world, BodyType::kStatic, Vec3::Zero());
    const Vec3 start(0, 0, 0.5 * kEdge + compute_resting_gap(Vec3::Constant(kEdge)));
    const BodyId id = world.add(make_cube_of_parts(), {start, Quat::Identity()}, {Vec3::Zero(), Vec3(kSpeed, 0, 0)});
    Simulation simulation = world.make();
    double lost = 0.0, remainder = 0.0;
    int num_asleep = 0;
    for (int i = 0; i < static_cast<int>(2 / h); ++i) {
      const StepRecord& record = simulation.step();
      ASSERT_EQ(record.outcome, StepOutcome::kAccepted) << h;
      lost += record.energy.loss_friction + record.energy.loss_impacts + record.energy.loss_asleep;
      remainder = std::max(remainder, std::abs(record.energy.remainder));
      num_asleep = record.num_asleep;
    }
    const double kinetic = 0.5 * kSpeed * kSpeed;
    EXPECT_EQ(num_asleep, 1) << h;
    EXPECT_NEAR(get_body(simulation, id.index()).p_WBcm.x(), kSpeed * kSpeed / (2 * kMu * kGravity), kSpeed * h) << h;
    EXPECT_NEAR(lost, kinetic, 1e-4 * kinetic) << h;
    EXPECT_LT(remainder, 1e-9 * kinetic) << h;
  }
}

// Boxes, some of parts, fall and bounce on tiles and on a plate that turns, and may fall asleep: impacts are followed
// within steps.
World make_mixed(int num_boxes) {
  World world;
  world.settings.step = 1.0 / 60;
  world.settings.allows_sleep = true;
  world.settings.meetings = {{0.3, 0.6}};
  add_tiles(world, BodyType::kStatic, Vec3::Zero());
  BodyModel plate;
  plate.shape = make_box_shape({2, 2, 0.2});
  plate.type = BodyType::kKinematic;
  plate.script.V_WBcm.w = Vec3(0, 0, 1.5);
  world.add(plate, make_place(0, 3, -0.1), {Vec3(0, 0, 1.5), Vec3::Zero()});
  math::Random random(17);
  for (int i = 0; i < num_boxes; ++i) {
    const double y = i % 2 == 0 ? 0.0 : 3.0;
    world.add(
        i % 3 == 0 ? make_cube_of_parts() : make_cube(),
        {Vec3(0.9 * (i / 2 % 3), y + 0.1 * random.next_between(-1, 1), 0.6 + 0.8 * (i / 6)), random.next_rotation()},
        {2 * random.next_direction(), Vec3::Zero()});
  }
  return world;
}

TEST(SimulationPartners, ThreadsChangeNoBitOfWhatIsFollowedWithinSteps) {
  World world = make_mixed(is_short_run() ? 4 : 10);
  std::vector<std::uint64_t> hashes;
  bool has_followed = false;
  for (const int num_threads : {1, 2, 4}) {
    world.settings.num_threads = num_threads;
    Simulation simulation = world.make();
    for (std::size_t i = 0; i < 60; ++i) {
      const StepRecord& record = simulation.step();
      ASSERT_EQ(record.outcome, StepOutcome::kAccepted) << i;
      has_followed |= record.num_substeps > 1;
      if (num_threads == 1) hashes.push_back(record.hash);
      ASSERT_EQ(record.hash, hashes[i]) << i << ", " << num_threads;
    }
  }
  EXPECT_TRUE(has_followed);
}

// From a state alone: all that is remembered of the steps before may be dropped.
TEST(SimulationPartners, WhatIsRestoredGoesOnWithTheSameBits) {
  const World world = make_mixed(is_short_run() ? 4 : 10);
  Simulation whole = world.make();
  for (int i = 0; i < 30; ++i) whole.step();
  Simulation restored = world.make();
  restored.restore(whole.state());
  for (int i = 0; i < 30; ++i) ASSERT_EQ(restored.step().hash, whole.step().hash) << i;
}

}  // namespace
}  // namespace abut::dynamics
