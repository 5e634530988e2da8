#include "abut/math/pose.h"

#include <cmath>

namespace abut::math {

Vec3 operator*(const Pose& X_AB, const Vec3& p_BQ) {
  return X_AB.p + compute_rotation(X_AB.q) * p_BQ;
}

Pose operator*(const Pose& X_AB, const Pose& X_BC) {
  return {X_AB * X_BC.p, X_AB.q * X_BC.q};
}

Pose compute_inverse(const Pose& X_AB) {
  return {-(compute_rotation(X_AB.q).transpose() * X_AB.p), X_AB.q.conjugate()};
}

bool is_valid_pose(const Pose& X_AB) {
  constexpr double kLengthTolerance = 1e-6;
  return X_AB.p.allFinite() && X_AB.q.coeffs().allFinite() && std::abs(X_AB.q.norm() - 1.0) <= kLengthTolerance;
}

}  // namespace abut::math
