#include "abut/dynamics/script.h"

#include <algorithm>
#include <cmath>

#include "abut/dynamics/free_flight.h"

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

// By its velocities, from a pose, for a while.
Pose coast(const BodyModel& model, const Pose& X_WB, double duration) {
  const Twist& V = model.script.V_WBcm;
  BodyState state = make_body_state(model, X_WB, V);
  const Vec3 turn = duration * V.w;
  const int num_parts = static_cast<int>(std::min(1e6, std::ceil(turn.norm()))) + 1;
  Quat part = compute_turn(turn / num_parts), whole = Quat::Identity();
  for (int n = num_parts; n > 0; n /= 2) {  // its power, by squaring
    if (n % 2 == 1) whole = part * whole;
    part = part * part;
  }
  state.p_WBcm += duration * V.v;
  if (V.w != Vec3::Zero()) {
    state.q_WB = whole * state.q_WB;
    state.q_WB.coeffs() /= state.q_WB.coeffs().norm();
  }
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

Twist compute_mean_velocity(const BodyModel& model, const Pose& X0, const Pose& X1, double h) {
  const Vec3 p0 = X0 * model.p_BBcm, p1 = X1 * model.p_BBcm;
  Quat turn = X1.q * X0.q.conjugate();
  if (turn.w() < 0) turn.coeffs() = -turn.coeffs();
  return {(2 / h) * Vec3(turn.vec()), (p1 - p0) / h};
}

}  // namespace abut::dynamics
