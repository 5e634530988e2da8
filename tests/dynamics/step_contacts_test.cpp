#include "abut/dynamics/step_contacts.h"

#include <gtest/gtest.h>

#include "abut/dynamics/hit_contacts.h"
#include "abut/dynamics/next_state.h"
#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Twist;
using math::Vec3;

constexpr double kStep = 1.0 / 240;

// A unit cube above the floor, arriving with a velocity.
StagedWorld make_above(double gap, const Twist& V = {}, double restitution = 0.0) {
  World world;
  add_floor(world);
  world.add(make_box_model({1, 1, 1}, 1), make_place(0, 0, 0.5 + gap), V);
  world.settings.meetings = {{0.5, restitution}};
  return StagedWorld(std::move(world), kStep);
}

TEST(StepContacts, FaceOnFaceHasFourThatMayNotApproach) {
  const StagedWorld above = make_above(kCubeGap);
  ASSERT_EQ(above.stage.contacts.size(), 4u);
  for (const StepContact& contact : above.stage.contacts) {
    EXPECT_NEAR(contact.gap, kCubeGap, 1e-12);
    EXPECT_EQ(contact.least_speed, 0);
    EXPECT_EQ(contact.found.nhat_BA_W, -Vec3::UnitZ());  // from the cube, B, to the floor, A
    EXPECT_NEAR(contact.arm_b.z(), -0.5 - 0.5 * kCubeGap, 1e-12);
    EXPECT_EQ(contact.arm_b.head<2>().cwiseAbs(), Eigen::Vector2d(0.5, 0.5));
  }
}

TEST(StepContacts, FartherAwayTheyMayApproachAsFarAsSecurity) {
  const double gap = 5e-3;
  const StagedWorld above = make_above(gap, {Vec3::Zero(), Vec3(0, 0, -3)});
  ASSERT_EQ(above.stage.contacts.size(), 4u);
  for (const StepContact& contact : above.stage.contacts) {
    EXPECT_NEAR(contact.least_speed, -(gap - kCubeGap) / kStep, 1e-9);
    EXPECT_FALSE(contact.is_impact);
  }
  EXPECT_EQ(above.stage.bodies[1].s_impulse, 0);  // it will be stopped
}

// Restitution acts on the speed of arrival: at s* = (gap - security) / (v h), gravity has added s* g h;
// for the rest of the step it acts on the rebound.
TEST(StepContacts, ImpactTakesTheSpeedOfArrival) {
  const double gap = 5e-3, v = 3;
  const StagedWorld above = make_above(gap, {Vec3::Zero(), Vec3(0, 0, -v)}, 0.5);
  const double s = (gap - kCubeGap) / (v * kStep);
  for (const StepContact& contact : above.stage.contacts) {
    EXPECT_TRUE(contact.is_impact);
    EXPECT_NEAR(contact.s_impact, s, 1e-9);
    EXPECT_NEAR(contact.least_speed, 0.5 * (v + s * 9.81 * kStep) - (1 - s) * 9.81 * kStep, 1e-9);
  }
  EXPECT_NEAR(above.stage.bodies[1].s_impulse, s, 1e-9);
}

TEST(StepContacts, ArrivalBelowTheRestingSpeedIsNoImpact) {
  for (const bool is_impact : {false, true}) {
    const StagedWorld above = make_above(kCubeGap, {Vec3::Zero(), Vec3(0, 0, is_impact ? -0.0012 : -0.0010)}, 0.9);
    EXPECT_EQ(above.stage.contacts.size(), 4u);
    for (const StepContact& contact : above.stage.contacts) EXPECT_EQ(contact.is_impact, is_impact);
  }
}

// Two bodies of one force: the same point for both, so that what one gains in angular momentum the other loses.
TEST(StepContacts, ArmsOfBothBodiesReachTheSamePoint) {
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

TEST(StepContacts, ImpulsesAreTakenOverByFeatureElseByPlace) {
  StagedWorld above = make_above(kCubeGap);
  contact::ContactSet set{.a = BodyId(0), .b = BodyId(1)};
  double total = 0.0;
  for (const StepContact& contact : above.stage.contacts) {
    contact::TrackedContact tracked{set.count + 10u,
                                    contact.found.piece_a,
                                    contact.found.piece_b,
                                    contact.found.feature_a,
                                    contact.found.feature_b,
                                    0,
                                    contact.found.p_WCa - above.stage.bodies[0].X0.p,
                                    contact.found.p_WCb - above.stage.bodies[1].X0.p,
                                    contact.found.nhat_BA_W,
                                    Vec3(0, 0, -1.0 - set.count)};
    if (set.count == 2) tracked.feature_b = proximity::PieceFeature::face(3);  // its features are not found again
    above.state.contacts.contacts.push_back(tracked);
    total += tracked.impulse_W.z();
    ++set.count;
  }
  above.state.contacts.sets.push_back(set);
  above.start();
  double taken = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(above.stage.contacts[i].id, 10 + i);
    EXPECT_EQ(above.stage.contacts[i].impulse_W.z(), -1.0 - static_cast<double>(i));
    taken += above.stage.contacts[i].impulse_W.z();
  }
  EXPECT_EQ(taken, total);
}

