#include "abut/dynamics/script.h"

#include <gtest/gtest.h>

#include <numbers>

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

TEST(Script, MeanVelocityTakesOnePoseToTheOther) {
  BodyModel model = make_box_model({1, 1, 1}, 1);
  model.p_BBcm = Vec3(0.5, 0, 0);
  const double angle = 0.01, h = 0.1;
  const Pose X1{Vec3(1, 0, 0), Quat(std::cos(angle / 2), 0, 0, std::sin(angle / 2))};
  const math::Twist V = compute_mean_velocity(model, {}, X1, h);
  EXPECT_NEAR(V.w.z(), angle / h, angle * angle * angle);
  EXPECT_NEAR(V.v.x(), (1 + 0.5 * std::cos(angle) - 0.5) / h, 1e-13);
  EXPECT_NEAR(V.v.y(), 0.5 * std::sin(angle) / h, 1e-13);
}

}  // namespace
}  // namespace abut::dynamics
