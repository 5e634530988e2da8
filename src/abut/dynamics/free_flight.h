// A body between contacts: velocities over a step without their impulses, and where a body gets with a given velocity.
//
// Velocity changes by gravity and the constant force, angular momentum by the constant torque, both exactly. The body
// is moved with the mean velocity, so ballistic positions are exact. It turns as if it kept the mean L of its angular
// momenta before and after: half of the torque acts at the start, half at the end. With I the inertia at the start and
// R the turn, seen from the body, the turn is about
//
//   y = I^-1 (L + R^T L) / 2.
//
// R^T L - L is at right angles to the axis, so without torque the energy changes by (R^T L - L) . y = 0, whatever the
// angle. That angle is told by its half a (math/half_turn.h), which is along y and so
//
//   I a + a x I a = k (h/2) L,    k = tan(x) / x,    x = (h/2) |I^-1 L|.
//
// Without k this is the implicit midpoint rule. With it, what turns about a principal axis, as every ball does, turns
// by h w exactly. Everything else is of second order in h; energy, and L of course, are kept to rounding at every h.
#pragma once

#include "abut/dynamics/body.h"

namespace abut::dynamics {

struct FreeFlight {
  math::Twist V0, V_mid, V1;           // at the start, what the body is moved with (compute_moved), at the end
  math::Vec3 L1 = math::Vec3::Zero();  // angular momentum at the end
  // In world axes, at the start and halfway: an impulse changes angular momentum, and how that turns the body depends
  // on how it is turned when the impulse acts.
  math::Mat3 inv_inertia = math::Mat3::Zero(), inv_inertia_mid = math::Mat3::Zero();
};

// Of a dynamic body. A static one has zeros; a kinematic one what its script says (script.h).
FreeFlight compute_free_flight(const BodyModel& model, const BodyState& state, const math::Vec3& gravity, double h);

// What a dynamic body that keeps the angular momentum L for h seconds is turned with: w of compute_moved. Where that is
// more than the half radian that a step accepts (step.cpp), it is more than that, but no more is said of it.
math::Vec3 compute_turning(const BodyModel& model, const math::Quat& q_WB, const math::Vec3& L_WBcm, double h);
// The same, of one whose inverse inertia at the start is at hand, in world axes: what hardly turns needs no more.
math::Vec3 compute_turning(const BodyModel& model, const math::Quat& q_WB, const math::Mat3& inv_inertia,
                           const math::Vec3& L_WBcm, double h);

// Place and orientation after h seconds; its own velocities are left as they are. The turn's half is h w / 2, so that w
// is the rate of the turn times tan(x) / x, x half its angle: the same but for the second order. A body that does not
// turn keeps its quaternion to the bit.
BodyState compute_moved(const BodyState& state, const math::Twist& V, double h);

}  // namespace abut::dynamics
