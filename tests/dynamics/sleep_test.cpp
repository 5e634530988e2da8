#include "abut/dynamics/sleep.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abut/dynamics/step.h"
#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Vec3;

constexpr double kStep = 1.0 / 240;
// Steps after which what was at rest from the start is asleep: kSleepTime of them, and one for rounding.
constexpr int kNumRestingSteps = static_cast<int>(kSleepTime / kStep) + 1;

World make_sleepy_world() {
  World world;
  world.settings.allows_sleep = true;
  add_floor(world);
  return world;
}

// Three boxes of mass 1, each smaller than the one below; 2.4 m high.
void add_tower(World& world, double x) {
  double z = 0.0;
  for (const double size : {1.0, 0.8, 0.6}) {
    const double gap = compute_resting_gap({size, size, size});
    world.add(make_box_model({size, size, size}, 1), make_place(x, 0, z + 0.5 * size + gap));
    z += size + gap;
  }
}

// Far from each other: bodies 1 to 3, and 4 to 6.
World make_two_towers() {
  World world = make_sleepy_world();
  add_tower(world, 0);
  add_tower(world, 5);
  return world;
}

Simulation make_asleep(const World& world) {
  Simulation simulation = world.make();
  for (int i = 0; i < kNumRestingSteps; ++i) simulation.step();
  return simulation;
}

std::vector<bool> list_asleep(const State& state) {
  std::vector<bool> asleep;
  for (const BodyState& body : state.bodies) asleep.push_back(body.is_asleep());
  return asleep;
}

bool is_same_pose(const BodyState& a, const BodyState& b) {
  return a.p_WBcm == b.p_WBcm && a.q_WB.coeffs() == b.q_WB.coeffs();
}

std::size_t count_contacts(const State& state) {
  return state.contacts.contacts.size() + (state.sleeping ? state.sleeping->sets.contacts.size() : 0);
}

TEST(Sleep, IslandAtRestFallsAsleepWhenItsTimeHasCome) {
  Simulation simulation = make_two_towers().make();
  int num_steps = 0;
  while (simulation.step().num_asleep == 0 && num_steps < kNumRestingSteps) ++num_steps;
  EXPECT_GE(num_steps + 1, static_cast<int>(kSleepTime / kStep));
  EXPECT_EQ(list_asleep(simulation.state()), (std::vector<bool>{false, true, true, true, true, true, true}));
  EXPECT_EQ(simulation.state().bodies[3].asleep_with, BodyId(1));
  EXPECT_EQ(simulation.state().bodies[6].asleep_with, BodyId(4));
  for (const BodyState& body : simulation.state().bodies) {
    EXPECT_EQ(body.v_WBcm, Vec3::Zero());
    EXPECT_EQ(body.w_WB, Vec3::Zero());
    EXPECT_EQ(body.L_WBcm, Vec3::Zero());
  }
}

TEST(Sleep, NothingSleepsUnlessAllowed) {
  World world = make_two_towers();
  world.settings.allows_sleep = false;
  Simulation simulation = make_asleep(world);
  EXPECT_EQ(simulation.step().num_asleep, 0);
  EXPECT_EQ(simulation.state().bodies[1].time_slow, 0.0);
}

TEST(Sleep, PosesKeepTheirBitsAndNothingIsLookedAt) {
  Simulation simulation = make_asleep(make_two_towers());
  const State before = simulation.state();
  for (int i = 0; i < 50; ++i) {
    const StepRecord& record = simulation.step();
    EXPECT_EQ(record.outcome, StepOutcome::kAccepted);
    EXPECT_EQ(record.num_asleep, 6);
    EXPECT_EQ(record.certificates.size() + record.contacts.size(), 0u);
    EXPECT_EQ(record.path_asked, 0.0);
    ASSERT_EQ(record.segments.size(), 1u);
    for (std::size_t k = 0; k < before.bodies.size(); ++k) {
      EXPECT_TRUE(is_same_pose(simulation.state().bodies[k], before.bodies[k]));
      EXPECT_EQ(record.segments[0].X_WB[k].p, compute_body_pose(simulation.models()[k], before.bodies[k]).p);
    }
  }
  EXPECT_EQ(count_contacts(simulation.state()), 24u);       // four under each box
  EXPECT_EQ(simulation.state().sleeping, before.sleeping);  // the same, not a copy
}

