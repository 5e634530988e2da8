#include "abut/dynamics/step_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abut/dynamics/hit_contacts.h"
#include "abut/dynamics/next_state.h"
#include "abut/dynamics/step.h"
#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Twist;
using math::Vec3;

constexpr double kStep = 1.0 / 240;

TEST(StepContacts, FaceOnFaceHasFourThatMayNotApproach) {
  const StagedWorld above = stage_above(kCubeGap);
  ASSERT_EQ(above.stage.contacts.size(), 4u);
  for (const StepContact& contact : above.stage.contacts) {
    EXPECT_NEAR(contact.gap, kCubeGap, 1e-12);
    EXPECT_EQ(contact.least_speed, 0);
    EXPECT_EQ(contact.found.nhat_BA_W, -Vec3::UnitZ());  // from the cube, B, to the floor, A
    EXPECT_NEAR(contact.arm_b.z(), -0.5 - 0.5 * kCubeGap, 1e-12);
    EXPECT_EQ(contact.arm_b.head<2>().cwiseAbs(), Eigen::Vector2d(0.5, 0.5));
  }
}

TEST(StepContacts, ImpulsesAreTakenOverByFeatureElseByPlace) {
  StagedWorld above = stage_above(kCubeGap);
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
  StagedWorld above = stage_above(kCubeGap);
  const std::vector<StepContact> found = above.stage.contacts;
  const double phi0 = above.stage.pairs[0].phi0;
  ASSERT_EQ(found.size(), 4u);
  for (const double shift : {0.0, 1e-12, 1e-7}) {
    StagedWorld later = stage_above(kCubeGap);
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

// What a step must keep is never more than there is, nor a length that is none: bodies that rounding alone keeps apart
// may stand, and come no nearer. (Half of what there is, step after step, was at last a negative length, and a step
// ended with the words that are for faulty settings.)
TEST(StepContacts, KeepWhatThereIsHoweverLittle) {
  for (const double gap : {1e-3, 1e-6, 1e-9, 1e-11, 3e-12, 1e-12, 3e-13, 1e-13, 1e-15}) {
    const StagedWorld above = stage_above(gap, {Vec3::Zero(), Vec3(0, 0, -1e-3)});
    const BodyPair& pair = above.stage.pairs[0];
    EXPECT_GE(pair.d_min, 0) << gap;
    EXPECT_LE(pair.d_min, pair.lengths.d_min) << gap;
    EXPECT_LE(pair.d_min, std::max(gap - pair.rounding, 0.0)) << gap;
    if (gap > 16 * pair.rounding) {
      EXPECT_LE(pair.d_min, 0.5 * gap) << gap;
    } else if (gap > 4 * pair.rounding) {
      EXPECT_GE(pair.d_min, 0.5 * pair.phi0) << gap;
    }
    State state = above.state;
    StepStage stage = make_step_stage(above.world.settings);
    const StepOutcome outcome = certify_step(stage, above.world.models, state, above.world.settings, kStep);
    if (gap > 4 * pair.rounding) {
      EXPECT_EQ(outcome, StepOutcome::kAccepted) << gap;
    }
  }
}

// A pair that was hit gets contacts where its motion ends, linearised there: at V_move the gap is the one found.
TEST(StepContacts, HitAddsContactsLinearisedAtTheMotion) {
  StagedWorld above = stage_above(0.02, {Vec3(0.5, 0.3, 0), Vec3(0, 0, -6)});  // falls 25 mm, turning
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

// Stopped 10 mm from the floor, which it meets a hundredth of a step later: twenty times as far as contacts are looked
// for, and too deep in the floor at the end to be looked at there. (A bullet that was so stopped was held back.)
TEST(StepContacts, HitOfAFastBodyAddsContactsThoughItIsStillFarAway) {
  StagedWorld above = stage_above(1.0, {Vec3::Zero(), Vec3(0, 0, -600)});
  above.stage.contacts.clear(), above.stage.groups.clear();
  BodyPair& pair = above.stage.pairs[0];
  pair.is_hit = true, pair.s_safe = 0.396, pair.s_hit = 0.4 + 1e-3;
  ASSERT_GT(0.01, 10 * pair.lengths.breaking);
  EXPECT_EQ(add_hit_contacts(above.stage, above.world.models, above.state, 0), 4u);
  for (const StepContact& contact : above.stage.contacts) EXPECT_NEAR(contact.found.gap, 0.01, 1e-4);
}

}  // namespace
}  // namespace abut::dynamics