// What has not moved is not looked for again: contacts, and with them the impulses, are those of the state.
TEST(StepContacts, AreRecalledWhereNothingMoved) {
  StagedWorld above = make_above(kCubeGap);
  const std::vector<StepContact> found = above.stage.contacts;
  const double phi0 = above.stage.pairs[0].phi0;
  ASSERT_EQ(found.size(), 4u);
  for (const double shift : {0.0, 1e-12, 1e-7}) {
    StagedWorld later = make_above(kCubeGap);
    State next;
    compute_next_state(later.stage, later.world.models, later.state, later.world.settings, later.state.next_contact_id,
                       next);
    ASSERT_EQ(next.contacts.contacts.size(), 4u);
    for (auto& contact : next.contacts.contacts) contact.impulse_W = Vec3(0, 0, 0.25);
    later.state.contacts = next.contacts;
    later.state.bodies[1].p_WBcm.z() += shift;
    later.start();
    const BodyPair& pair = later.stage.pairs[0];
    EXPECT_EQ(pair.is_recalled, shift < 1e-9);
    EXPECT_NEAR(pair.phi0, phi0 + shift, pair.is_recalled ? 2 * (shift + pair.rounding) + 1e-14 : 1e-14);
    EXPECT_LE(pair.phi0, phi0 + shift + 1e-15);
    ASSERT_EQ(later.stage.contacts.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
      const StepContact& contact = later.stage.contacts[i];
      EXPECT_NEAR(contact.gap, found[i].gap + shift, 1e-14);
      EXPECT_NEAR((contact.found.p_WCa - found[i].found.p_WCa).norm(), 0.0, shift + 1e-14);
      EXPECT_EQ(contact.impulse_W, Vec3(0, 0, 0.25));
      EXPECT_NE(contact.id, 0u);
    }
  }
}

// A pair that was hit gets contacts where its motion ends, linearised there: at V_move the gap is the one found.
TEST(StepContacts, HitAddsContactsLinearisedAtTheMotion) {
  StagedWorld above = make_above(0.02, {Vec3(0.5, 0.3, 0), Vec3(0, 0, -6)});  // falls 25 mm, turning
  above.stage.contacts.clear(), above.stage.groups.clear();
  above.stage.pairs[0].is_hit = true, above.stage.pairs[0].s_safe = 0.8;
  EXPECT_GT(add_hit_contacts(above.stage, above.world.models, above.state, 0), 0u);
  const MovingBody& cube = above.stage.bodies[1];
  for (const StepContact& contact : above.stage.contacts) {
    EXPECT_TRUE(contact.is_added);
    const double speed = -contact.found.nhat_BA_W.dot(cube.V_move.v + cube.V_move.w.cross(contact.arm_b));
    EXPECT_NEAR(contact.gap + kStep * speed, contact.found.gap, 1e-15);
    EXPECT_LT(contact.found.gap, 0);
  }
  EXPECT_EQ(above.stage.pairs[0].num_additions, 1);
}

// What certification added gets an impulse in the same step wherever the law would not leave the approach: a step that
// left one of 0.7 g h to the next called itself not solved, or would have had to.
TEST(StepContacts, AddedContactsAskForImpulsesUnlessTheLawLeavesAsMuch) {
  StagedWorld above = make_above(0.02, {Vec3::Zero(), Vec3(0, 0, -6)});
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

// Stopped 10 mm from the floor, which it meets a hundredth of a step later: twenty times as far as contacts are looked
// for, and too deep in the floor at the end to be looked at there. (A bullet that was so stopped was held back.)
TEST(StepContacts, HitOfAFastBodyAddsContactsThoughItIsStillFarAway) {
  StagedWorld above = make_above(1.0, {Vec3::Zero(), Vec3(0, 0, -600)});
  above.stage.contacts.clear(), above.stage.groups.clear();
  BodyPair& pair = above.stage.pairs[0];
  pair.is_hit = true, pair.s_safe = 0.396, pair.s_hit = 0.4 + 1e-3;
  ASSERT_GT(0.01, 10 * pair.lengths.breaking);
  EXPECT_EQ(add_hit_contacts(above.stage, above.world.models, above.state, 0), 4u);
  for (const StepContact& contact : above.stage.contacts) EXPECT_NEAR(contact.found.gap, 0.01, 1e-4);
}

}  // namespace
}  // namespace abut::dynamics
