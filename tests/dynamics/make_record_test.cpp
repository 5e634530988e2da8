#include "abut/dynamics/make_record.h"

#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Vec3;

TEST(MakeRecord, TellsEnergiesAndMomenta) {
  World world;
  const BodyModel model = make_box_model({1, 1, 1}, 2);
  world.add(model, make_place(1, 0, 5), {Vec3(0, 0, 3), Vec3(0, 4, 0)});
  world.settings.gravity = Vec3(0, 0, -10);
  State state;
  state.bodies = world.states, state.t = 0.5;
  StepRecord record;
  finish_record(world.models, world.settings, state, record);
  EXPECT_EQ(record.t, 0.5);
  EXPECT_NEAR(record.kinetic_energy, 0.5 * 2 * 16 + 0.5 * (2.0 / 6) * 9, 1e-14);
  EXPECT_NEAR(record.potential_energy, 2 * 10 * 5, 1e-12);
  EXPECT_EQ(record.momentum, Vec3(0, 8, 0));
  EXPECT_LT((record.angular_momentum - Vec3(-5 * 8, 0, 1 * 8 + 1)).norm(), 1e-14);
}

TEST(MakeRecord, TellsOfEveryContactAndItsForce) {
  World world;
  add_floor(world);
  add_stack(world, 2);
  Simulation simulation = world.make();
  const StepRecord& record = simulation.step();
  ASSERT_EQ(record.contacts.size(), 8u);
  double floor = 0.0;
  for (const ContactRecord& contact : record.contacts) {
    EXPECT_LT(contact.a, contact.b);
    EXPECT_NEAR(contact.gap, kCubeGap, 1e-9);
    EXPECT_FALSE(contact.is_impact);
    if (contact.a == BodyId(0)) floor -= contact.impulse_W.z();
  }
  EXPECT_NEAR(floor, 2 * 9.81 / 240, 1e-8);
  EXPECT_EQ(record.certificates.size(), 2u);
  EXPECT_NEAR(record.least_separation, kCubeGap, 1e-9);
  EXPECT_EQ(record.segments.size(), 1u);
  EXPECT_EQ(record.segments[0].X_WB.size(), 3u);
  EXPECT_EQ(record.num_held, 0);
}

TEST(MakeRecord, AStepIsSolvedIfItWasAcceptedAndNoErrorIsTooLarge) {
  StepErrors errors;
  errors.contacts.add(0, kSolvedError), errors.contacts.add(1, 0.0);
  errors.a = BodyId(2), errors.b = BodyId(5);
  StepRecord record;
  EXPECT_FALSE(record.is_solved);
  set_errors(errors, record);
  EXPECT_TRUE(record.is_solved);
  EXPECT_EQ(record.error, kSolvedError);
  EXPECT_NEAR(record.error_rms, kSolvedError / std::sqrt(2), 1e-18);
  EXPECT_EQ(record.error_a, BodyId(2));
  EXPECT_EQ(record.error_b, BodyId(5));
  record.outcome = StepOutcome::kSqueezed;
  set_errors(errors, record);
  EXPECT_FALSE(record.is_solved);
  record.outcome = StepOutcome::kAccepted;
  errors.contacts.add(2, 1.0001 * kSolvedError), set_errors(errors, record);
  EXPECT_FALSE(record.is_solved);
}

}  // namespace
}  // namespace abut::dynamics
