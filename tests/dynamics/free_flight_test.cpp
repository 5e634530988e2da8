#include "abut/dynamics/free_flight.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Quat;
using math::Twist;
using math::Vec3;

BodyState fly(const BodyModel& model, BodyState state, const Vec3& gravity, double h, int num_steps) {
  for (int i = 0; i < num_steps; ++i) {
    const FreeFlight flight = compute_free_flight(model, state, gravity, h);
    state = compute_moved(state, flight.V_mid, h);
    state.v_WBcm = flight.V1.v, state.L_WBcm = flight.L1;
    state.w_WB = compute_inverse_inertia(model, state.q_WB) * state.L_WBcm;
  }
  return state;
}

TEST(FreeFlight, BodyThatDoesNotTurnKeepsItsQuaternionToTheBit) {
  BodyState state;
  state.q_WB = Quat(0.1, 0.2, 0.3, 0.9);  // not of unit length
  EXPECT_EQ(compute_moved(state, {Vec3::Zero(), Vec3(1, 2, 3)}, 0.1).q_WB.coeffs(), state.q_WB.coeffs());
}

// z = v t - g t^2 / 2, whatever the step.
TEST(FreeFlight, BallisticPositionsAreExactAtStepEnds) {
  const BodyModel model = make_box_model({1, 1, 1}, 3);
  for (const int num_steps : {1, 10, 240}) {
    const BodyState end = fly(model, make_body_state(model, {}, {Vec3::Zero(), Vec3(2, 0, 5)}), Vec3(0, 0, -9.81),
                              1.0 / num_steps, num_steps);
    EXPECT_LT((end.p_WBcm - Vec3(2, 0, 5 - 9.81 / 2)).norm(), 1e-13) << num_steps;
    EXPECT_LT((end.v_WBcm - Vec3(2, 0, 5 - 9.81)).norm(), 1e-13) << num_steps;
  }
}

TEST(FreeFlight, ForceAndTorqueActUnlessLocked) {
  BodyModel model = make_box_model({1, 1, 1}, 2);
  model.force = Vec3(4, 6, 0), model.torque = Vec3(0, 0, 1);
  model.locks.translation[1] = true;
  const FreeFlight flight = compute_free_flight(model, make_body_state(model, {}, {}), Vec3::Zero(), 0.5);
  EXPECT_EQ(flight.V1.v, Vec3(1, 0, 0));
  EXPECT_EQ(flight.V_mid.v, Vec3(0.5, 0, 0));
  EXPECT_EQ(flight.L1, Vec3(0, 0, 0.5));
  EXPECT_NEAR(flight.V1.w.z(), 0.5 / (2.0 / 6), 1e-14);
  model.locks.rotation[2] = true;
  EXPECT_EQ(compute_free_flight(model, make_body_state(model, {}, {}), Vec3::Zero(), 0.5).L1, Vec3::Zero());
}

TEST(FreeFlight, MomentumOfAFreeBodyIsConstantToTheBit) {
  const BodyModel model = make_box_model({1, 2, 4}, 12);
  const BodyState start = make_body_state(model, {}, {Vec3(0.3, 1, -0.7), Vec3(1, 2, 3)});
  const BodyState end = fly(model, start, Vec3::Zero(), 0.01, 100000);
  EXPECT_EQ(end.L_WBcm, start.L_WBcm);
  EXPECT_EQ(end.v_WBcm, start.v_WBcm);
  EXPECT_NEAR(end.q_WB.coeffs().norm(), 1.0, 1e-15);
}

// Landau and Lifshitz, section 37: a box 1 x 2 x 4 of mass 12 has moments 20, 17, 5. Turning about its middle axis it
// flips over again and again, with the period 38.65637934 s. The scheme is of second order at least: twice as many
// steps, a quarter of the error or less.
double measure_flip_error(double h) {
  const BodyModel model = make_box_model({1, 2, 4}, 12);
  BodyState state = make_body_state(model, {}, {Vec3(0.01, 1, 0), Vec3::Zero()});
  const double period = 38.65637934;
  const int num_steps = static_cast<int>(std::round(period / h));
  state = fly(model, state, Vec3::Zero(), period / num_steps, num_steps);
  const Vec3 w_B = state.q_WB.conjugate() * state.w_WB;
  return (w_B - Vec3(0.01, 1, 0)).norm();
}

TEST(FreeFlight, MiddleAxisFlipsWithItsPeriodToSecondOrderAtLeast) {
  const double coarse = measure_flip_error(0.02), middle = measure_flip_error(0.01), fine = measure_flip_error(0.005);
  EXPECT_LT(fine, 2e-4);
  EXPECT_GT(coarse / middle, 3.8);
  EXPECT_GT(middle / fine, 3.8);
}

// A symmetric body precesses about its angular momentum at the rate L / I.
TEST(FreeFlight, SymmetricBodyPrecesses) {
  const BodyModel model = make_model(make_box_shape({1, 1, 2}), 1, Vec3(2, 2, 1));
  const BodyState start = make_body_state(model, {}, {Vec3(0.4, 0, 1), Vec3::Zero()});
  const double rate = start.L_WBcm.norm() / 2, h = 1e-3;
  const int num_steps = static_cast<int>(std::round(2 * std::numbers::pi / rate / h));
  const BodyState end = fly(model, start, Vec3::Zero(), 2 * std::numbers::pi / rate / num_steps, num_steps);
  EXPECT_LT((end.q_WB * Vec3::UnitZ() - Vec3::UnitZ()).norm(), 2e-6);  // its axis is back
}

TEST(FreeFlight, WhatIsNotDynamicIsNotMovedByForces) {
  BodyModel model = make_box_model({1, 1, 1}, 1);
  model.type = BodyType::kStatic;
  const FreeFlight flight = compute_free_flight(model, make_body_state(model, {}, {}), Vec3(0, 0, -10), 0.1);
  EXPECT_EQ(flight.V1.v, Vec3::Zero());
  EXPECT_EQ(flight.inv_inertia.norm(), 0);
}

}  // namespace
}  // namespace abut::dynamics