// A cube that is pushed along the floor by less than friction holds, with a speed left that is below what counts.
TEST(Sleep, DroppedVelocityIsRecorded) {
  World world = make_sleepy_world();
  world.settings.meetings = {MaterialMeeting{0.0, 0.0}};
  const double speed = 5e-4;
  world.add(make_box_model({1, 1, 1}, 2), make_place(0, 0, 0.5 + kCubeGap), {Vec3::Zero(), Vec3(speed, 0, 0)});
  Simulation simulation = world.make();
  double energy = 0.0;
  Vec3 momentum = Vec3::Zero();
  for (int i = 0; i < kNumRestingSteps; ++i) {
    const StepRecord& record = simulation.step();
    EXPECT_EQ(record.dropped_energy == 0.0, record.num_asleep == 0 || energy > 0);
    energy += record.dropped_energy, momentum += record.dropped_momentum;
  }
  EXPECT_TRUE(simulation.state().bodies[1].is_asleep());
  EXPECT_NEAR(energy, 0.5 * 2 * speed * speed, 1e-9 * speed * speed);
  EXPECT_LT((momentum - Vec3(2 * speed, 0, 0)).norm(), 1e-6 * speed);
}

TEST(Sleep, WhatIsFasterThanTheRestingSpeedStaysAwake) {
  World world = make_sleepy_world();
  world.settings.meetings = {MaterialMeeting{0.0, 0.0}};
  world.add(make_box_model({1, 1, 1}, 2), make_place(0, 0, 0.5 + kCubeGap), {Vec3::Zero(), Vec3(1.1e-3, 0, 0)});
  EXPECT_FALSE(make_asleep(world).state().bodies[1].is_asleep());
}

TEST(Sleep, OneFastBodyKeepsItsIslandAwake) {
  World world = make_two_towers();
  world.settings.meetings = {MaterialMeeting{0.0, 0.0}};
  world.states[6].v_WBcm.x() = 2e-3;  // the highest of the second tower slides
  const Simulation simulation = make_asleep(world);
  EXPECT_EQ(list_asleep(simulation.state()), (std::vector<bool>{false, true, true, true, false, false, false}));
}

TEST(Sleep, BodyThatTouchesNothingStaysAwake) {
  World world = make_sleepy_world();
  world.settings.gravity = Vec3::Zero();
  world.add(make_box_model({1, 1, 1}, 1), make_place(0, 0, 3), {Vec3::Zero(), Vec3(1e-4, 0, 0)});
  EXPECT_EQ(make_asleep(world).state().bodies[1].v_WBcm, Vec3(1e-4, 0, 0));
}

// The tower that is hit wakes as a whole, in the step that finds the contact; the other sleeps on.
TEST(Sleep, IslandWakesAsAWholeWhenHit) {
  World world = make_two_towers();
  world.add(make_ball_model(0.2, 1), make_place(0, 0, 6));
  Simulation simulation = make_asleep(world);
  ASSERT_TRUE(simulation.state().bodies[1].is_asleep());
  ASSERT_FALSE(simulation.state().bodies[7].is_asleep());
  const State asleep = simulation.state();
  int i = 0;
  for (; i < 500 && simulation.state().bodies[1].is_asleep(); ++i) {
    for (std::size_t k = 1; k < 7; ++k) ASSERT_TRUE(is_same_pose(simulation.state().bodies[k], asleep.bodies[k]));
    ASSERT_EQ(simulation.step().outcome, StepOutcome::kAccepted);
  }
  EXPECT_EQ(list_asleep(simulation.state()), (std::vector<bool>{false, false, false, false, true, true, true, false}));
  // The ball is where it meets the tower.
  EXPECT_NEAR(simulation.state().bodies[7].p_WBcm.z(), simulation.state().bodies[3].p_WBcm.z() + 0.5, 0.05);
  for (std::size_t k = 4; k < 7; ++k) EXPECT_TRUE(is_same_pose(simulation.state().bodies[k], asleep.bodies[k]));
}

