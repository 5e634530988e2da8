// Contacts that a step recalls from the state instead of finding them (contact/recall_contacts.h): which, with what of
// the state, and where it must look again.
#include <gtest/gtest.h>

#include "abut/dynamics/next_state.h"
#include "abut/dynamics/step_contacts.h"
#include "abut/math/random.h"
#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Quat;
using math::Twist;
using math::Vec3;

constexpr double kStep = 1.0 / 240;

// A unit cube over the floor, which is the first body and turned if wanted; its contacts are found, and the state knows
// them: each with an id and an impulse of its own.
struct Standing : StagedWorld {
  explicit Standing(World staged) : StagedWorld(std::move(staged), kStep) { keep(); }
  explicit Standing(const Twist& V = {}, const Quat& turn = Quat::Identity()) : Standing(make_world(V, turn)) {
    for (std::size_t i = 0; i < state.contacts.contacts.size(); ++i) {
      contact::TrackedContact& contact = state.contacts.contacts[i];
      contact.id = 30 - i, contact.impulse_W = turn * Vec3(0.01 * static_cast<double>(i), 0, -0.25);
    }
  }
  static World make_world(const Twist& V, const Quat& turn) {
    World world;
    add_floor(world);
    world.states[0].q_WB = turn, world.states[0].p_WBcm = turn * world.states[0].p_WBcm;
    world.add(make_box_model({1, 1, 1}, 1), {turn * Vec3(0.3, 0.2, 0.5 + kCubeGap), turn}, V);
    world.settings.gravity = turn * world.settings.gravity;
    return world;
  }
  // What the step has of contacts becomes the state's.
  void keep() {
    State next;
    compute_next_state(stage, models(), state, world.settings, state.next_contact_id, next);
    state.contacts = next.contacts;
  }
  // The cube moves, and a step begins from there.
  void start_from(const Vec3& shift) {
    state.bodies[1].p_WBcm += shift;
    start();
  }
  const BodyPair& pair() const { return stage.pairs[0]; }
  // m: farther than this they are looked for again.
  double most_shift() const { return 1e-6 * pair().lengths.breaking; }
};

TEST(StepContactsRecall, HaveTheirOwnIdsAndImpulses) {
  Standing cube;
  ASSERT_EQ(cube.state.contacts.contacts.size(), 4u);
  cube.start();
  ASSERT_TRUE(cube.pair().is_recalled);
  ASSERT_EQ(cube.stage.contacts.size(), 4u);
  for (const StepContact& contact : cube.stage.contacts) {
    const contact::TrackedContact& tracked = cube.state.contacts.contacts[contact.tracked];
    EXPECT_EQ(contact.found.feature_a, tracked.feature_a);
    EXPECT_EQ(contact.found.feature_b, tracked.feature_b);
    EXPECT_EQ(contact.id, tracked.id);
    EXPECT_EQ(contact.impulse_W, tracked.impulse_W);
  }
}

// However the pair stands in the world, what is recalled is what is found.
TEST(StepContactsRecall, AreThoseThatWouldBeFound) {
  math::Random random(1);
  for (int k = 0; k < 20; ++k) {
    Standing cube({}, random.next_rotation());
    const std::vector<StepContact> found = cube.stage.contacts;
    cube.start();
    ASSERT_TRUE(cube.pair().is_recalled);
    ASSERT_EQ(cube.stage.contacts.size(), found.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR((cube.stage.contacts[i].found.nhat_BA_W - found[i].found.nhat_BA_W).norm(), 0, 1e-14);
      EXPECT_NEAR((cube.stage.contacts[i].arm_b - found[i].arm_b).norm(), 0, 1e-14);
      EXPECT_NEAR(cube.stage.contacts[i].gap, found[i].gap, 1e-14);
    }
  }
}

// Towards the floor too: certificates start from it.
TEST(StepContactsRecall, SeparationIsNoMoreThanItIs) {
  for (const double share : {-0.99, -0.5, 0.0, 0.5, 0.99}) {
    Standing cube;
    const double shift = share * cube.most_shift();
    cube.start_from({0, 0, shift});
    ASSERT_TRUE(cube.pair().is_recalled);
    EXPECT_LE(cube.pair().phi0, kCubeGap + shift + 1e-15);
    EXPECT_GE(cube.pair().phi0, kCubeGap - 2 * std::abs(shift) - 8 * cube.pair().rounding);
  }
}

