#include "abut/math/uniform_motion.h"

#include <algorithm>
#include <cmath>

#include "abut/math/interval_rotation.h"
#include "abut/math/interval_trig.h"

namespace abut::math {
namespace {

// Either motion, in intervals. All functions of this part need a RoundUpward scope.
struct UniformTurn {
  IVec3 center;    // c at s = 0
  IVec3 velocity;  // d
  IVec3 axis;      // a, unit
  Interval rate;   // per s
};

struct Direction {
  IVec3 unit;
  Interval length;
};

// Scaled by a power of two first, so that squares neither overflow nor vanish.
Direction compute_direction(const Vec3& v) {
  const IVec3 anywhere(Interval::whole(), Interval::whole(), Interval::whole());
  if (!v.allFinite()) return {anywhere, Interval::whole()};
  const double largest = v.cwiseAbs().maxCoeff();
  if (largest == 0) return {anywhere, Interval(0.0)};
  const int exponent = std::clamp(std::ilogb(largest), -1000, 1000);
  const IVec3 scaled = Interval(std::ldexp(1.0, -exponent)) * IVec3(v);
  const Interval length = norm(scaled);
  return {(Interval(1.0) / length) * scaled, std::ldexp(1.0, exponent) * length};
}

UniformTurn make_turn(const ConstantVelocityMotion& m) {
  const Direction w = compute_direction(m.V_WBc.w);
  const bool turns = w.length.upper() > 0;
  return {IVec3(m.X_WB.p) + rotate(IQuat(m.X_WB.q), m.p_BC), Interval(m.duration) * IVec3(m.V_WBc.v),
          turns ? w.unit : IVec3(Vec3::UnitZ()), m.duration * w.length};
}

UniformTurn make_turn(const ScrewMotion& m) {
  const Direction axis = compute_direction(m.axis_W);
  return {IVec3(m.p_WA), Interval(m.translation) * axis.unit, axis.unit, Interval(m.angle)};
}

// y at s = 0.
IVec3 compute_arm(const UniformTurn& turn, const Pose& X_WB, const Vec3& v) {
  return IVec3(X_WB.p) + rotate(IQuat(X_WB.q), v) - turn.center;
}

IVec3 compute_point(const UniformTurn& turn, const IVec3& arm, const Interval& s, const Interval& sin_phi,
                    const Interval& sin_half) {
  const IVec3 across = cross(turn.axis, arm);
  const IVec3 turned = arm + sin_phi * across + (2.0 * sqr(sin_half)) * cross(turn.axis, across);
  return turn.center + s * turn.velocity + turned;
}

IVec3 compute_point(const UniformTurn& turn, const IVec3& arm, const Interval& s) {
  const Interval phi = s * turn.rate;
  return compute_point(turn, arm, s, sin(phi), sin(0.5 * phi));
}

// w x y after turning by phi: rate (cos phi (a x y) + sin phi a x (a x y)).
IVec3 compute_velocity(const UniformTurn& turn, const IVec3& arm, const Interval& s) {
  const Interval phi = s * turn.rate;
  const IVec3 across = cross(turn.axis, arm);
  return turn.velocity + turn.rate * (cos(phi) * across + sin(phi) * cross(turn.axis, across));
}

// Directly by intervals, which is good for large angles, and by the chord, which is good for small ones.
IVec3 compute_box(const UniformTurn& turn, const IVec3& arm, const Interval& s) {
  if (s.lower() == s.upper()) return compute_point(turn, arm, s);
  const Interval start(s.lower()), end(s.upper());
  const Interval acceleration = sqr(turn.rate) * norm(cross(turn.axis, arm));
  const IVec3 direct = compute_point(turn, arm, s);
  const IVec3 by_chord = make_path_box(compute_point(turn, arm, start), compute_point(turn, arm, end), end - start,
                                       acceleration * compute_lever(turn.axis));
  return find_intersection(direct, by_chord).value_or(direct);
}

// The velocity leaves its chord by at most |x'''| d^2 / 8, and along a chord the speed is largest at an end.
double compute_speed(const UniformTurn& turn, const IVec3& arm, const Interval& s) {
  const Interval start(s.lower()), end(s.upper());
  const Interval turning = abs(turn.rate) * norm(cross(turn.axis, arm));
  const Interval at_ends = max(norm(compute_velocity(turn, arm, start)), norm(compute_velocity(turn, arm, end)));
  const Interval leaving = 0.125 * sqr(end - start) * sqr(turn.rate) * turning;
  const Interval direct = norm(compute_velocity(turn, arm, s)), parts = norm(turn.velocity) + turning;
  return std::min({(at_ends + leaving).upper(), direct.upper(), parts.upper()});
}

MotionBounds compute_bounds(const UniformTurn& turn, const Pose& X_WB) {
  const Interval rate = abs(turn.rate);
  const Interval turning = rate * norm(cross(turn.axis, IVec3(X_WB.p) - turn.center));
  return {.origin_speed = (norm(turn.velocity) + turning).upper(),
          .origin_acceleration = (rate * turning).upper(),
          .rate = rate.upper(),
          .angular_acceleration = 0.0};
}

// The body at one s, with two evaluations of trigonometric functions.
struct TurnedBody {
  IQuat q;  // as long as that at s = 0
  IVec3 p;