TEST(Sleep, ContactsWakeWithTheirIdsAndImpulses) {
  World world = make_two_towers();
  world.add(make_ball_model(0.2, 1), make_place(0, 0, 6));
  Simulation simulation = make_asleep(world);
  std::vector<std::uint64_t> before, after;
  for (const contact::TrackedContact& contact : simulation.state().sleeping->sets.contacts)
    before.push_back(contact.id);
  for (int i = 0; i < 500 && simulation.state().bodies[1].is_asleep(); ++i) simulation.step();
  ASSERT_FALSE(simulation.state().bodies[1].is_asleep());
  for (const contact::TrackedContact& contact : simulation.state().sleeping->sets.contacts) after.push_back(contact.id);
  Vec3 carried = Vec3::Zero();
  for (const contact::ContactSet& set : simulation.state().contacts.sets) {
    for (std::uint32_t i = 0; i < set.count; ++i) {
      const contact::TrackedContact& contact = simulation.state().contacts.contacts[set.first + i];
      if (set.b.value() <= 3) after.push_back(contact.id);
      if (set.a.value() == 0 && set.b.value() == 1) carried -= contact.impulse_W;
    }
  }
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  EXPECT_EQ(after, before);
  EXPECT_GE(carried.z(), 3 * 9.81 * kStep * (1 - 1e-6));
}

// With and without sleep a stack that a ball falls on ends up in the same place.
TEST(Sleep, WakingAllBringsBackEveryContactAndTheTimeTheyWereSlowIsForgotten) {
  const World world = make_two_towers();
  Simulation simulation = make_asleep(world);
  State state = simulation.state();
  ASSERT_NE(state.sleeping, nullptr);
  const std::size_t num_contacts = state.contacts.contacts.size() + state.sleeping->sets.contacts.size();
  wake_all(simulation.models(), state);
  EXPECT_EQ(state.sleeping, nullptr);
  EXPECT_EQ(state.contacts.contacts.size(), num_contacts);
  for (const BodyState& body : state.bodies) EXPECT_TRUE(!body.is_asleep() && body.time_slow == 0.0);
}

TEST(Sleep, FallingBallFindsASleepingStackAsAnAwakeOne) {
  World world = make_sleepy_world();
  add_stack(world, 3);
  world.add(make_ball_model(0.3, 0.5), make_place(0.1, 0.05, 8));
  world.settings.meetings = {MaterialMeeting{0.5, 0.0}};
  World restless = world;
  restless.settings.allows_sleep = false;
  Simulation one = world.make(), other = restless.make();
  int num_asleep = 0;
  for (int i = 0; i < 300; ++i) {  // it lands after 232
    num_asleep = std::max(num_asleep, one.step().num_asleep);
    other.step();
  }
  EXPECT_EQ(num_asleep, 3);
  EXPECT_FALSE(one.state().bodies[1].is_asleep());
  // Awake, a stack creeps by what the contact law leaves: less than its residual times g h a step.
  for (std::size_t k = 1; k < 5; ++k) {
    EXPECT_LT((one.state().bodies[k].p_WBcm - other.state().bodies[k].p_WBcm).norm(), 1e-6) << k;
    EXPECT_LT((one.state().bodies[k].v_WBcm - other.state().bodies[k].v_WBcm).norm(), 1e-5) << k;
  }
}

