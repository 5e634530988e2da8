// A body between contacts: velocities over a step without their impulses, and where a body gets with a given velocity.
//
// Velocity changes by gravity and the constant force, angular momentum by the constant torque, both exactly. The body
// is moved with the mean velocity, so ballistic positions are exact; it turns with the angular velocity halfway,
//
//   w_mid = I(q_mid)^-1 (L0 + L1) / 2,    q_mid = exp(h w0 / 2) q0,
//
// of second order, while L, which is what is kept, does not change at all where there is no torque.
// Rotations are by polynomials of sine and cosine to the last bit but one, so that no libm function reaches a state.
#pragma once

#include "abut/dynamics/body.h"

namespace abut::dynamics {

struct FreeFlight {
  math::Twist V0, V_mid, V1;           // at the start, what the body is moved with, at the end
  math::Vec3 L1 = math::Vec3::Zero();  // angular momentum at the end
  // In world axes, at the start and halfway: an impulse changes angular momentum, and how that turns the body depends
  // on how it is turned when the impulse acts.
  math::Mat3 inv_inertia = math::Mat3::Zero(), inv_inertia_mid = math::Mat3::Zero();
};

// Of a dynamic body. A static one has zeros; a kinematic one what its script says (script.h).
FreeFlight compute_free_flight(const BodyModel& model, const BodyState& state, const math::Vec3& gravity, double h);

// exp(rotation vector). Precondition: |r| <= 1, beyond which it loses digits.
math::Quat compute_turn(const math::Vec3& r);

// Place and orientation after h seconds with the velocity V; its own velocities are left as they are. A body that does
// not turn keeps its quaternion to the bit.
BodyState compute_moved(const BodyState& state, const math::Twist& V, double h);

}  // namespace abut::dynamics
