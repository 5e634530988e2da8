#include "abut/dynamics/hold_back.h"

#include <gtest/gtest.h>

#include "abut/dynamics/certify_pairs.h"
#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Vec3;

constexpr double kStep = 0.01;

// A cube that flies into a wall, with nothing to stop it.
StagedWorld make_flight(double gap) {
  World world;
  world.settings.gravity = Vec3::Zero();
  add_floor(world);
  world.add(make_box_model({1, 1, 1}, 1), make_place(0, 0, 0.5 + gap), {Vec3::Zero(), Vec3(0, 0, -10)});
  return StagedWorld(std::move(world), kStep);
}

TEST(HoldBack, TakesTheLargestShareThatIsSafe) {
  StagedWorld flight = make_flight(0.03);  // asks for 0.1
  hold_back(flight.stage, flight.models(), flight.state);
  EXPECT_EQ(flight.stage.bodies[1].share, 0.25);
  EXPECT_EQ(certify_pairs(flight.stage, flight.models()), 0u);
}

TEST(HoldBack, EndsAtTheStartWhichIsSafe) {
  StagedWorld flight = make_flight(5e-9);
  hold_back(flight.stage, flight.models(), flight.state);
  EXPECT_EQ(flight.stage.bodies[1].share, 0);
  EXPECT_EQ(flight.stage.bodies[1].X1.p, flight.stage.bodies[1].X0.p);
  EXPECT_EQ(certify_pairs(flight.stage, flight.models()), 0u);
}

// A start that is not proven apart, here bodies that overlap, is not accepted by standing still.
TEST(HoldBack, SaysWhereEvenStandingStillIsNotProven) {
  StagedWorld flight = make_flight(0.5);
  flight.state.bodies[1].p_WBcm.z() = 0.45;
  flight.start();
  EXPECT_FALSE(hold_back(flight.stage, flight.models(), flight.state));
}

// A velocity that is not a number moves nothing: the body stands, at a pose that is finite.
TEST(HoldBack, BodyWithoutAFiniteVelocityStands) {
  StagedWorld flight = make_flight(0.03);
  flight.stage.bodies[1].V_move.v = Vec3(0, 0, std::nan(""));
  update_motion(flight.stage.bodies[1], flight.models()[1], flight.state.bodies[1], kStep);
  EXPECT_TRUE(hold_back(flight.stage, flight.models(), flight.state));
  EXPECT_EQ(flight.stage.bodies[1].share, 0);
  EXPECT_EQ(flight.stage.bodies[1].X1.p, flight.stage.bodies[1].X0.p);
}

TEST(HoldBack, LeavesOthersAlone) {
  StagedWorld flight = make_flight(0.3);
  hold_back(flight.stage, flight.models(), flight.state);
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
