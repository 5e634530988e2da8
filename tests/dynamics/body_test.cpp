#include "abut/dynamics/body.h"

#include <gtest/gtest.h>

#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Mat3;
using math::Pose;
using math::Quat;
using math::Vec3;

const Quat kTilted = Quat(0.8, 0.3, -0.4, 0.33).normalized();

BodyModel make_lopsided() {
  BodyModel model = make_box_model({1, 2, 3}, 2.5);
  model.p_BBcm = Vec3(0.3, -0.2, 0.7);
  return model;
}

TEST(Body, PoseAndStateSayTheSame) {
  const BodyModel model = make_lopsided();
  const Pose X_WB{Vec3(4, -5, 6), kTilted};
  const BodyState state = make_body_state(model, X_WB, {Vec3(1, 2, 3), Vec3(4, 5, 6)});
  EXPECT_LT((state.p_WBcm - X_WB * model.p_BBcm).norm(), 1e-15 * 10);
  EXPECT_LT((compute_body_pose(model, state).p - X_WB.p).norm(), 1e-15 * 10);
  EXPECT_EQ(compute_body_pose(model, state).q.coeffs(), kTilted.coeffs());
}

TEST(Body, AngularVelocityFollowsFromAngularMomentum) {
  const BodyModel model = make_lopsided();
  const Vec3 w(1, -2, 0.5);
  const BodyState state = make_body_state(model, {Vec3::Zero(), kTilted}, {w, Vec3::Zero()});
  EXPECT_LT((compute_inverse_inertia(model, kTilted) * state.L_WBcm - w).norm(), 1e-14);
  const Vec3 w_B = kTilted.inverse() * w;
  EXPECT_NEAR(compute_kinetic_energy(model, state), 0.5 * w_B.dot(model.I_BBcm_B * w_B), 1e-13);
}

// With only the x axis free, the inertia about it is the diagonal entry of the inertia in world axes; with none, none.
TEST(Body, LocksAreInfiniteInertia) {
  BodyModel model = make_lopsided();
  model.locks.rotation = {false, true, true};
  const Mat3 R = math::compute_rotation(kTilted);
  const Mat3 inverse = compute_inverse_inertia(model, kTilted);
  EXPECT_NEAR(inverse(0, 0), 1 / (R * model.I_BBcm_B * R.transpose())(0, 0), 1e-15);
  EXPECT_EQ((inverse - Mat3(inverse(0, 0) * Vec3::UnitX() * Vec3::UnitX().transpose())).norm(), 0);
  model.locks.rotation = {true, true, true};
  EXPECT_EQ(compute_inverse_inertia(model, kTilted).norm(), 0);
  model.locks.translation = {false, true, false};
  EXPECT_EQ(compute_inverse_mass(model), Vec3(1 / 2.5, 0, 1 / 2.5));
}

// Two free axes: torques about them turn the body as if it had only these; the lock takes up the rest.
TEST(Body, TwoFreeAxesCoupleAsTheirBlockSays) {
  BodyModel model = make_lopsided();
  model.locks.rotation = {false, false, true};
  const Mat3 R = math::compute_rotation(kTilted);
  const Eigen::Matrix2d block = (R * model.I_BBcm_B * R.transpose()).topLeftCorner<2, 2>();
  const Mat3 inverse = compute_inverse_inertia(model, kTilted);
  EXPECT_LT((inverse.topLeftCorner<2, 2>() * block - Eigen::Matrix2d::Identity()).norm(), 1e-14);
  EXPECT_EQ(inverse.row(2).norm() + inverse.col(2).norm(), 0);
}

TEST(Body, WhatIsNotDynamicHasNoInverseMass) {
  BodyModel model = make_lopsided();
  for (const BodyType type : {BodyType::kStatic, BodyType::kKinematic}) {
    model.type = type;
    EXPECT_EQ(compute_inverse_mass(model).norm() + compute_inverse_inertia(model, kTilted).norm(), 0);
    EXPECT_EQ(compute_kinetic_energy(model, make_body_state(model, {}, {Vec3::Ones(), Vec3::Ones()})), 0);
  }
}

}  // namespace
}  // namespace abut::dynamics
