#include "abut/dynamics/next_state.h"

#include <gtest/gtest.h>

#include "abut/dynamics/step.h"
#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Vec3;

struct Stepped {
  World world;
  State state, next;
  StepStage stage;

  explicit Stepped(World given) : world(std::move(given)) {
    state.bodies = world.states, state.num_steps = 4, state.next_contact_id = 100;
    EXPECT_EQ(certify_step(stage, world.models, state, world.settings, 1.0 / 240), StepOutcome::kAccepted);
    compute_next_state(stage, world.models, state, world.settings, state.next_contact_id, next);
  }
};

World make_resting() {
  World world;
  add_floor(world);
  add_stack(world, 2);
  return world;
}

TEST(NextState, NewContactsGetIdsThatWereNeverGiven) {
  const Stepped stepped(make_resting());
  ASSERT_EQ(stepped.next.contacts.contacts.size(), 8u);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(stepped.next.contacts.contacts[i].id, 100 + i);
    EXPECT_EQ(stepped.stage.contacts[i].id, 100 + i);  // and so the record tells them
  }
  EXPECT_EQ(stepped.next.next_contact_id, 108u);
  EXPECT_EQ(stepped.next.num_steps, 4);
}

TEST(NextState, SetsAreRangesByPair) {
  const Stepped stepped(make_resting());
  ASSERT_EQ(stepped.next.contacts.sets.size(), 2u);
  EXPECT_EQ(stepped.next.contacts.sets[0].b, BodyId(1));
  EXPECT_EQ(stepped.next.contacts.sets[1].a, BodyId(1));
  EXPECT_EQ(stepped.next.contacts.sets[1].first, 4u);
  EXPECT_EQ(stepped.next.contacts.sets[1].count, 4u);
}

// Certification may add a contact of features that the pair has already: what both carry is the contact's.
TEST(NextState, ContactsOfEqualFeaturesAreOne) {
  Stepped stepped(make_resting());
  StepStage& stage = stepped.stage;
  const double before = stepped.next.contacts.contacts[0].impulse_W.z();
  const StepContact copy = stage.contacts[0];
  stage.groups.push_back({copy.pair, static_cast<std::uint32_t>(stage.contacts.size()), 1});
  stage.contacts.push_back(copy);
  stage.contacts.back().id = 0;
  State next;
  compute_next_state(stage, stepped.world.models, stepped.state, stepped.world.settings, stepped.state.next_contact_id,
                     next);
  EXPECT_EQ(next.contacts.contacts.size(), 8u);
  EXPECT_EQ(next.contacts.contacts[0].impulse_W.z(), 2 * before);
  EXPECT_EQ(stage.contacts.back().id, copy.id);
}

TEST(NextState, WhatIsFixedStaysToTheBit) {
  const Stepped stepped(make_resting());
  EXPECT_EQ(stepped.next.bodies[0].p_WBcm, stepped.state.bodies[0].p_WBcm);
  EXPECT_EQ(stepped.next.bodies[0].q_WB.coeffs(), stepped.state.bodies[0].q_WB.coeffs());
}

// A body held back for the step is counted, and does not keep what gravity would have given it on its way.
TEST(NextState, HeldBodiesAreCounted) {
  World world;
  world.add(make_box_model({1, 1, 1}, 1), make_place(0, 0, 5));
  Stepped stepped(world);
  stepped.stage.bodies[0].share = 0.0;
  stepped.state.bodies[0].num_steps_held = 3;
  State next;
  compute_next_state(stepped.stage, world.models, stepped.state, world.settings, stepped.state.next_contact_id, next);
  EXPECT_EQ(next.bodies[0].num_steps_held, 4);
  EXPECT_LT(next.bodies[0].v_WBcm.norm(), 1e-8);
  EXPECT_EQ(stepped.next.bodies[0].num_steps_held, 0);
}

}  // namespace
}  // namespace abut::dynamics
