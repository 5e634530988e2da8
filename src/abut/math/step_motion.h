// The motion of a body over a step of a simulation, defined by its two recorded poses and the bend of its path:
//
//   x(s) = (1-s) p0 + s p1 + s (1-s) b + R(Q/|Q|) v,    Q(s) = (1-s) q0 + s q1,    s in [0, 1],
//
// q1 with the sign that makes q0 . q1 >= 0. With b = (h/2) (v0 - v1), h the step in seconds, the body's origin has the
// velocities v0 and v1 at the ends of a parabola: what falls falls on one, and what turns about a contact goes along an
// arc whose chord would take it through. Every point's path is a rational function of s and of the poses' doubles.
// The body turns about one fixed axis: with c the vector part of q1 q0*, its angular velocity per s is
//
//   w(s) = 2 c / |Q(s)|^2,
//
// (dQ/ds Q* has the vector part of (q1 - q0) q0* at every s), so only the rate varies: for
// unit quaternions between 2 sin(turn/2) at the ends and 4 tan(turn/4) halfway.
//
// Bounds hold for turns of any size up to half a turn, but widen with it; a turn of more than 30 degrees is recorded in
// several segments. Cost: 0.33 us for a path box, 0.11 for the bounds of the body (bench/motion_bench.cpp).
#pragma once

#include <vector>

#include "abut/math/interval_vector.h"
#include "abut/math/motion_bounds.h"
#include "abut/math/pose.h"

namespace abut::math {

struct StepMotion {
  Pose X0, X1;               // as recorded
  Quat q1;                   // X1.q or its negative
  Vec3 bend = Vec3::Zero();  // m
};

enum class TurnSize {
  kSmall,       // proven to be at most 30 degrees
  kLarge,       // more, or too near to it to tell
  kNotDefined,  // a quaternion is zero or not finite
};

TurnSize classify_turn(const Quat& q0, const Quat& q1);

// An upper bound of the angle between two orientations, in rad; at most 3e-5 above it for turns up to 30 degrees.
// Infinite where it is not defined.
double compute_turn_bound(const Quat& q0, const Quat& q1);

StepMotion make_step_motion(const Pose& X0, const Pose& X1, const Vec3& bend = Vec3::Zero());

// The motion from X0 to X1 in segments of small turns: one if it is small, otherwise halves of halves, at most eight,
// their new poses rounded and of unit length. Precondition: the turn is defined.
std::vector<StepMotion> make_step_motions(const Pose& X0, const Pose& X1);

// Rounded; X0 and X1 to the bit at s = 0 and 1.
Pose compute_pose(const StepMotion& motion, double s);

// Rigorous, for all s in the interval (in [0, 1], or near it). Non-finite poses give unbounded answers.
IVec3 compute_path_box(const StepMotion& motion, const Interval& s, const Vec3& p_BQ);  // where the body's point Q is
double compute_speed_bound(const StepMotion& motion, const Interval& s, const Vec3& p_BQ);  // of |dx/ds|
MotionBounds compute_motion_bounds(const StepMotion& motion, const Interval& s);            // of the whole body
// The same over all of [0, 1], a little wider, without intervals: for what every body does in every step.
MotionBounds compute_step_bounds(const StepMotion& motion);

}  // namespace abut::math
