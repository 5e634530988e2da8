#include "abut/math/step_motion.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "abut/math/interval_rotation.h"

namespace abut::math {
namespace {

// What the bounds of a motion over an interval of s are made of. Needs a RoundUpward scope.
struct Turning {
  Interval start, end, length;  // of s
  IVec3 c;                      // the vector part of q1 q0*: angular velocity is 2 c / |Q|^2
  Interval per_squared_norm;    // upper end: the largest 2 / |Q|^2
  Interval relative_change;     // upper end: the largest |d|Q|^2/ds| / |Q|^2, which is |dw/ds| / |w|
  Interval squared_blend;       // |q1 - q0|^2
};

IQuat blend(const StepMotion& m, const Interval& s) {
  return (Interval(1.0) - s) * IQuat(m.X0.q) + s * IQuat(m.q1);
}

// |Q|^2 is convex in s with second derivative 2 |q1 - q0|^2, so over an interval of length d it falls below its lesser
// end value by at most d^2 |q1 - q0|^2 / 4; its derivative 2 Q . (q1 - q0) is linear in s and largest in size at an
// end.
Turning make_turning(const StepMotion& m, const Interval& s) {
  Turning t{Interval(s.lower()), Interval(s.upper()), {}, {}, {}, {}, {}};
  t.length = t.end - t.start;
  t.c = vector_of_quotient(IQuat(m.q1), IQuat(m.X0.q));
  const IQuat D = IQuat(m.q1) - IQuat(m.X0.q), Q0 = blend(m, t.start), Q1 = blend(m, t.end);
  t.squared_blend = squared_norm(D);
  const Interval least = min(squared_norm(Q0), squared_norm(Q1)) - 0.25 * (sqr(t.length) * t.squared_blend);
  t.per_squared_norm = certainly_positive(least) ? Interval(2.0) / least : Interval::whole();
  t.relative_change = max(abs(dot(Q0, D)), abs(dot(Q1, D))) * t.per_squared_norm;
  return t;
}

IVec3 compute_point(const StepMotion& m, const Interval& s, const Vec3& v) {
  const Interval rest = Interval(1.0) - s;
  return rest * IVec3(m.X0.p) + s * IVec3(m.X1.p) + (s * rest) * IVec3(m.bend) + rotate(blend(m, s), v);
}

// Of the origin. It is linear in s.
IVec3 compute_origin_velocity(const StepMotion& m, const Interval& s) {
  return IVec3(m.X1.p) - IVec3(m.X0.p) + (Interval(1.0) - 2.0 * s) * IVec3(m.bend);
}

IVec3 compute_velocity(const StepMotion& m, const IVec3& c, const Interval& s, const Vec3& v) {
  const IQuat Q = blend(m, s);
  return compute_origin_velocity(m, s) + (Interval(2.0) / squared_norm(Q)) * cross(c, rotate(Q, v));
}

// Upper end: the largest. Along a line it is at an end.
Interval compute_origin_speed(const StepMotion& m, const Turning& t) {
  return max(norm(compute_origin_velocity(m, t.start)), norm(compute_origin_velocity(m, t.end)));
}

// |c x R v|, which never changes, since R v turns about c.
Interval compute_distance(const StepMotion& m, const Turning& t, const Vec3& v) {
  return norm(cross(t.c, rotate(blend(m, t.start), v)));
}

// Of x_i'' = (w x (w x y) + dw/ds x y - 2 b)_i with y = R v.
IVec3 compute_acceleration(const StepMotion& m, const Turning& t, const Vec3& v) {
  const Interval distance = compute_distance(m, t, v);
  const IVec3 lever = compute_lever(t.c);
  const Interval length = norm(IVec3(v));
  const auto along = [&](const Interval& lever_i, double bend_i) {
    const Interval turning = t.per_squared_norm * (t.per_squared_norm * distance * lever_i +
                                                   t.relative_change * min(distance, lever_i * length));
    return turning + Interval(2 * std::abs(bend_i));
  };
  return {along(lever.x, m.bend.x()), along(lever.y, m.bend.y()), along(lever.z, m.bend.z())};
}

}  // namespace

TurnSize classify_turn(const Quat& q0, const Quat& q1) {
  const RoundUpward scope;
  const Interval norms = squared_norm(IQuat(q0)) * squared_norm(IQuat(q1));
  if (!norms.is_bounded() || !certainly_positive(norms)) return TurnSize::kNotDefined;
  // cos(turn/2)^2 = (q0 . q1)^2 / (|q0|^2 |q1|^2) against cos(15 degrees)^2 = (2 + sqrt 3) / 4.
  const Interval limit = 0.25 * (Interval(2.0) + sqrt(Interval(3.0)));
  return certainly_at_most(limit * norms, sqr(dot(IQuat(q0), IQuat(q1)))) ? TurnSize::kSmall : TurnSize::kLarge;
}

// tan(turn/2) = |c| / |q0 . q1|. For t >= 0: t - t^3/3 <= atan t <= t - t^3/3 + t^5/5, since 1 - t^2 <= 1/(1 + t^2) <=
// 1 - t^2 + t^4; and atan t = pi/2 - atan 1/t where t > 1.
double compute_turn_bound(const Quat& q0, const Quat& q1) {
  const RoundUpward scope;
  constexpr double kHalfPiAbove = 0x1.921fb54442d19p+0;
  const Interval sine = norm(vector_of_quotient(IQuat(q1), IQuat(q0))), cosine = abs(dot(IQuat(q0), IQuat(q1)));
  Interval half_turn;
  if (certainly_less(sine, cosine)) {
    const Interval t = sine / cosine, t2 = sqr(t);
    half_turn = t * (Interval(1.0) - t2 / Interval(3.0) + sqr(t2) / Interval(5.0));
  } else {
    const Interval t = cosine / sine;
    half_turn = Interval(kHalfPiAbove) - t * (Interval(1.0) - sqr(t) / Interval(3.0));
  }
  return std::isfinite(half_turn.upper()) ? 2 * std::min(half_turn.upper(), kHalfPiAbove) : half_turn.upper();
}

StepMotion make_step_motion(const Pose& X0, const Pose& X1, const Vec3& bend) {
  const double cosine = X0.q.coeffs().dot(X1.q.coeffs());
  return {X0, X1, cosine < 0 ? Quat(-X1.q.coeffs()) : X1.q, bend};
}

std::vector<StepMotion> make_step_motions(const Pose& X0, const Pose& X1) {
  constexpr std::size_t kMostSegments = 8;  // of half a turn, 22.5 degrees each
  std::vector<StepMotion> segments{make_step_motion(X0, X1)};
  const auto is_large = [](const StepMotion& m) { return classify_turn(m.X0.q, m.q1) != TurnSize::kSmall; };
  while (segments.size() < kMostSegments && std::ranges::any_of(segments, is_large)) {
    std::vector<StepMotion> halves;
    for (const StepMotion& segment : segments) {
      Pose middle = compute_pose(segment, 0.5);
      middle.q.normalize();
      halves.push_back(make_step_motion(segment.X0, middle));
      halves.push_back(make_step_motion(middle, segment.X1));
    }
    segments = std::move(halves);
  }
  return segments;
}

Pose compute_pose(const StepMotion& motion, double s) {
  if (s == 0.0) return motion.X0;
  if (s == 1.0) return motion.X1;
  const Vec3 p = (1.0 - s) * motion.X0.p + s * motion.X1.p;
  return {p + (s * (1.0 - s)) * motion.bend, Quat((1.0 - s) * motion.X0.q.coeffs() + s * motion.q1.coeffs())};
}

IVec3 compute_path_box(const StepMotion& motion, const Interval& s, const Vec3& p_BQ) {
  const RoundUpward scope;
  const Turning t = make_turning(motion, s);
  return make_path_box(compute_point(motion, t.start, p_BQ), compute_point(motion, t.end, p_BQ), t.length,
                       compute_acceleration(motion, t, p_BQ));
}

// The velocity leaves its chord by at most |x'''| d^2 / 8, and along a chord the speed is largest at an end; nor is a
// point faster than its parts together. With f = 2/|Q|^2, w = f c, r the relative change and z = c x R v of constant
// length: x' = p1 - p0 + (1 - 2 s) b + f z, |f'| <= r f, |f''| <= f (2 r^2 + f |q1 - q0|^2), |z'| <= |w| |z|, |z''| <=
// (|w|^2 + r |w|) |z|.
double compute_speed_bound(const StepMotion& motion, const Interval& s, const Vec3& p_BQ) {
  const RoundUpward scope;
  const Turning t = make_turning(motion, s);
  const Interval at_ends =
      max(norm(compute_velocity(motion, t.c, t.start, p_BQ)), norm(compute_velocity(motion, t.c, t.end, p_BQ)));
  const Interval f = t.per_squared_norm, w = f * norm(t.c), r = t.relative_change;
  const Interval turning = f * compute_distance(motion, t, p_BQ);
  const Interval jerk = turning * (2.0 * sqr(r) + f * t.squared_blend + 3.0 * (r * w) + sqr(w));
  const Interval parts = compute_origin_speed(motion, t) + turning;
  return std::min((at_ends + 0.125 * sqr(t.length) * jerk).upper(), parts.upper());
}

MotionBounds compute_motion_bounds(const StepMotion& motion, const Interval& s) {
  const RoundUpward scope;
  const Turning t = make_turning(motion, s);
  const Interval rate = t.per_squared_norm * norm(t.c);
  return {.origin_speed = compute_origin_speed(motion, t).upper(),
          .origin_acceleration = (2.0 * norm(IVec3(motion.bend))).upper(),
          .rate = rate.upper(),
          .angular_acceleration = (rate * t.relative_change).upper()};
}

// With n0, n1 the squared lengths and d = q0 . q1: |Q|^2 = (1-s)^2 n0 + 2 s (1-s) d + s^2 n1 is a mean of these in
// which d has at most half the weight, so it is at least m = min(n, (n + d) / 2), n the lesser of n0 and n1; its
// derivative is a mean of 2 (d - n0) and 2 (n1 - d). So |w| <= 2 |c| / m and |dw/ds| <= |w| 2 max(|n0 - d|, |n1 - d|) /
// m. Each of the sums of four products is off by at most 4 u |q0| |q1|, with u = 2^-53 and lengths of one (to 1e-3);
// kSumBound is four times that, for three components and what follows.
MotionBounds compute_step_bounds(const StepMotion& motion) {
  constexpr double kSumBound = 16 * 0x1p-53;
  const Eigen::Vector4d &a = motion.X0.q.coeffs(), &b = motion.q1.coeffs();
  const double n0 = a.squaredNorm(), n1 = b.squaredNorm(), d = a.dot(b);
  const double lesser = std::min(n0, n1), least = std::min(lesser, 0.5 * (lesser + d)) - kSumBound;
  const bool is_usual = std::abs(n0 - 1) < 1e-3 && std::abs(n1 - 1) < 1e-3 && least > 0.5 && motion.X0.p.allFinite() &&
                        motion.X1.p.allFinite() && motion.bend.allFinite();
  if (!is_usual) return compute_motion_bounds(motion, Interval(0.0, 1.0));
  const Vec3 c =
      motion.X0.q.w() * motion.q1.vec() - motion.q1.w() * motion.X0.q.vec() - motion.q1.vec().cross(motion.X0.q.vec());
  const double change = 2 * std::max(std::abs(n0 - d), std::abs(n1 - d)) + 2 * kSumBound;
  MotionBounds bounds;
  const Vec3 chord = motion.X1.p - motion.X0.p;
  bounds.origin_speed = std::max((chord + motion.bend).norm(), (chord - motion.bend).norm()) * (1 + 2 * kSumBound);
  bounds.origin_acceleration = 2 * motion.bend.norm() * (1 + kSumBound);
  bounds.rate = 2 * (c.norm() + kSumBound) / least * (1 + kSumBound);
  bounds.angular_acceleration = bounds.rate * change / least * (1 + kSumBound);
  return bounds;
}

}  // namespace abut::math
