#include "abut/scene/verify/pair_proof.h"

#include <algorithm>
#include <limits>

namespace abut::scene {
namespace {

double compute_quaternion_distance(const math::Quat& x, const math::Quat& y) {
  return std::min((x.coeffs() - y.coeffs()).norm(), (x.coeffs() + y.coeffs()).norm());
}

}  // namespace

double bound_shift(const math::Pose& from, const math::StepMotion& motion, double reach) {
  constexpr double kSmallTurn = 0.1;  // of quaternions: so that both ends are on the same side
  constexpr double kRelativeSlack = 0x1p-40, kSlack = 0x1p-46;
  const math::Pose &X0 = motion.X0, &X1 = motion.X1;
  const double turn = std::max(compute_quaternion_distance(X0.q, from.q), compute_quaternion_distance(X1.q, from.q));
  if (!(turn <= kSmallTurn)) return std::numeric_limits<double>::infinity();
  const math::Vec3 middle = 0.5 * (X0.p + X1.p + motion.bend);
  const double shift = std::max({(X0.p - from.p).norm(), (X1.p - from.p).norm(), (middle - from.p).norm()});
  const double scale = reach + std::max(X0.p.norm(), X1.p.norm()) + motion.bend.norm();
  return (shift + 4 * reach * turn) * (1 + kRelativeSlack) + kSlack * scale;
}

}  // namespace abut::scene
