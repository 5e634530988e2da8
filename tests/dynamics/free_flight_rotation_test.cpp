// Free rotation: what it keeps, and how far it is from the truth.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/dynamics/free_flight.h"
#include "abut/math/half_turn.h"
#include "abut/math/random.h"
#include "dynamics/sample_worlds.h"
#include "full_run.h"

namespace abut::dynamics {
namespace {

using math::Mat3;
using math::Quat;
using math::Random;
using math::Vec3;

BodyState turn_once(const BodyModel& model, const BodyState& state, double h) {
  const FreeFlight flight = compute_free_flight(model, state, Vec3::Zero(), h);
  BodyState next = compute_moved(state, flight.V_mid, h);
  next.L_WBcm = flight.L1;
  next.w_WB = compute_inverse_inertia(model, next.q_WB) * next.L_WBcm;
  return next;
}

// Moments that some body has, of the second moments of its mass, about the axes of its frame or about others.
BodyModel make_random_model(Random& random, double least, bool is_turned = true) {
  const auto draw = [&] { return std::pow(least, random.next_unit()); };
  const Vec3 seconds(draw(), draw(), random.next_index(4) == 0 ? 0.0 : draw());  // one in four is a plate
  const Mat3 R = math::compute_rotation(is_turned ? random.next_rotation() : Quat::Identity());
  const Vec3 moments = Vec3::Constant(seconds.sum()) - seconds;
  BodyModel model;
  model.I_BBcm_B = R * moments.asDiagonal() * R.transpose();
  model.inv_I_BBcm_B = R * moments.cwiseInverse().asDiagonal() * R.transpose();
  return model;
}

BodyState make_turning_state(const BodyModel& model, Random& random, double rate) {
  return make_body_state(model, math::Pose::from_rotation(random.next_rotation()),
                         {rate * random.next_direction(), Vec3::Zero()});
}

// In the body's axes, where the inertia of a needle does not drown in rounding.
double compute_body_energy(const BodyModel& model, const BodyState& state) {
  const Vec3 L_B = math::compute_rotation(state.q_WB).transpose() * state.L_WBcm;
  return 0.5 * L_B.dot(model.inv_I_BBcm_B * L_B);
}

// D5b of the list of faults: 100 rad/s took 3.4 times its energy on in 20 s, 30 rad/s 11 % in a minute.
TEST(FreeRotation, EnergyAndMomentumStayAtAnySpeedAndStep) {
  struct Spin {
    double rate, duration, step;
  };
  for (const Spin& spin : {Spin{100, 20, 1.0 / 240}, Spin{30, 60, 1.0 / 240}, Spin{100, 20, 1.0 / 60},
                           Spin{100, 20, 1.0 / 1000}, Spin{30, 60, 1.0 / 60}, Spin{30, 60, 1.0 / 1000}}) {
    World world;
    world.settings.gravity = Vec3::Zero();
    world.settings.step = spin.step;
    const BodyModel model = make_box_model({1, 0.5, 0.2}, 100);
    world.add(model, {}, {Vec3(0, spin.rate, 1), Vec3::Zero()});
    Simulation simulation = world.make();
    const double energy = compute_kinetic_energy(model, world.states[0]);
    const Vec3 L = world.states[0].L_WBcm;
    double energy_error = 0.0, momentum_error = 0.0;
    const int num_steps = static_cast<int>(std::round(spin.duration / spin.step));
    for (int i = 0; i < num_steps; ++i) {
      ASSERT_EQ(simulation.step().outcome, StepOutcome::kAccepted);
      const BodyState& body = simulation.state().bodies[0];
      const Mat3 R = math::compute_rotation(body.q_WB);
      energy_error = std::max(energy_error, std::abs(compute_kinetic_energy(model, body) / energy - 1));
      momentum_error = std::max(momentum_error, (R * (model.I_BBcm_B * (R.transpose() * body.w_WB)) - L).norm());
    }
    EXPECT_LT(energy_error, 1e-12) << spin.rate << " " << spin.step;
    EXPECT_LT(momentum_error, 1e-12 * L.norm()) << spin.rate << " " << spin.step;
    EXPECT_EQ(simulation.state().bodies[0].L_WBcm, L);
  }
}

TEST(FreeRotation, RandomBodiesKeepTheirEnergyOverThousandsOfSteps) {
  Random random(5);
  for (std::size_t i = 0; i < choose_count(40, 400); ++i) {
    const BodyModel model = make_random_model(random, 0.01);
    const double h = random.next_between(1e-3, 1e-1);
    BodyState state = make_turning_state(model, random, random.next_between(0.0, 0.35) / h);
    const double energy = compute_kinetic_energy(model, state);
    for (int k = 0; k < 3000; ++k) state = turn_once(model, state, h);
    EXPECT_NEAR(compute_kinetic_energy(model, state), energy, 1e-12 * energy) << i;
  }
}

// In one step, of all turns that it accepts. An orientation is known to some 2^-52 rad, and turning a needle by that
// changes its energy by as much times the root of the ratio of its moments; times the ratio itself where its axes are
// not those of its frame, since there already its inertia is not known better.
TEST(FreeRotation, EveryTurnThatAStepAcceptsIsFound) {
  Random random(6);
  double largest = 0.0;
  for (std::size_t i = 0; i < choose_count(30000, 3000000); ++i) {
    const bool is_turned = i % 2 == 0;
    const BodyModel model = make_random_model(random, i % 4 < 2 ? 1e-6 : 0.5, is_turned);
    const double h = 0.01;
    const BodyState state = make_turning_state(model, random, random.next_between(0.0, 0.58) / h);
    const Vec3 w = compute_turning(model, state.q_WB, state.L_WBcm, h);
    if (h * w.norm() > 0.5) continue;  // it is cut
    largest = std::max(largest, h * w.norm());
    const BodyState next = turn_once(model, state, h);
    const double energy = compute_body_energy(model, state);
    const Eigen::SelfAdjointEigenSolver<Mat3> moments(model.I_BBcm_B, Eigen::EigenvaluesOnly);
    const double spread = moments.eigenvalues()[2] / moments.eigenvalues()[0];
    const double bound = 16 * 0x1p-52 * (is_turned ? spread : std::sqrt(spread));
    ASSERT_NEAR(compute_body_energy(model, next), energy, bound * energy) << i;
    // And it is of the size that it should be: second order from that of the start.
    ASSERT_NEAR(h * w.norm(), h * state.w_WB.norm(), 0.5 * h * h * w.squaredNorm()) << i;
  }
  EXPECT_GT(largest, 0.499);
}

TEST(FreeRotation, WhatTurnsFartherThanAStepAcceptsIsToldSo) {
  Random random(7);
  for (int i = 0; i < 3000; ++i) {
    const BodyModel model = make_random_model(random, 1e-3);
    const double h = 0.01, turn = 0.6 * std::pow(1e12, random.next_unit());
    const BodyState state = make_turning_state(model, random, turn / h);
    EXPECT_FALSE(h * compute_turning(model, state.q_WB, state.L_WBcm, h).norm() <= 0.5);
  }
  const BodyModel ball = make_ball_model(1, 1);
  EXPECT_FALSE(compute_turning(ball, Quat::Identity(), Vec3::Constant(std::nan("")), 0.01).norm() <= 50);
}

// A ball about any axis, a box about its own: by h w in every step. Rounding adds up.
TEST(FreeRotation, SteadyTurnsAreExact) {
  Random random(8);
  const int num_steps = 1000;
  for (const double turn : {1e-9, 0.01, 0.2, 0.45}) {
    const double h = 0.01, rate = turn / h, angle = num_steps * turn;
    const Vec3 axis = random.next_direction();
    for (const auto& [model, along] :
         {std::pair(make_ball_model(0.3, 2), axis), std::pair(make_box_model({1, 0.5, 0.2}, 3), Vec3(Vec3::UnitX()))}) {
      BodyState state = make_body_state(model, {}, {rate * along, Vec3::Zero()});
      for (int i = 0; i < num_steps; ++i) state = turn_once(model, state, h);
      const Quat expected(std::cos(angle / 2), std::sin(angle / 2) * along.x(), std::sin(angle / 2) * along.y(),
                          std::sin(angle / 2) * along.z());
      EXPECT_LT(1 - std::abs(state.q_WB.dot(expected)), 1e-24 + 0x1p-50) << turn;
      EXPECT_LT(math::compute_half_turn(expected, state.q_WB).norm(), 1e-13) << turn;
    }
  }
}

// The classical method of Runge and Kutta for dq/dt = w q / 2, w = R I^-1 R^T (L0 + T t).
Quat integrate(const BodyModel& model, const BodyState& start, double duration, int num_steps) {
  const double h = duration / num_steps;
  const auto rate = [&](const Eigen::Vector4d& q, double t) {
    const Quat turn(q);
    const Mat3 R = turn.normalized().toRotationMatrix();
    const Vec3 w = R * (model.inv_I_BBcm_B * (R.transpose() * (start.L_WBcm + t * model.torque)));
    return Eigen::Vector4d(0.5 * (Quat(0, w.x(), w.y(), w.z()) * turn).coeffs());
  };
  Eigen::Vector4d q = start.q_WB.coeffs();
  for (int i = 0; i < num_steps; ++i) {
    const double t = i * h;
    const Eigen::Vector4d k1 = rate(q, t), k2 = rate(q + 0.5 * h * k1, t + 0.5 * h),
                          k3 = rate(q + 0.5 * h * k2, t + 0.5 * h), k4 = rate(q + h * k3, t + h);
    q += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return Quat(q).normalized();
}

double measure_error(const BodyModel& model, const BodyState& start, const Quat& truth, double duration,
                     int num_steps) {
  BodyState state = start;
  for (int i = 0; i < num_steps; ++i) state = turn_once(model, state, duration / num_steps);
  return 2 * math::compute_half_turn(truth, state.q_WB).norm();
}

// Once without torque, once with one that is not along any axis of the body.
TEST(FreeRotation, OrientationIsOfSecondOrder) {
  for (const Vec3& torque : {Vec3(0, 0, 0), Vec3(3, -1, 2)}) {
    BodyModel model = make_box_model({1, 0.5, 0.2}, 10);
    model.torque = torque;
    const BodyState start = make_body_state(model, {}, {Vec3(2, 5, -3), Vec3::Zero()});
    const double duration = 2.0;
    const Quat truth = integrate(model, start, duration, 8000);
    const double coarse = measure_error(model, start, truth, duration, 200),
                 middle = measure_error(model, start, truth, duration, 400),
                 fine = measure_error(model, start, truth, duration, 800);
    EXPECT_LT(fine, 1e-3);
    EXPECT_GT(fine, 1e-6);  // there is something to measure
    EXPECT_NEAR(coarse / middle, 4, 0.2) << torque.transpose();
    EXPECT_NEAR(middle / fine, 4, 0.1) << torque.transpose();
  }
}

// About one axis alone the inertia stays, and so does the energy, with the turn h w exact.
TEST(FreeRotation, AboutTheOnlyFreeAxisIsExact) {
  Random random(9);
  for (int i = 0; i < 20; ++i) {
    BodyModel model = make_random_model(random, 0.05);
    model.locks.rotation = {true, true, false};
    const BodyState start =
        make_body_state(model, math::Pose::from_rotation(random.next_rotation()), {Vec3(0, 0, 40), Vec3::Zero()});
    BodyState state = start;
    const double h = 0.01;
    const int num_steps = 1000;
    for (int k = 0; k < num_steps; ++k) state = turn_once(model, state, h);
    const double energy = compute_kinetic_energy(model, start);
    EXPECT_NEAR(compute_kinetic_energy(model, state), energy, 1e-12 * energy);
    const double half = 0.5 * num_steps * h * 40;
    const Quat expected = Quat(std::cos(half), 0, 0, std::sin(half)) * start.q_WB;
    EXPECT_LT(math::compute_half_turn(expected, state.q_WB).norm(), 1e-12);
  }
}

// With two free axes energy wavers with h^2, and does not drift: in many turns it goes no farther than in the first.
TEST(FreeRotation, BetweenTwoFreeAxesEnergyDoesNotDrift) {
  BodyModel model = make_box_model({1, 0.5, 0.2}, 10);
  model.locks.rotation = {false, false, true};
  const auto measure = [&](double h, int first, int last) {
    BodyState state = make_body_state(model, {}, {Vec3(6, 8, 0), Vec3::Zero()});
    const double energy = compute_kinetic_energy(model, state);
    double largest = 0.0;
    for (int i = 0; i < last; ++i) {
      state = turn_once(model, state, h);
      EXPECT_EQ(state.w_WB.z(), 0);
      if (i >= first) largest = std::max(largest, std::abs(compute_kinetic_energy(model, state) / energy - 1));
    }
    return largest;
  };
  const double coarse = measure(0.01, 0, 500), fine = measure(0.005, 0, 1000);
  EXPECT_NEAR(coarse / fine, 4, 0.4);
  EXPECT_LT(measure(0.01, 19500, 20000), 1.1 * coarse);
}

}  // namespace
}  // namespace abut::dynamics
