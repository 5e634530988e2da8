#include "abut/math/half_turn.h"

#include <algorithm>
#include <cmath>

namespace abut::math {

// The continued fraction 1 / (1 + z^2 / (3 + 4 z^2 / (5 + 9 z^2 / (7 + ...)))); each level takes the error down by
// (z / 2)^2 at least.
double compute_arc_ratio(double z_sq) {
  constexpr int kNumLevels = 10;
  double tail = 2 * kNumLevels + 1;
  for (int n = kNumLevels; n > 0; --n) tail = (2 * n - 1) + n * n * z_sq / tail;
  return 1 / tail;
}

Quat compute_turned(const Quat& q, const Vec3& half_turn) {
  Quat turned = Quat(1.0, half_turn.x(), half_turn.y(), half_turn.z()) * q;
  turned.coeffs() /= turned.coeffs().norm();
  return turned;
}

// tan(x / 2) = tan(x) / (1 + sqrt(1 + tan(x)^2)).
Quat compute_halfway(const Quat& q, const Vec3& half_turn) {
  return Quat(1 + std::sqrt(1 + half_turn.squaredNorm()), half_turn.x(), half_turn.y(), half_turn.z()) * q;
}

Vec3 compute_half_turn(const Quat& q0, const Quat& q1) {
  const Quat turn = q1 * q0.conjugate();
  const double size = turn.coeffs().norm(), cosine = std::max(std::abs(turn.w()), 0x1p-41 * size);
  return (turn.w() < 0 ? -1 : 1) / cosine * turn.vec();
}

}  // namespace abut::math
