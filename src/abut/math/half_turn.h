// A turn told by its half: a vector a along the axis, |a| = tan(turn / 2). Its quaternion is (1, a) up to length, so a
// turn takes sums, products and a root, which are the same on every machine; no sine. Turns below half a turn are told
// so, and the turn by -a undoes that by a.
#pragma once

#include "abut/math/types.h"

namespace abut::math {

// tan(x) / x of x^2, to the last bits. Precondition: |x| <= 0.3. The sixth convergent of Lambert's continued
// fraction, x / (1 - x^2 / (3 - x^2 / (5 - ...))): the first that is left out differs by less than 4e-16.
inline double compute_tangent_ratio(double x_sq) {
  return (10395 + x_sq * (21 * x_sq - 1260)) / (10395 + x_sq * (x_sq * (210 - x_sq) - 4725));
}

// atan(z) / z of z^2, to the last bits for |z| <= 0.3, and positive for any z.
double compute_arc_ratio(double z_sq);

// q, then the turn. Of unit length.
Quat compute_turned(const Quat& q, const Vec3& half_turn);

// By half the angle, and of any length: halfway between q of unit length and the end of its turn.
Quat compute_halfway(const Quat& q, const Vec3& half_turn);

// The half turn that takes q0 to q1, or to -q1, which is the same orientation; of any lengths. Half a turn, or nearly
// so, is told as |a| = 2^41 at most.
Vec3 compute_half_turn(const Quat& q0, const Quat& q1);

}  // namespace abut::math
