#include "abut/math/pose.h"

#include <cmath>

namespace abut::math {

// Entries of the rotation are at most one, and each is 1 or 0 plus (2 / |q|^2) times a sum of two products of
// components.
Mat3 compute_rotation(const Quat& q) {
  const double w = q.w(), x = q.x(), y = q.y(), z = q.z();
  const double k = 2.0 / (w * w + x * x + y * y + z * z);
  Mat3 R;
  R << 1 - k * (y * y + z * z), k * (x * y - w * z), k * (x * z + w * y),  //
      k * (x * y + w * z), 1 - k * (x * x + z * z), k * (y * z - w * x),   //
      k * (x * z - w * y), k * (y * z + w * x), 1 - k * (x * x + y * y);
  return R;
}

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
