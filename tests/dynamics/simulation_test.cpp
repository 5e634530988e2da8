#include "abut/dynamics/simulation.h"

#include <gtest/gtest.h>

#include "abut/base/input_error.h"
#include "abut/response/compare_laws.h"
#include "abut/response/laws.h"
#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Vec3;

World make_scene() {
  World world;
  add_floor(world);
  add_stack(world, 4);
  world.add(make_box_model({1, 1, 1}, 5), make_place(-3, 0.2, 2), {Vec3(0, 5, 0), Vec3(8, 0, 0)});
  return world;
}

TEST(Simulation, SameInputGivesTheSameBits) {
  Simulation one = make_scene().make(), other = make_scene().make();
  for (int i = 0; i < 150; ++i) ASSERT_EQ(one.step().hash, other.step().hash) << i;
}

// What stands around the law sees every problem, after a restored state too, and changes nothing.
TEST(Simulation, ALawThatIsComparedGivesTheSameBits) {
  World watched = make_scene();
  response::LawComparison comparison(watched.settings.law, 1000000);
  watched.settings.law.wrap = [&](std::unique_ptr<response::ContactLaw> law) {
    return comparison.wrap(std::move(law));
  };
  Simulation one = make_scene().make(), other = watched.make();
  for (int i = 0; i < 20; ++i) ASSERT_EQ(one.step().hash, other.step().hash) << i;
  const std::int64_t num_met = comparison.num_met();
  EXPECT_GE(num_met, 20);  // the stack stands throughout
  other.restore(one.state());
  ASSERT_EQ(one.step().hash, other.step().hash);
  EXPECT_GT(comparison.num_met(), num_met);
}

TEST(Simulation, SavedStateGoesOnToTheSameBits) {
  Simulation simulation = make_scene().make();
  for (int i = 0; i < 100; ++i) simulation.step();
  const State saved = simulation.state();
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 50; ++i) hashes.push_back(simulation.step().hash);
  Simulation resumed = make_scene().make();
  resumed.restore(saved);
  for (const std::uint64_t hash : hashes) ASSERT_EQ(resumed.step().hash, hash);
}

TEST(Simulation, SettingsThatChangeBetweenStepsActFromThereOnAsIfTheyHadAlwaysBeen) {
  Simulation changed = make_scene().make();
  for (int i = 0; i < 100; ++i) changed.step();
  World other = make_scene();
  other.settings.gravity = Vec3(1, 0, -20);
  other.settings.meetings.front().friction = 0.01;
  other.settings.law.name = "svd";
  Simulation expected = other.make();
  expected.restore(changed.state());
  changed.set_settings(other.settings);
  for (int i = 0; i < 50; ++i) ASSERT_EQ(changed.step().hash, expected.step().hash) << i;
}

TEST(Simulation, SettingsOfALawThatThereIsNotAreRefusedAndThoseBeforeStay) {
  Simulation one = make_scene().make(), other = make_scene().make();
  one.step(), other.step();
  Settings settings = one.settings();
  settings.law.name = "wishes";
  EXPECT_THROW(one.set_settings(settings), InputError);
  EXPECT_EQ(one.step().hash, other.step().hash);
}

TEST(Simulation, ALoadActsUntilItIsTakenAwayAndLeavesNothingBehind) {
  World world;
  world.settings.gravity.setZero();
  BodyModel model = make_box_model({1, 1, 1}, 2);
  model.force = Vec3(0.1, 0, 0);
  world.add(model, make_place(0, 0, 0));
  Simulation simulation = world.make();
  const double h = simulation.settings().step;
  simulation.set_load(BodyId(0), Vec3(0, 5, 0), Vec3(0, 0, 3));
  for (int i = 0; i < 10; ++i) simulation.step();
  const BodyState& body = simulation.state().bodies[0];
  EXPECT_NEAR(body.v_WBcm.y(), 10 * h * 5 / 2, 1e-15);
  EXPECT_NEAR(body.L_WBcm.z(), 10 * h * 3, 1e-15);
  simulation.set_load(BodyId(0), Vec3::Zero(), Vec3::Zero());
  EXPECT_EQ(simulation.models()[0].force, model.force);
  EXPECT_EQ(simulation.models()[0].torque, model.torque);
  Simulation unloaded = world.make();
  unloaded.restore(simulation.state());
  for (int i = 0; i < 10; ++i) ASSERT_EQ(simulation.step().hash, unloaded.step().hash);
}

TEST(Simulation, ALoadCountsForNothingInThePotentialEnergy) {
  World world;
  BodyModel model = make_box_model({1, 1, 1}, 2);
  model.force = Vec3(0, 0, 3);
  world.add(model, make_place(0, 0, 4));
  Simulation simulation = world.make();
  simulation.set_load(BodyId(0), Vec3(7, 0, 50), Vec3::Zero());
  for (int i = 0; i < 10; ++i) {
    const StepRecord& record = simulation.step();
    const double z = simulation.state().bodies[0].p_WBcm.z();
    EXPECT_NEAR(record.potential_energy, (2 * 9.81 - 3) * z, 1e-12 * 400);
  }
}

TEST(Simulation, ALoadWakesWhatSleeps) {
  World world;
  world.settings.allows_sleep = true;
  add_floor(world);
  add_stack(world, 2);
  Simulation simulation = world.make();
  for (int i = 0; i < 300; ++i) simulation.step();
  ASSERT_TRUE(simulation.state().bodies[2].is_asleep());
  simulation.set_load(BodyId(2), Vec3(0, 0, 100), Vec3::Zero());
  for (int i = 0; i < 30; ++i) simulation.step();
  EXPECT_GT(simulation.state().bodies[2].v_WBcm.z(), 0.1);
}