  TurnedBody(const UniformTurn& turn, const Pose& X_WB, double s) {
    const Interval half = 0.5 * s * turn.rate, sine = sin(half), cosine = cos(half);
    const IQuat q0(X_WB.q);
    const IVec3 u = sine * turn.axis;
    q = {cosine * q0.w - dot(u, q0.u), cosine * q0.u + q0.w * u + cross(u, q0.u)};
    p = compute_point(turn, IVec3(X_WB.p) - turn.center, Interval(s), 2.0 * (sine * cosine), sine);
  }
};

Pose compute_turned_pose(const UniformTurn& turn, const Pose& X_WB, double s) {
  if (s == 0.0) return X_WB;
  const auto [q, p] = TurnedBody(turn, X_WB, s);
  return {{compute_midpoint(p.x), compute_midpoint(p.y), compute_midpoint(p.z)},
          Quat(compute_midpoint(q.w), compute_midpoint(q.u.x), compute_midpoint(q.u.y), compute_midpoint(q.u.z))};
}

// A turn by theta between two rotations moves v by at most 2 sin(theta/2) |v|, and the vector part of the quotient of
// their quaternions is sin(theta/2) long, times both lengths.
double compute_error(const UniformTurn& turn, const Pose& X_WB, double s, const Pose& X, double reach) {
  const auto [q, p] = TurnedBody(turn, X_WB, s);
  const IQuat placed(X.q);
  const Interval sine = norm(vector_of_quotient(q, placed)) / sqrt(squared_norm(q) * squared_norm(placed));
  return (norm(p - IVec3(X.p)) + 2.0 * (reach * sine)).upper();
}

}  // namespace

Pose compute_pose(const ConstantVelocityMotion& motion, double s) {
  const RoundUpward scope;
  return compute_turned_pose(make_turn(motion), motion.X_WB, s);
}

Pose compute_pose(const ScrewMotion& motion, double s) {
  const RoundUpward scope;
  return compute_turned_pose(make_turn(motion), motion.X_WB, s);
}

double compute_pose_error(const ConstantVelocityMotion& motion, double s, const Pose& X, double reach) {
  const RoundUpward scope;
  return compute_error(make_turn(motion), motion.X_WB, s, X, reach);
}

double compute_pose_error(const ScrewMotion& motion, double s, const Pose& X, double reach) {
  const RoundUpward scope;
  return compute_error(make_turn(motion), motion.X_WB, s, X, reach);
}

IVec3 compute_path_box(const ConstantVelocityMotion& motion, const Interval& s, const Vec3& p_BQ) {
  const RoundUpward scope;
  const UniformTurn turn = make_turn(motion);
  return compute_box(turn, compute_arm(turn, motion.X_WB, p_BQ), s);
}

IVec3 compute_path_box(const ScrewMotion& motion, const Interval& s, const Vec3& p_BQ) {
  const RoundUpward scope;
  const UniformTurn turn = make_turn(motion);
  return compute_box(turn, compute_arm(turn, motion.X_WB, p_BQ), s);
}

double compute_speed_bound(const ConstantVelocityMotion& motion, const Interval& s, const Vec3& p_BQ) {
  const RoundUpward scope;
  const UniformTurn turn = make_turn(motion);
  return compute_speed(turn, compute_arm(turn, motion.X_WB, p_BQ), s);
}

double compute_speed_bound(const ScrewMotion& motion, const Interval& s, const Vec3& p_BQ) {
  const RoundUpward scope;
  const UniformTurn turn = make_turn(motion);
  return compute_speed(turn, compute_arm(turn, motion.X_WB, p_BQ), s);
}

MotionBounds compute_motion_bounds(const ConstantVelocityMotion& motion, const Interval& /*s*/) {
  const RoundUpward scope;
  return compute_bounds(make_turn(motion), motion.X_WB);
}

MotionBounds compute_motion_bounds(const ScrewMotion& motion, const Interval& /*s*/) {
  const RoundUpward scope;
  return compute_bounds(make_turn(motion), motion.X_WB);
}

}  // namespace abut::math
