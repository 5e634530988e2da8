// Where a body is. A pose X_AB takes points of frame B to frame A: p_AQ = X_AB * p_BQ.
//
// The point meant is p + R(q/|q|) v as a real number: q need not have unit length, and is never renormalised behind the
// user's back, so that every vertex of a posed body is a rational function of the pose's doubles (up to |q|^2).
#pragma once

#include "abut/math/padded_vector.h"
#include "abut/math/types.h"

namespace abut::math {

struct Pose {
  Vec3 p = Vec3::Zero();
  Quat q = Quat::Identity();

  static Pose identity() { return {}; }
  static Pose from_rotation(const Quat& q) { return {Vec3::Zero(), q}; }
  static Pose from_translation(const Vec3& p) { return {p, Quat::Identity()}; }
};

// R(q/|q|), rounded: each entry is within kRotationBound of the real one. Precondition: q finite, |q|^2 neither
// overflows nor underflows. Bound, with u = 2^-53 the relative error of one operation: on the way of a term lie its
// product, a sum, four operations in |q|^2, a quotient and a product, 8 u of what is at most 2 before cancellation (1
// off the diagonal, since 2 |xy| + 2 |wz| <= |q|^2); the last difference adds u. One u more covers the second order.
inline constexpr double kRotationBound = 18 * 0x1p-53;
inline PaddedMat3 compute_padded_rotation(const Quat& q) {
  // Entries are at most one, and each is 1 or 0 plus (2 / |q|^2) times a sum of two products of components.
  const double w = q.w(), x = q.x(), y = q.y(), z = q.z();
  const double k = 2.0 / (w * w + x * x + y * y + z * z);
  return {Vec3(1 - k * (y * y + z * z), k * (x * y + w * z), k * (x * z - w * y)),
          Vec3(k * (x * y - w * z), 1 - k * (x * x + z * z), k * (y * z + w * x)),
          Vec3(k * (x * z + w * y), k * (y * z - w * x), 1 - k * (x * x + y * y))};
}
inline Mat3 compute_rotation(const Quat& q) {
  return compute_padded_rotation(q).unpad();
}

Vec3 operator*(const Pose& X_AB, const Vec3& p_BQ);

// X_AC. Its quaternion's length is the product of the two lengths.
Pose operator*(const Pose& X_AB, const Pose& X_BC);

// X_BA.
Pose compute_inverse(const Pose& X_AB);

// True if all seven numbers are finite and |q| is within 1e-6 of one: what a user may give as a pose.
bool is_valid_pose(const Pose& X_AB);

}  // namespace abut::math
