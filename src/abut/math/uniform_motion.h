// Motions for queries, through any angle: constant velocities, and screws. Each turns about an axis of fixed direction
// at a constant rate, through a point that moves straight at constant speed:
//
//   x(s) = c + s d + y + sin(phi) a x y + 2 sin^2(phi/2) a x (a x y),    y = X_WB v - c,    phi = s rate,    s in [0,
//   1],
//
// a the unit axis. As real numbers, with rate and axis what the given doubles say (|w|, w/|w|), not what they round to;
// so answers are by intervals with rigorous sine and cosine, and no libm function is involved.
//
// Degenerate cases: w = 0 is a translation; a zero screw axis has no direction, and its bounds are the whole space.
#pragma once

#include "abut/math/interval_vector.h"
#include "abut/math/motion_bounds.h"
#include "abut/math/pose.h"
#include "abut/math/twist.h"

namespace abut::math {

// The body's point C moves with V_WBc.v, and the body turns about it with V_WBc.w, both constant in the world.
struct ConstantVelocityMotion {
  Pose X_WB{};               // at s = 0
  Vec3 p_BC = Vec3::Zero();  // in the body's frame
  Twist V_WBc{};             // rad/s and m/s
  double duration = 1.0;     // s: what s = 1 stands for
};

// The body turns by `angle` about a line fixed in the world and slides by `translation` along it.
struct ScrewMotion {
  Pose X_WB{};                  // at s = 0
  Vec3 p_WA = Vec3::Zero();     // a point of the line
  Vec3 axis_W = Vec3::UnitZ();  // its direction, of any length
  double angle = 0.0;           // rad, over s in [0, 1]
  double translation = 0.0;     // m, over s in [0, 1]
};

// Within rounding of the motion, for angles up to kLargestAngle (interval_trig.h); X_WB to the bit at s = 0.
Pose compute_pose(const ConstantVelocityMotion& motion, double s);
Pose compute_pose(const ScrewMotion& motion, double s);

// How far from where the motion says, at most, the pose X places a point of the body within `reach` of its origin.
// Rigorous; infinite or NaN where numbers are not finite.
double compute_pose_error(const ConstantVelocityMotion& motion, double s, const Pose& X, double reach);
double compute_pose_error(const ScrewMotion& motion, double s, const Pose& X, double reach);

// Rigorous, for all s in the interval. Numbers that are not finite give unbounded answers.
IVec3 compute_path_box(const ConstantVelocityMotion& motion, const Interval& s, const Vec3& p_BQ);
IVec3 compute_path_box(const ScrewMotion& motion, const Interval& s, const Vec3& p_BQ);
double compute_speed_bound(const ConstantVelocityMotion& motion, const Interval& s, const Vec3& p_BQ);
double compute_speed_bound(const ScrewMotion& motion, const Interval& s, const Vec3& p_BQ);
MotionBounds compute_motion_bounds(const ConstantVelocityMotion& motion, const Interval& s);
MotionBounds compute_motion_bounds(const ScrewMotion& motion, const Interval& s);

}  // namespace abut::math
