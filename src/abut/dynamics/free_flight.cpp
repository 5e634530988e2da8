#include "abut/dynamics/free_flight.h"

#include <array>
#include <cmath>

namespace abut::dynamics {

using math::Mat3;
using math::Quat;
using math::Twist;
using math::Vec3;

// cos(x) and sin(x) / x of x = |r| / 2 <= 1/2: the first term left out is below 2^-56, and no term below 2^-60 changes
// either. Divisors are known beforehand: every body is turned several times in a step.
Quat compute_turn(const Vec3& r) {
  constexpr std::array<double, 8> kNext{1.0 / 2,  1.0 / 12,  1.0 / 30,  1.0 / 56,
                                        1.0 / 90, 1.0 / 132, 1.0 / 182, 1.0 / 240};
  constexpr std::array<double, 8> kSinc{1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17};
  const double y = 0.25 * r.squaredNorm();
  double cosine = 1.0, sinc = 1.0, term = 1.0;
  for (std::size_t k = 0; k < kNext.size() && std::abs(term) > 0x1p-60; ++k) {
    term *= -y * kNext[k];
    cosine += term;
    sinc += term * kSinc[k];
  }
  const Vec3 v = (0.5 * sinc) * r;
  return {cosine, v.x(), v.y(), v.z()};
}

BodyState compute_moved(const BodyState& state, const Twist& V, double h) {
  BodyState moved = state;
  moved.p_WBcm += h * V.v;
  if (V.w == Vec3::Zero()) return moved;
  moved.q_WB = compute_turn(h * V.w) * state.q_WB;
  moved.q_WB.coeffs() /= moved.q_WB.coeffs().norm();
  return moved;
}

FreeFlight compute_free_flight(const BodyModel& model, const BodyState& state, const Vec3& gravity, double h) {
  FreeFlight flight;
  if (model.type != BodyType::kDynamic) return flight;
  flight.V0 = {state.w_WB, state.v_WBcm};
  flight.inv_inertia = flight.inv_inertia_mid = compute_inverse_inertia(model, state.q_WB);
  const Vec3 inv_mass = compute_inverse_mass(model);
  const Vec3 acceleration = inv_mass.cwiseProduct(model.mass * gravity + model.force);
  flight.V1.v = state.v_WBcm + h * acceleration;
  flight.V_mid.v = state.v_WBcm + (0.5 * h) * acceleration;
  flight.L1 = state.L_WBcm;
  for (int i = 0; i < 3; ++i) {
    if (!model.locks.rotation[static_cast<std::size_t>(i)]) flight.L1[i] += h * model.torque[i];
  }
  if (state.w_WB == Vec3::Zero() && flight.L1 == Vec3::Zero()) return flight;
  const Vec3 L_mid = 0.5 * (state.L_WBcm + flight.L1);
  const BodyState halfway = compute_moved(state, flight.V0, 0.5 * h);
  flight.inv_inertia_mid = compute_inverse_inertia(model, halfway.q_WB);
  flight.V_mid.w = flight.inv_inertia_mid * L_mid;
  const BodyState end = compute_moved(state, flight.V_mid, h);
  flight.V1.w = compute_inverse_inertia(model, end.q_WB) * flight.L1;
  return flight;
}

}  // namespace abut::dynamics