// A plate that a stack sleeps on moves on after a second; before that it does not keep the stack awake.
TEST(Sleep, PartnerThatBeginsToMoveWakes) {
  for (const double direction : {1.0, -1.0}) {
    World world;
    world.settings.allows_sleep = true;
    BodyModel plate;
    plate.shape = make_box_shape({4, 4, 1});
    plate.type = BodyType::kKinematic;
    plate.script.poses = {
        {0.0, make_place(0, 0, -0.5)}, {1.0, make_place(0, 0, -0.5)}, {2.0, make_place(0, 0, -0.5 + direction)}};
    world.add(plate, make_place(0, 0, -0.5));
    add_stack(world, 2);
    Simulation simulation = make_asleep(world);
    ASSERT_TRUE(simulation.state().bodies[1].is_asleep());
    while (simulation.state().t < 1.0 - 0.5 * kStep) ASSERT_EQ(simulation.step().num_asleep, 2);
    EXPECT_EQ(simulation.step().num_asleep, 0);
    for (int i = 0; i < 150; ++i) ASSERT_EQ(simulation.step().num_asleep, 0);  // as long as it moves
    EXPECT_NEAR(simulation.state().bodies[1].p_WBcm.z() - simulation.state().bodies[0].p_WBcm.z(), 1.0, 0.01);
  }
}

// Without friction what lies on it rests, but it could be taken away at any time.
TEST(Sleep, PartnerThatMovesKeepsAwake) {
  World world;
  world.settings.allows_sleep = true;
  world.settings.meetings = {MaterialMeeting{0.0, 0.0}};
  BodyModel plate;
  plate.shape = make_box_shape({8, 4, 1});
  plate.type = BodyType::kKinematic;
  plate.script.V_WBcm.v = Vec3(0.5, 0, 0);
  world.add(plate, make_place(0, 0, -0.5));
  world.add(make_box_model({1, 1, 1}, 1), make_place(0, 0, 0.5 + kCubeGap));
  Simulation simulation = world.make();
  for (int i = 0; i < 2 * kNumRestingSteps; ++i) ASSERT_EQ(simulation.step().num_asleep, 0) << i;
  EXPECT_LT(simulation.state().bodies[1].p_WBcm.head<2>().norm(), 1e-6);
}

// A slab driven into a sleeping tower from the side, which no dynamic body takes part in.
TEST(Sleep, KinematicBodyWakesWhatItRunsInto) {
  World world = make_two_towers();
  BodyModel pusher;
  pusher.shape = make_box_shape({0.5, 0.5, 0.5});
  pusher.type = BodyType::kKinematic;
  pusher.script.V_WBcm.v = Vec3(2, 0, 0);
  world.add(pusher, make_place(-2.5, 0, 0.5));
  Simulation simulation = make_asleep(world);
  ASSERT_TRUE(simulation.state().bodies[1].is_asleep());  // it comes after three quarters of a second
  for (int i = 0; i < 100; ++i) ASSERT_EQ(simulation.step().outcome, StepOutcome::kAccepted);
  EXPECT_FALSE(simulation.state().bodies[1].is_asleep());
  EXPECT_TRUE(simulation.state().bodies[4].is_asleep());
  EXPECT_GT(simulation.state().bodies[1].p_WBcm.x(), 0.05);
}