TEST(Simulation, TimeIsTheNumberOfStepsTimesTheStep) {
  Simulation simulation = make_scene().make();
  for (int i = 0; i < 7; ++i) simulation.step();
  EXPECT_EQ(simulation.state().num_steps, 7);
  EXPECT_EQ(simulation.state().t, 7 * (1.0 / 240));
}

TEST(Simulation, ContactsKeepTheirIds) {
  World world;
  add_floor(world);
  add_stack(world, 2);
  Simulation simulation = world.make();
  simulation.step();
  std::vector<std::uint64_t> ids;
  for (const ContactRecord& contact : simulation.step().contacts) ids.push_back(contact.id);
  EXPECT_EQ(ids.size(), 8u);
  for (int i = 0; i < 20; ++i) {
    std::vector<std::uint64_t> now;
    for (const ContactRecord& contact : simulation.step().contacts) now.push_back(contact.id);
    EXPECT_EQ(now, ids);
  }
}

TEST(Simulation, PairsOfOneGroupAndWithoutADynamicBodyAreExempt) {
  World world = make_scene();
  world.models[1].group = world.models[2].group = 1;
  world.add_fixed(make_box_shape({1, 1, 1}), make_place(9, 0, 4));
  const Simulation simulation = world.make();
  const std::vector<std::pair<BodyId, BodyId>> expected{{BodyId(0), BodyId(6)}, {BodyId(1), BodyId(2)}};
  EXPECT_EQ(simulation.find_exempt_pairs(), expected);
}

// Whatever the law, what rests rests, and carries its weight.
TEST(Simulation, EveryLawLetsABoxRest) {
  for (const std::string& name : response::get_law_names()) {
    World world;
    world.settings.law.name = name;
    add_floor(world);
    add_stack(world, 1);
    Simulation simulation = world.make();
    for (int i = 0; i < 30; ++i) ASSERT_EQ(simulation.step().outcome, StepOutcome::kAccepted) << name;
    double carried = 0.0;
    for (const ContactRecord& contact : simulation.step().contacts) carried -= contact.impulse_W.z();
    EXPECT_NEAR(carried, 9.81 / 240, 1e-8) << name;
    EXPECT_LT((simulation.state().bodies[1].p_WBcm - world.states[1].p_WBcm).norm(), 1e-9) << name;
  }
}

TEST(Simulation, UnknownLawIsRefused) {
  World world;
  world.settings.law.name = "conee";
  add_floor(world);
  EXPECT_THROW(world.make(), InputError);
}

TEST(Simulation, BodyTurningTooFastForAnySegmentIsNamed) {
  World world;
  world.add(make_box_model({1, 1, 1}, 1), {}, {Vec3(1e9, 0, 0), Vec3::Zero()});
  Simulation simulation = world.make();
  const std::uint64_t before = compute_hash(simulation.state());
  EXPECT_EQ(simulation.step().outcome, StepOutcome::kTooFast);
  EXPECT_EQ(compute_hash(simulation.state()), before);
}

// A press that closes on a cube to less than its width cannot go on, and says so.
TEST(Simulation, KinematicBodyThatIsStuckIsSqueezed) {
  World world;
  add_floor(world);
  add_stack(world, 1);
  BodyModel press = make_box_model({2, 2, 1}, 1);
  press.type = BodyType::kKinematic;
  press.script.V_WBcm.v = Vec3(0, 0, -0.5);
  world.add(press, make_place(0, 0, 1.51));
  Simulation simulation = world.make();
  StepOutcome outcome = StepOutcome::kAccepted;
  int num_steps = 0;
  for (; num_steps < 200 && outcome == StepOutcome::kAccepted; ++num_steps) {
    const StepRecord& record = simulation.step();
    outcome = record.outcome;
    if (outcome == StepOutcome::kAccepted) {
      EXPECT_GT(record.least_separation, 0);
    } else {
      EXPECT_EQ(record.culprit, BodyId(2));
      EXPECT_TRUE(record.segments.empty());
    }
  }
  EXPECT_EQ(outcome, StepOutcome::kSqueezed);
  EXPECT_GT(num_steps, 4);
}

// Two walls that close on a cube to exactly its width: room is left until the very end of the last step, and the
// wall follows its script up to there; then there is none.
TEST(Simulation, WallThatClosesToExactlyTheWidthOfABodyIsSqueezedInItsLastStep) {
  World world;
  world.settings.gravity = Vec3::Zero();
  world.settings.step = 0.01;
  world.add_fixed(make_box_shape({1, 4, 4}), make_place(1.5, 0, 0));  // its face at x = 1
  world.add(make_box_model({1, 1, 1}, 1), make_place(0.4, 0, 0));
  BodyModel wall = make_box_model({1, 4, 4}, 1);
  wall.type = BodyType::kKinematic;
  wall.script.V_WBcm.v = Vec3(1, 0, 0);
  world.add(wall, make_place(-0.7, 0, 0));  // its face at x = -0.2; 20 steps from x = 0
  Simulation simulation = world.make();
  for (int i = 0; i < 19; ++i) {
    const StepRecord& record = simulation.step();
    ASSERT_EQ(record.outcome, StepOutcome::kAccepted) << i;
    EXPECT_EQ(record.num_held, 0) << i;
    EXPECT_NEAR(simulation.state().bodies[2].p_WBcm.x(), -0.7 + 0.01 * (i + 1), 1e-12);
  }
  EXPECT_EQ(simulation.step().outcome, StepOutcome::kSqueezed);
}

}  // namespace
}  // namespace abut::dynamics
