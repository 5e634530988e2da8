#include "abut/dynamics/hold_back.h"

#include <gtest/gtest.h>

#include "abut/dynamics/candidates.h"
#include "abut/dynamics/certify_pairs.h"
#include "abut/dynamics/step_contacts.h"
#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Vec3;

constexpr double kStep = 0.01;

// A cube that flies into a wall, with nothing to stop it.
struct Flight {
  World world;
  State state;
  StepStage stage;

  explicit Flight(double gap) {
    world.settings.gravity = Vec3::Zero();
    add_floor(world);
    world.add(make_box_model({1, 1, 1}, 1), make_place(0, 0, 0.5 + gap), {Vec3::Zero(), Vec3(0, 0, -10)});
    state.bodies = world.states;
    predict(stage, world.models, state, world.settings, kStep);
    find_candidates(stage, world.models, world.settings);
    find_start_contacts(stage, world.models, state, world.settings, 0);
  }
};

TEST(HoldBack, TakesTheLargestShareThatIsSafe) {
  Flight flight(0.03);  // asks for 0.1
  hold_back(flight.stage, flight.world.models, flight.state);
  EXPECT_EQ(flight.stage.bodies[1].share, 0.25);
  EXPECT_EQ(certify_pairs(flight.stage, flight.world.models), 0u);
}

TEST(HoldBack, EndsAtTheStartWhichIsSafe) {
  Flight flight(5e-9);
  hold_back(flight.stage, flight.world.models, flight.state);
  EXPECT_EQ(flight.stage.bodies[1].share, 0);
  EXPECT_EQ(flight.stage.bodies[1].X1.p, flight.stage.bodies[1].X0.p);
  EXPECT_EQ(certify_pairs(flight.stage, flight.world.models), 0u);
}

// A start that is not proven apart, here bodies that overlap, is not accepted by standing still.
TEST(HoldBack, SaysWhereEvenStandingStillIsNotProven) {
  Flight flight(0.5);
  flight.state.bodies[1].p_WBcm.z() = 0.45;
  predict(flight.stage, flight.world.models, flight.state, flight.world.settings, kStep);
  find_candidates(flight.stage, flight.world.models, flight.world.settings);
  find_start_contacts(flight.stage, flight.world.models, flight.state, flight.world.settings, 0);
  EXPECT_FALSE(hold_back(flight.stage, flight.world.models, flight.state));
}

// A velocity that is not a number moves nothing: the body stands, at a pose that is finite.
TEST(HoldBack, BodyWithoutAFiniteVelocityStands) {
  Flight flight(0.03);
  flight.stage.bodies[1].V_move.v = Vec3(0, 0, std::nan(""));
  update_motion(flight.stage.bodies[1], flight.world.models[1], flight.state.bodies[1], kStep);
  EXPECT_TRUE(hold_back(flight.stage, flight.world.models, flight.state));
  EXPECT_EQ(flight.stage.bodies[1].share, 0);
  EXPECT_EQ(flight.stage.bodies[1].X1.p, flight.stage.bodies[1].X0.p);
}

TEST(HoldBack, LeavesOthersAlone) {
  Flight flight(0.3);
  hold_back(flight.stage, flight.world.models, flight.state);
  EXPECT_EQ(flight.stage.bodies[1].share, 1);
}

// Falling freely for h from rest would give m g^2 h^2 / 2, all of it the work of gravity: a body that is not let fall
// keeps none of it. One that is let fall halfway keeps half the energy.
TEST(HoldBack, HeldBodyKeepsNoWorkOfAPathItDidNotGo) {
  const BodyModel model = make_box_model({1, 1, 1}, 2);
  const Vec3 gravity(0, 0, -10);
  MovingBody body;
  body.V1.v = kStep * gravity, body.V_move.v = 0.5 * kStep * gravity;
  body.share = 0.0;
  EXPECT_NEAR(compute_kept_share(model, body, gravity, kStep), 0, 1e-7);  // a root of rounding
  body.share = 0.5;
  EXPECT_NEAR(compute_kept_share(model, body, gravity, kStep), std::sqrt(0.5), 1e-12);
  body.share = 1.0;
  EXPECT_EQ(compute_kept_share(model, body, gravity, kStep), 1);
}

// Without outer forces nothing is taken away; nor where the path would have been uphill.
TEST(HoldBack, HeldBodyKeepsItsMomentum) {
  const BodyModel model = make_box_model({1, 1, 1}, 2);
  MovingBody body;
  body.V1.v = body.V_move.v = Vec3(1, 2, 3);
  body.share = 0.0;
  EXPECT_EQ(compute_kept_share(model, body, Vec3::Zero(), kStep), 1);
  EXPECT_EQ(compute_kept_share(model, body, Vec3(0, 0, -10), kStep), 1);
}

}  // namespace
}  // namespace abut::dynamics
