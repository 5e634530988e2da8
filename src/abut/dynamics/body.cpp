#include "abut/dynamics/body.h"

namespace abut::dynamics {

using math::Mat3;
using math::Pose;
using math::Quat;
using math::Twist;
using math::Vec3;

Pose compute_body_pose(const BodyModel& model, const BodyState& state) {
  if (model.p_BBcm == Vec3::Zero()) return {state.p_WBcm, state.q_WB};
  return {state.p_WBcm - math::compute_rotation(state.q_WB) * model.p_BBcm, state.q_WB};
}

BodyState make_body_state(const BodyModel& model, const Pose& X_WB, const Twist& V_WBcm) {
  const Mat3 R = math::compute_rotation(X_WB.q);
  BodyState state;
  state.p_WBcm = X_WB.p + R * model.p_BBcm, state.q_WB = X_WB.q;
  state.v_WBcm = V_WBcm.v, state.w_WB = V_WBcm.w;
  if (model.type == BodyType::kDynamic) state.L_WBcm = R * (model.I_BBcm_B * (R.transpose() * V_WBcm.w));
  for (int i = 0; i < 3; ++i) {
    if (model.locks.rotation[static_cast<std::size_t>(i)]) state.L_WBcm[i] = 0.0;
  }
  return state;
}

Vec3 compute_inverse_mass(const BodyModel& model) {
  Vec3 inverse = Vec3::Zero();
  if (model.type != BodyType::kDynamic) return inverse;
  for (int i = 0; i < 3; ++i) {
    if (!model.locks.translation[static_cast<std::size_t>(i)]) inverse[i] = 1.0 / model.mass;
  }
  return inverse;
}

// With U the free axes, w = U (U^T I U)^-1 U^T L: what locks hold has infinite inertia.
Mat3 compute_inverse_inertia(const BodyModel& model, const Quat& q_WB) {
  if (model.type != BodyType::kDynamic) return Mat3::Zero();
  const Mat3 R = math::compute_rotation(q_WB);
  const std::array<bool, 3>& locked = model.locks.rotation;
  if (!locked[0] && !locked[1] && !locked[2]) return R * model.inv_I_BBcm_B * R.transpose();
  Mat3 I = R * model.I_BBcm_B * R.transpose();
  for (int i = 0; i < 3; ++i) {
    if (!locked[static_cast<std::size_t>(i)]) continue;
    I.row(i).setZero(), I.col(i).setZero();
    I(i, i) = 1.0;
  }
  Mat3 inverse = I.inverse();
  for (int i = 0; i < 3; ++i) {
    if (locked[static_cast<std::size_t>(i)]) inverse(i, i) = 0.0;
  }
  return inverse;
}

double compute_kinetic_energy(const BodyModel& model, const BodyState& state) {
  if (model.type != BodyType::kDynamic) return 0.0;
  return 0.5 * (model.mass * state.v_WBcm.squaredNorm() + state.w_WB.dot(state.L_WBcm));
}

}  // namespace abut::dynamics
