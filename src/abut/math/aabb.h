// An axis-aligned box, closed: lower <= x <= upper on each axis. Made without arguments it is empty (+inf, -inf), which
// growing by a point or a box turns into the right thing. Growing by a margin is rounded outward; all else is exact but
// for centre and diagonal. Precondition throughout: finite points, boxes finite or empty.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/math/types.h"

namespace abut::math {

struct Aabb {
  Vec3 lower = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 upper = Vec3::Constant(-std::numeric_limits<double>::infinity());

  bool is_empty() const { return (lower.array() > upper.array()).any(); }

  void grow(const Vec3& p) {
    lower = lower.cwiseMin(p);
    upper = upper.cwiseMax(p);
  }
  void grow(const Aabb& box) {
    lower = lower.cwiseMin(box.lower);
    upper = upper.cwiseMax(box.upper);
  }

  // Touching counts. An empty box contains and overlaps nothing; every box contains the empty one.
  bool contains(const Vec3& p) const {
    return (lower.array() <= p.array()).all() && (p.array() <= upper.array()).all();
  }
  bool contains(const Aabb& box) const { return box.is_empty() || (contains(box.lower) && contains(box.upper)); }
  bool overlaps(const Aabb& box) const {
    return (lower.array() <= box.upper.array()).all() && (box.lower.array() <= upper.array()).all();
  }

  // Preconditions: not empty.
  Vec3 center() const { return 0.5 * lower + 0.5 * upper; }
  Vec3 extent() const { return upper - lower; }
};

// Length of the diagonal; 0 for a point and for the empty box.
inline double compute_diagonal(const Aabb& box) {
  return box.is_empty() ? 0.0 : box.extent().stableNorm();
}

// The box grown by `margin` >= 0 on every side, rounded outward: it contains every point within `margin` of the box.
// The empty box stays empty.
inline Aabb make_grown(const Aabb& box, double margin) {
  if (box.is_empty() || margin == 0.0) return box;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Aabb grown;
  for (int axis = 0; axis < 3; ++axis) {
    grown.lower[axis] = std::nextafter(box.lower[axis] - margin, -kInfinity);
    grown.upper[axis] = std::nextafter(box.upper[axis] + margin, kInfinity);
  }
  return grown;
}

}  // namespace abut::math
