#include "abut/dynamics/script.h"

#include <algorithm>
#include <cmath>

#include "abut/math/half_turn.h"

namespace abut::dynamics {
namespace {

using math::Pose;
using math::Quat;
using math::Twist;
using math::Vec3;

Pose blend(const ScriptPose& from, const ScriptPose& to, double t) {
  const double s = (t - from.t) / (to.t - from.t);
  const Eigen::Vector4d &q0 = from.X_WB.q.coeffs(), q1 = to.X_WB.q.coeffs();
  Pose pose{(1 - s) * from.X_WB.p + s * to.X_WB.p, from.X_WB.q};
  pose.q.coeffs() = (1 - s) * q0 + (q0.dot(q1) < 0 ? -s : s) * q1;
  pose.q.coeffs() /= pose.q.coeffs().norm();
  return pose;
}

// By its velocities, from a pose, for a while. The turn is the power of one that is small, by squaring.
Pose coast(const BodyModel& model, const Pose& X_WB, double duration) {
  constexpr double kSmallHalf = 0.25;  // rad
  const Twist& V = model.script.V_WBcm;
  BodyState state = make_body_state(model, X_WB, V);
  state.p_WBcm += duration * V.v;
  if (V.w == Vec3::Zero()) return compute_body_pose(model, state);
  const Vec3 half = (0.5 * duration) * V.w;
  const int num_parts = static_cast<int>(std::min(1e6, std::ceil(half.norm() / kSmallHalf))) + 1;
  const Vec3 part_half = half / num_parts;
  const double ratio = math::compute_tangent_ratio(part_half.squaredNorm());
  Quat part = math::compute_turned(Quat::Identity(), ratio * part_half), whole = Quat::Identity();
  for (int n = num_parts; n > 0; n /= 2) {
    if (n % 2 == 1) whole = part * whole;
    part = part * part;
  }
  state.q_WB = whole * state.q_WB;
  state.q_WB.coeffs() /= state.q_WB.coeffs().norm();
  return compute_body_pose(model, state);
}

}  // namespace

Pose compute_script_pose(const BodyModel& model, double t) {
  const BodyScript& script = model.script;
  const double now = std::min(t, script.until);
  const auto next = std::find_if(script.poses.begin(), script.poses.end(), [&](const auto& p) { return p.t > now; });
  if (next == script.poses.begin()) return next->X_WB;
  if (next != script.poses.end()) return blend(*(next - 1), *next, now);
  return coast(model, script.poses.back().X_WB, now - script.poses.back().t);
}

Pose compute_script_centre(const BodyModel& model, double t) {
  const Pose X_WB = compute_script_pose(model, t);
  return {X_WB * model.p_BBcm, X_WB.q};
}

Twist compute_mean_velocity(const BodyState& state, const Pose& X_WBcm, double h) {
  return {(2 / h) * math::compute_half_turn(state.q_WB, X_WBcm.q), (X_WBcm.p - state.p_WBcm) / h};
}

Twist compute_steady_velocity(const Twist& V, double h) {
  return {math::compute_arc_ratio((0.5 * h) * (0.5 * h) * V.w.squaredNorm()) * V.w, V.v};
}

}  // namespace abut::dynamics
