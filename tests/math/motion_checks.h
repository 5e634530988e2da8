// What every motion's bounds must satisfy, against the path in 50 digits.
#pragma once

#include <gtest/gtest.h>

#include "abut/math/interval_vector.h"
#include "abut/math/motion_bounds.h"
#include "abut/math/random.h"
#include "oracle/motion.h"

namespace abut::math {

using oracle::Long;
using oracle::LVec3;

inline bool encloses(const Interval& a, const Long& x) {
  return Long(a.lower()) <= x && x <= Long(a.upper());
}
inline bool encloses(const IVec3& a, const LVec3& p) {
  return encloses(a.x, p[0]) && encloses(a.y, p[1]) && encloses(a.z, p[2]);
}

// Relative error of the differences that the oracle's speeds and accelerations are taken by.
inline constexpr double kDifferenceError = 1e-12;

// Box, speed and bounds of one motion over s hold at `samples` points of s, its ends among them.
template <class Motion, class Path>
void expect_bounds_hold(const Motion& motion, const Path& path, const Interval& s, const Vec3& p_BQ, int samples) {
  const IVec3 box = compute_path_box(motion, s, p_BQ);
  const double speed = compute_speed_bound(motion, s, p_BQ);
  const MotionBounds bounds = compute_motion_bounds(motion, s);
  const double radius = p_BQ.norm() * (1 + 1e-15);
  for (int k = 0; k <= samples; ++k) {
    const Long t = Long(s.lower()) + (Long(s.upper()) - Long(s.lower())) * k / samples;
    ASSERT_TRUE(encloses(box, path(t))) << "s = " << t;
    const Long true_speed = oracle::speed_at(path, t) * (1 - kDifferenceError);
    ASSERT_GE(Long(speed), true_speed);
    ASSERT_GE(Long(compute_speed_bound(bounds, radius)), true_speed);
    ASSERT_GE(Long(compute_acceleration_bound(bounds, radius)), oracle::acceleration_at(path, t) * (1 - 1e-6));
  }
}

// How much the box and the speed exceed what the path needs, by sampling.
struct Excess {
  double box = 0, speed = 0;
};
template <class Motion, class Path>
Excess measure_excess(const Motion& motion, const Path& path, const Interval& s, const Vec3& p_BQ) {
  const Aabb box = make_aabb(compute_path_box(motion, s, p_BQ));
  Aabb needed;
  double fastest = 0;
  constexpr int kSamples = 100;
  for (int k = 0; k <= kSamples; ++k) {
    const Long t = Long(s.lower()) + (Long(s.upper()) - Long(s.lower())) * k / kSamples;
    const LVec3 p = path(t);
    needed.grow(Vec3(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])));
    fastest = std::max(fastest, static_cast<double>(oracle::speed_at(path, t)));
  }
  return {std::max((box.upper - needed.upper).maxCoeff(), (needed.lower - box.lower).maxCoeff()),
          compute_speed_bound(motion, s, p_BQ) - fastest};
}

// Halving the interval divides the excess of the box and of the speed by about four.
template <class Motion, class Path>
void expect_bounds_converge(const Motion& motion, const Path& path, double start, double length, const Vec3& p_BQ) {
  Excess last = measure_excess(motion, path, Interval(start, start + length), p_BQ);
  for (int halving = 0; halving < 4; ++halving) {
    length /= 2;
    const Excess excess = measure_excess(motion, path, Interval(start, start + length), p_BQ);
    EXPECT_LT(excess.box, last.box / 3);
    EXPECT_LT(excess.speed, last.speed / 3);
    last = excess;
  }
}

inline Vec3 draw_vector(Random& random, double size) {
  return random.next_between(0, size) * random.next_direction();
}

// A rotation by `angle` about a random direction.
inline Quat draw_turn(Random& random, double angle) {
  return Quat(Eigen::AngleAxisd(angle, random.next_direction()));
}

// A part of [0, 1]: often all of it, a point, or very short.
inline Interval draw_part(Random& random) {
  const auto kind = random.next_index(4);
  const double a = random.next_unit();
  if (kind == 0) return {0.0, 1.0};
  if (kind == 1) return Interval(a);
  if (kind == 2) return {a, std::min(1.0, a + 1e-6)};
  const double b = random.next_unit();
  return {std::min(a, b), std::max(a, b)};
}

}  // namespace abut::math
