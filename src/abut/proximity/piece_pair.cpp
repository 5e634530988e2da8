#include "abut/proximity/piece_pair.h"

namespace abut::proximity {

RelativePose make_relative_pose(const math::Pose& X_WA, const math::Pose& X_WB) {
  return make_relative_pose(X_WA, X_WB, math::compute_padded_rotation(X_WB.q.conjugate()));
}

double compute_rounding_bound(const RelativePose& pose, double radius_a) {
  return kSeenVertexBound * radius_a + kSeenOriginBound * pose.p_BA.norm();
}

}  // namespace abut::proximity