// Bullets at a sleeping wall: each step is proven, whoever is awake.
TEST(Sleep, FastBodyDoesNotPassWhatSleeps) {
  World world = make_sleepy_world();
  world.add(make_box_model({0.05, 2, 2}, 10), make_place(0, 0, 1 + compute_resting_gap({0.05, 2, 2})));
  Simulation simulation = make_asleep(world);
  ASSERT_TRUE(simulation.state().bodies[1].is_asleep());
  world.add(make_ball_model(0.01, 0.01), make_place(-1, 0, 1), {Vec3::Zero(), Vec3(1000, 0, 0)});
  State state = simulation.state();
  state.bodies.push_back(world.states.back());
  Simulation shot = world.make();
  shot.restore(state);
  ASSERT_EQ(shot.step().outcome, StepOutcome::kAccepted);
  EXPECT_FALSE(shot.state().bodies[1].is_asleep());
  // Half the wall and the ball's radius apart, wherever the wall is by now.
  EXPECT_LT(shot.state().bodies[2].p_WBcm.x(), shot.state().bodies[1].p_WBcm.x() - 0.034999);
  for (int i = 0; i < 50; ++i) {
    ASSERT_EQ(shot.step().outcome, StepOutcome::kAccepted);
    ASSERT_LT(shot.state().bodies[2].p_WBcm.x(), shot.state().bodies[1].p_WBcm.x());
  }
}

// Stage and memory may be dropped at any time: before, while and after bodies sleep.
TEST(Sleep, RestoredStateGoesOnToTheSameBits) {
  World world = make_two_towers();
  world.add(make_ball_model(0.2, 1), make_place(0, 0, 6.5));
  BodyModel plate;
  plate.shape = make_box_shape({1, 1, 1});
  plate.type = BodyType::kKinematic;
  plate.script.V_WBcm.v = Vec3(0.1, 0, 0);
  world.add(plate, make_place(5, 1.002, 2));  // passes the second tower closely, without touching it
  Simulation simulation = world.make(), dropped = world.make();
  int most_asleep = 0, num_wakings = 0, last = 0;
  for (int i = 0; i < 400; ++i) {
    const StepRecord& record = simulation.step();
    num_wakings += record.num_asleep < last;
    last = record.num_asleep, most_asleep = std::max(most_asleep, last);
    if (i % 7 == 0) dropped.restore(dropped.state());
    ASSERT_EQ(dropped.step().hash, record.hash) << i;
  }
  EXPECT_EQ(most_asleep, 7);  // in the end the ball too
  EXPECT_EQ(num_wakings, 1);
}

TEST(Sleep, BitsAreTheSameWithAnyNumberOfThreads) {
  World world = make_two_towers();
  for (int i = 0; i < 5; ++i) add_tower(world, 3.0 * i - 14);
  world.add(make_ball_model(0.2, 1), make_place(0, 0, 6));
  std::vector<std::uint64_t> hashes;
  for (const int num_threads : {1, 2, 4}) {
    world.settings.num_threads = num_threads;
    Simulation simulation = world.make();
    int most_asleep = 0;
    for (int i = 0; i < 250; ++i) most_asleep = std::max(most_asleep, simulation.step().num_asleep);
    EXPECT_EQ(most_asleep, 21);
    EXPECT_FALSE(simulation.state().bodies[1].is_asleep());  // the ball woke it
    hashes.push_back(compute_hash(simulation.state()));
  }
  EXPECT_EQ(hashes[1], hashes[0]);
  EXPECT_EQ(hashes[2], hashes[0]);
}

// One island after another, from one ball: those woken touch the next.
TEST(Sleep, WakingGoesOnToWhatTheWokenTouch) {
  World world = make_sleepy_world();
  const BodyModel cube = make_box_model({1, 1, 1}, 1);
  for (int i = 0; i < 3; ++i) world.add(cube, make_place(1.2 * i, 0, 0.5 + kCubeGap));
  world.add(make_ball_model(0.2, 5), make_place(-8.5, 0, 0.5), {Vec3::Zero(), Vec3(10, 0, 3)});
  Simulation simulation = make_asleep(world);
  EXPECT_EQ(list_asleep(simulation.state()), (std::vector<bool>{false, true, true, true, false}));
  for (int i = 0; i < 200; ++i) ASSERT_EQ(simulation.step().outcome, StepOutcome::kAccepted);
  EXPECT_GT(simulation.state().bodies[2].p_WBcm.x(), 1.21);
}

}  // namespace
}  // namespace abut::dynamics
