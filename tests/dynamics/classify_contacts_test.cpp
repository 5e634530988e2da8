#include "abut/dynamics/classify_contacts.h"

#include <gtest/gtest.h>

#include "abut/dynamics/hit_contacts.h"
#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Twist;
using math::Vec3;

constexpr double kStep = 1.0 / 240;

TEST(ClassifyContacts, FartherAwayTheyMayApproachAsFarAsSecurity) {
  const double gap = 5e-3;
  const StagedWorld above = stage_above(gap, {Vec3::Zero(), Vec3(0, 0, -3)});
  ASSERT_EQ(above.stage.contacts.size(), 4u);
  for (const StepContact& contact : above.stage.contacts) {
    EXPECT_NEAR(contact.least_speed, -(gap - kCubeGap) / kStep, 1e-9);
    EXPECT_FALSE(contact.is_impact);
  }
  EXPECT_EQ(above.stage.bodies[1].s_impulse, 0);  // it will be stopped
}

// Restitution acts on the speed of arrival: at s* = (gap - security) / (v h), gravity has added s* g h;
// for the rest of the step it acts on the rebound.
TEST(ClassifyContacts, ImpactTakesTheSpeedOfArrival) {
  const double gap = 5e-3, v = 3;
  const StagedWorld above = stage_above(gap, {Vec3::Zero(), Vec3(0, 0, -v)}, 0.5);
  const double s = (gap - kCubeGap) / (v * kStep);
  for (const StepContact& contact : above.stage.contacts) {
    EXPECT_TRUE(contact.is_impact);
    EXPECT_NEAR(contact.s_impact, s, 1e-9);
    EXPECT_NEAR(contact.least_speed, 0.5 * (v + s * 9.81 * kStep) - (1 - s) * 9.81 * kStep, 1e-9);
  }
  EXPECT_NEAR(above.stage.bodies[1].s_impulse, s, 1e-9);
}

TEST(ClassifyContacts, ArrivalBelowTheRestingSpeedIsNoImpact) {
  for (const bool is_impact : {false, true}) {
    const StagedWorld above = stage_above(kCubeGap, {Vec3::Zero(), Vec3(0, 0, is_impact ? -0.0012 : -0.0010)}, 0.9);
    EXPECT_EQ(above.stage.contacts.size(), 4u);
    for (const StepContact& contact : above.stage.contacts) EXPECT_EQ(contact.is_impact, is_impact);
  }
}

// Two bodies of one force: the same point for both, so that what one gains in angular momentum the other loses.
TEST(ClassifyContacts, ArmsOfBothBodiesReachTheSamePoint) {
  World world;
  world.add(make_box_model({1, 1, 1}, 1), make_place(0, 0, 0), {Vec3(0.1, 0.2, 0.3), Vec3(0.5, 0, 0)});
  world.add(make_box_model({1, 1, 1}, 3), make_place(0.2, 0.1, 1.0001), {Vec3(0, 0.1, 0), Vec3(0, 0.4, 0)});
  const StagedWorld staged(std::move(world), kStep);
  const State& state = staged.state;
  const StepStage& stage = staged.stage;
  ASSERT_FALSE(stage.contacts.empty());
  for (const StepContact& contact : stage.contacts) {
    const auto reference = [&](std::size_t i) {
      return Vec3(state.bodies[i].p_WBcm + stage.bodies[i].s_impulse * kStep * state.bodies[i].v_WBcm);
    };
    EXPECT_LT((contact.arm_a + reference(0) - contact.arm_b - reference(1)).norm(), 1e-14);
  }
}

// What certification added gets an impulse in the same step wherever the law would not leave the approach: a step that
// left one of 0.7 g h to the next called itself not solved, or would have had to.
TEST(ClassifyContacts, AddedContactsAskForImpulsesUnlessTheLawLeavesAsMuch) {
  StagedWorld above = stage_above(0.02, {Vec3::Zero(), Vec3(0, 0, -6)});
  above.stage.contacts.clear(), above.stage.groups.clear();
  above.stage.pairs[0].is_hit = true, above.stage.pairs[0].s_safe = 0.8;
  ASSERT_GT(add_hit_contacts(above.stage, above.world.models, above.state, 0), 0u);
  Twist& V1 = above.stage.bodies[1].V1;
  const auto asks_at = [&](double speed) {
    V1 = {Vec3::Zero(), Vec3(0, 0, speed)};
    classify_contacts(above.stage, above.state, above.world.settings, 0);
    return above.stage.groups[0].asks_for_impulses;
  };
  asks_at(0.0);
  const double least = above.stage.contacts[0].least_speed, own = 9.81 * kStep;
  for (const StepContact& contact : above.stage.contacts) ASSERT_NEAR(contact.least_speed, least, 1e-3 * own);
  EXPECT_TRUE(asks_at(least - 0.5 * own));
  EXPECT_TRUE(asks_at(least - 2e-3 * own));
  EXPECT_FALSE(asks_at(least + 2e-3 * own));
}

}  // namespace
}  // namespace abut::dynamics