// Each shift is small, their sum is not: what counts is where contacts were found.
TEST(StepContactsRecall, CreepIsFoundOut) {
  Standing cube;
  for (int i = 0; i < 8; ++i) {
    const double creep = 0.4 * cube.most_shift();
    cube.start_from({creep, 0, 0});
    EXPECT_EQ(cube.pair().is_recalled, i % 3 != 2) << i;  // 0.4, 0.8, not 1.2
    cube.keep();
  }
}

// Sliding; the fall of g h^2 / 2 adds little to that.
TEST(StepContactsRecall, WhatMovesFarInTheStepIsFoundAnew) {
  const double breaking = Standing().pair().lengths.breaking;
  for (const double share : {0.9, 1.1}) {
    Standing cube({Vec3::Zero(), Vec3(share * breaking / kStep, 0, 0)});
    cube.start();
    EXPECT_EQ(cube.pair().is_recalled, share < 1) << share;
  }
}

// What is too far away for contacts, and has not come near since it was looked at, is not looked at again: the distance
// is bounded by how it moved. The cube sinks; when it may be near, its contacts are found.
TEST(StepContactsRecall, WhatIsFarIsLookedAtAgainWhenItMayBeNear) {
  World world;
  add_floor(world);
  world.add(make_box_model({1, 1, 1}, 1), make_place(0.3, 0.2, 0.8), {});
  world.settings.contact_margin = 1.0;  // they are a pair all the same
  Standing cube(std::move(world));
  ASSERT_TRUE(cube.stage.contacts.empty());
  double distance = 0.3;
  for (const double sink : {0.1, 0.15, 0.04}) {
    cube.start_from({0, 0, -sink});
    distance -= sink;
    EXPECT_TRUE(cube.pair().is_recalled);
    EXPECT_LE(cube.pair().phi0, distance);
    EXPECT_GT(cube.pair().phi0, distance - 1e-9);
    EXPECT_TRUE(cube.stage.contacts.empty());
    cube.keep();
  }
  cube.start_from({0, 0, kCubeGap - distance});
  EXPECT_FALSE(cube.pair().is_recalled);
  EXPECT_EQ(cube.stage.contacts.size(), 4u);
}

// Of contacts that certification added, some were found on the way: they are of other poses.
TEST(StepContactsRecall, WhatWasHitIsFoundAnew) {
  Standing cube;
  cube.stage.pairs[0].num_additions = 1;
  cube.keep();
  ASSERT_EQ(cube.state.contacts.sets.size(), 1u);
  EXPECT_FALSE(cube.state.contacts.sets[0].may_recall);
  cube.start();
  EXPECT_FALSE(cube.pair().is_recalled);
  EXPECT_EQ(cube.stage.contacts.size(), 4u);
  cube.keep();
  cube.start();
  EXPECT_TRUE(cube.pair().is_recalled);
}

// Places stay to the bit, so that recalling again and again adds no error; impulses are those of the last solve.
TEST(StepContactsRecall, KeepTheirPlacesAndTakeNewImpulses) {
  Standing cube({}, Quat(0.9, 0.1, -0.3, 0.2).normalized());
  const std::vector<contact::TrackedContact> before = cube.state.contacts.contacts;
  cube.start_from(0.5 * cube.most_shift() * Vec3::UnitX());
  ASSERT_TRUE(cube.pair().is_recalled);
  for (std::size_t i = 0; i < 4; ++i) cube.stage.contacts[i].impulse_W = Vec3(1, 2, 3 + static_cast<double>(i));
  cube.keep();
  const std::vector<contact::TrackedContact>& after = cube.state.contacts.contacts;
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(after[i].id, before[i].id);
    EXPECT_EQ(after[i].p_AC, before[i].p_AC);
    EXPECT_EQ(after[i].p_BC, before[i].p_BC);
    EXPECT_EQ(after[i].nhat_BA_A, before[i].nhat_BA_A);
    EXPECT_EQ(after[i].impulse_W, Vec3(1, 2, 3 + static_cast<double>(i)));
  }
}

}  // namespace
}  // namespace abut::dynamics
