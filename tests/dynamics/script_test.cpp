#include "abut/dynamics/script.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "abut/dynamics/free_flight.h"
#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;

BodyModel make_scripted() {
  BodyModel model = make_box_model({1, 1, 1}, 1);
  model.type = BodyType::kKinematic;
  model.script.poses = {{0.0, make_place(0, 0, 0)}, {1.0, make_place(2, 0, 0)}, {3.0, make_place(2, 4, 0)}};
  return model;
}

TEST(Script, GoesThroughItsPosesLinearlyInTime) {
  const BodyModel model = make_scripted();
  EXPECT_EQ(compute_script_pose(model, 0.0).p, Vec3(0, 0, 0));
  EXPECT_EQ(compute_script_pose(model, 0.25).p, Vec3(0.5, 0, 0));
  EXPECT_EQ(compute_script_pose(model, 1.0).p, Vec3(2, 0, 0));
  EXPECT_EQ(compute_script_pose(model, 2.0).p, Vec3(2, 2, 0));
}

TEST(Script, GoesOnWithItsVelocitiesAndRestsFromUntil) {
  BodyModel model = make_scripted();
  model.script.V_WBcm = {Vec3::Zero(), Vec3(0, 0, 1)};
  EXPECT_EQ(compute_script_pose(model, 3.5).p, Vec3(2, 4, 0.5));
  model.script.until = 4.0;
  EXPECT_EQ(compute_script_pose(model, 7.0).p, Vec3(2, 4, 1));
  model.script.until = 2.0;
  EXPECT_EQ(compute_script_pose(model, 7.0).p, Vec3(2, 2, 0));
}

// A body whose centre of mass is not at its origin turns about the centre of mass, by any angle.
TEST(Script, TurnsByAnyAngleAboutItsCentreOfMass) {
  BodyModel model = make_box_model({1, 1, 1}, 1);
  model.type = BodyType::kKinematic;
  model.p_BBcm = Vec3(1, 0, 0);
  model.script.poses = {{0.0, make_place(0, 0, 0)}};
  model.script.V_WBcm = {Vec3(0, 0, 2 * std::numbers::pi), Vec3::Zero()};
  EXPECT_LT((compute_script_pose(model, 0.5).p - Vec3(2, 0, 0)).norm(), 1e-14);
  EXPECT_LT((compute_script_pose(model, 10.5).p - Vec3(2, 0, 0)).norm(), 1e-12);
  EXPECT_LT((compute_script_pose(model, 10.0).p - Vec3(0, 0, 0)).norm(), 1e-12);
}

// One whole turn in parts and three more, to the last bits of the angle.
TEST(Script, TurnsSteadilyByTheExponential) {
  BodyModel model = make_box_model({1, 1, 1}, 1);
  model.type = BodyType::kKinematic;
  model.script.poses = {{0.0, make_place(0, 0, 0)}};
  math::Random random(3);
  for (int i = 0; i < 200; ++i) {
    const Vec3 axis = random.next_direction();
    const double angle = random.next_between(0.0, i % 2 == 0 ? 1.0 : 20.0);
    model.script.V_WBcm.w = angle * axis;
    const Quat turn = compute_script_pose(model, 1.0).q;
    const double bound = 4e-16 * (1 + angle);
    EXPECT_NEAR(turn.w(), std::cos(angle / 2), bound);
    EXPECT_LT((turn.vec() - std::sin(angle / 2) * axis).norm(), bound);
  }
}

// tan(angle / 2) is told, 2 atan of it is turned.
TEST(Script, MeanVelocityIsTheInverseOfMoving) {
  math::Random random(4);
  const double h = 0.1;
  for (int i = 0; i < 200; ++i) {
    BodyState state;
    state.p_WBcm = random.next_direction(), state.q_WB = random.next_rotation();
    const math::Twist V{random.next_between(0.0, 5.0) * random.next_direction(), random.next_direction()};
    const BodyState moved = compute_moved(state, V, h);
    const math::Twist found = compute_mean_velocity(state, {moved.p_WBcm, moved.q_WB}, h);
    EXPECT_LT((found.w - V.w).norm(), 1e-14 / h);
    EXPECT_LT((found.v - V.v).norm(), 1e-15 / h);
    const double half = 0.5 * h * V.w.norm();
    EXPECT_NEAR(compute_steady_velocity(V, h).w.norm(), 2 / h * std::atan(half), 1e-14 / h);
    EXPECT_EQ(compute_steady_velocity(V, h).v, V.v);
  }
}

TEST(Script, HalfATurnInAStepIsToldAsFasterThanAnyStepAccepts) {
  const math::Twist V = compute_mean_velocity({}, {Vec3(1, 0, 0), Quat(0, 0, 0, 1)}, 0.1);
  EXPECT_TRUE(V.w.allFinite());
  EXPECT_GT(0.1 * V.w.norm(), 1e9);
}

// A body off its origin that turns, and stops: it is where its script says, to the bit, and then does not move at all.
TEST(Script, IsMetToTheBit) {
  World world;
  world.settings.step = 1.0 / 60;
  BodyModel model = make_box_model({1, 1, 1}, 1);
  model.type = BodyType::kKinematic;
  const Pose start{Vec3(1, 2, 3), Quat(0.1, 0.7, -0.5, 0.5)};
  model.script.poses = {{0.0, start}, {0.3, {Vec3(2, 2, 3), Quat(0.5, 0.5, -0.5, 0.5)}}};
  model.script.V_WBcm = {Vec3(3, -20, 1), Vec3(0.3, 0, 1)};
  model.script.until = 0.7;
  world.add(model, start);
  model.p_BBcm = Vec3(0.1, -0.2, 0.3);
  world.add(model, start);
  Simulation simulation = world.make();
  for (int i = 0; i < 60; ++i) {
    const double t = simulation.state().t + world.settings.step;
    ASSERT_EQ(simulation.step().outcome, StepOutcome::kAccepted);
    for (std::size_t k = 0; k < 2; ++k) {
      const BodyState& body = simulation.state().bodies[k];
      const Pose told = compute_script_centre(world.models[k], t);
      EXPECT_EQ(body.p_WBcm, told.p) << i;
      EXPECT_EQ(body.q_WB.coeffs(), told.q.coeffs()) << i;
      if (i > 42) {
        EXPECT_TRUE(body.w_WB == Vec3::Zero() && body.v_WBcm == Vec3::Zero()) << i;
      }
      if (i > 20 && i < 41) {
        EXPECT_LT((body.w_WB - model.script.V_WBcm.w).norm(), 1e-12) << i;
      }
    }
  }
}

}  // namespace
}  // namespace abut::dynamics
