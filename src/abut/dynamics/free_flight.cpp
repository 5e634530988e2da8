#include "abut/dynamics/free_flight.h"

#include <array>

#include "abut/math/half_turn.h"

namespace abut::dynamics {
namespace {

using math::Mat3;
using math::Quat;
using math::Twist;
using math::Vec3;

// Newton's method finds every half turn a that a step accepts, |a| <= 1/4. In principal axes, with all components of
// the equation divided by their moments, it is
//
//   a + Q(a) = k b,    b = (h/2) I^-1 L,    Q(a)_1 = (I3 - I2) / I1 a2 a3, and so on.
//
// A moment of inertia is at least the difference of the other two, so |Q(a)| <= |a|^2 / sqrt(3), and the derivative of
// Q is at most (2 / sqrt(3)) |a|. Hence |b| <= 0.29 for what is accepted. From |b| <= 0.3 on, |k b| <= 0.31: there
// Newton's steps start within 0.09 of the root, their derivative has an inverse below 1.6, and Kantorovich's product
// is below 0.16, where 1/2 would do. What is left after a step d is below |d|^2, so five steps reach the last bit.
constexpr double kLargestHalfTurn = 0.3;
constexpr int kMostNewtonSteps = 6;
constexpr double kNothing = 0x1p-60;  // rad: no quaternion shows it
// rad: of half a turn so small the rate is that at its start, but for this share of it. So what stands costs little.
constexpr double kSlightHalfTurn = 0x1p-40;

bool is_slight(const Vec3& half_turn) {
  return half_turn.squaredNorm() <= kSlightHalfTurn * kSlightHalfTurn;
}

// From k b, of I a + a x I a = c.
Vec3 solve_half_turn(const Mat3& I, const Vec3& c, Vec3 a) {
  double left = a.squaredNorm();
  for (int i = 0; i < kMostNewtonSteps && left > kNothing; ++i) {
    const Vec3 Ia = I * a, F = Ia + a.cross(Ia) - c;
    Mat3 dF = I;
    for (int k = 0; k < 3; ++k) dF.col(k) += a.cross(Vec3(I.col(k))) - Ia.cross(Vec3::Unit(k));
    const Vec3 d = dF.inverse() * F;
    a -= d;
    left = d.squaredNorm();
  }
  return a;
}

// What has locks obeys other equations, and turns with what its inertia halfway makes of L. That is the same forwards
// and backwards, so that energy does not drift; about a single axis it is exact, since the inertia does not change.
// Each round takes the error down by the size of the turn.
Vec3 solve_locked_half_turn(const BodyModel& model, const Quat& q_WB, const Vec3& c, Vec3 a) {
  constexpr int kMostRounds = 24;
  constexpr double kSmall = 0x1p-50;
  bool is_done = false;
  for (int i = 0; i < kMostRounds && !is_done; ++i) {
    const Vec3 next = compute_inverse_inertia(model, math::compute_halfway(q_WB, a)) * c;
    is_done = (next - a).norm() <= kSmall;
    a = next;
  }
  return a;
}

bool has_locks(const BodyModel& model) {
  const std::array<bool, 3>& locked = model.locks.rotation;
  return locked[0] || locked[1] || locked[2];
}

}  // namespace

Vec3 compute_turning(const BodyModel& model, const Quat& q_WB, const Vec3& L_WBcm, double h) {
  const bool is_locked = has_locks(model);
  const Mat3 R = is_locked ? Mat3(Mat3::Identity()) : math::compute_rotation(q_WB);
  const Vec3 hL = (0.5 * h) * (R.transpose() * L_WBcm);
  const Vec3 b = (is_locked ? compute_inverse_inertia(model, q_WB) : model.inv_I_BBcm_B) * hL;
  const double b_sq = b.squaredNorm();
  if (!(b_sq <= kLargestHalfTurn * kLargestHalfTurn)) return (2 / h) * (R * b);
  const double k = math::compute_tangent_ratio(b_sq);
  const Vec3 a =
      is_locked ? solve_locked_half_turn(model, q_WB, k * hL, k * b) : solve_half_turn(model.I_BBcm_B, k * hL, k * b);
  return (2 / h) * (R * a);
}

Vec3 compute_turning(const BodyModel& model, const Quat& q_WB, const Mat3& inv_inertia, const Vec3& L_WBcm, double h) {
  const Vec3 w = inv_inertia * L_WBcm;
  return is_slight((0.5 * h) * w) ? w : compute_turning(model, q_WB, L_WBcm, h);
}

BodyState compute_moved(const BodyState& state, const Twist& V, double h) {
  BodyState moved = state;
  moved.p_WBcm += h * V.v;
  if (V.w != Vec3::Zero()) moved.q_WB = math::compute_turned(state.q_WB, (0.5 * h) * V.w);
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
  flight.V_mid.w = compute_turning(model, state.q_WB, flight.inv_inertia, 0.5 * (state.L_WBcm + flight.L1), h);
  if (is_slight((0.5 * h) * flight.V_mid.w)) {
    flight.V1.w = flight.inv_inertia * flight.L1;
    return flight;
  }
  flight.inv_inertia_mid =
      compute_inverse_inertia(model, math::compute_halfway(state.q_WB, (0.5 * h) * flight.V_mid.w));
  const BodyState end = compute_moved(state, flight.V_mid, h);
  flight.V1.w = compute_inverse_inertia(model, end.q_WB) * flight.L1;
  return flight;
}

}  // namespace abut::dynamics
