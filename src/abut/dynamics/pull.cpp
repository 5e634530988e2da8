#include "abut/dynamics/pull.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

namespace abut::dynamics {
namespace {

math::Mat3 make_cross_matrix(const math::Vec3& r) {
  math::Mat3 m;
  m << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
  return m;
}

}  // namespace

Pull compute_pull(const BodyModel& model, const BodyState& state, const math::Vec3& p_BP, const math::Vec3& p_WT,
                  double h) {
  if (model.type != BodyType::kDynamic) return {};
  const math::Vec3 r = state.q_WB.normalized() * (p_BP - model.p_BBcm);
  const math::Mat3 arm = make_cross_matrix(r);
  const math::Mat3 mobility =
      math::Mat3(compute_inverse_mass(model).asDiagonal()) - arm * compute_inverse_inertia(model, state.q_WB) * arm;
  const double largest = Eigen::SelfAdjointEigenSolver<math::Mat3>(mobility).eigenvalues().maxCoeff();
  if (!(largest > 0)) return {};
  const double w = std::min(kPullRate, kLargestPhase / h);
  const math::Vec3 v_WP = state.v_WBcm + state.w_WB.cross(r);
  math::Vec3 acceleration = w * (w * (p_WT - (state.p_WBcm + r)) - 2 * v_WP);
  const double size = acceleration.norm();
  if (size > kLargestPull) acceleration *= kLargestPull / size;
  const math::Vec3 force = acceleration / largest;
  return {force, r.cross(force) - std::min(kTurnRate, kLargestPhase / h) * state.L_WBcm};
}

}  // namespace abut::dynamics
