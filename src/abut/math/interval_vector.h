// Three-vectors of intervals: boxes in which a vector is known to lie. Precondition of arithmetic: a RoundUpward scope
// is open.
#pragma once

#include "abut/math/aabb.h"
#include "abut/math/interval.h"
#include "abut/math/types.h"

namespace abut::math {

struct IVec3 {
  Interval x, y, z;

  IVec3() = default;
  IVec3(const Interval& x_, const Interval& y_, const Interval& z_) : x(x_), y(y_), z(z_) {}
  IVec3(const Vec3& v) : x(v[0]), y(v[1]), z(v[2]) {}  // NOLINT(google-explicit-constructor): every vector is one

  bool contains(const Vec3& v) const { return x.contains(v[0]) && y.contains(v[1]) && z.contains(v[2]); }

  friend IVec3 operator-(const IVec3& a) { return {-a.x, -a.y, -a.z}; }
  friend IVec3 operator+(const IVec3& a, const IVec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend IVec3 operator-(const IVec3& a, const IVec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend IVec3 operator*(const Interval& s, const IVec3& a) { return {s * a.x, s * a.y, s * a.z}; }
};

inline Interval dot(const IVec3& a, const IVec3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline IVec3 cross(const IVec3& a, const IVec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

inline Interval squared_norm(const IVec3& a) {
  return sqr(a.x) + sqr(a.y) + sqr(a.z);
}
inline Interval norm(const IVec3& a) {
  return sqrt(squared_norm(a));
}

// det(a, b, c) = (a x b) . c.
inline Interval determinant(const IVec3& a, const IVec3& b, const IVec3& c) {
  return dot(cross(a, b), c);
}

inline IVec3 hull(const IVec3& a, const IVec3& b) {
  return {hull(a.x, b.x), hull(a.y, b.y), hull(a.z, b.z)};
}

// Nothing if they are disjoint.
inline std::optional<IVec3> find_intersection(const IVec3& a, const IVec3& b) {
  const auto x = find_intersection(a.x, b.x), y = find_intersection(a.y, b.y), z = find_intersection(a.z, b.z);
  if (!x || !y || !z) return std::nullopt;
  return IVec3(*x, *y, *z);
}

// The same box as plain doubles.
inline Aabb make_aabb(const IVec3& a) {
  return {{a.x.lower(), a.y.lower(), a.z.lower()}, {a.x.upper(), a.y.upper(), a.z.upper()}};
}

}  // namespace abut::math
