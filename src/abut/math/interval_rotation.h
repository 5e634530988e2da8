// Quaternions of intervals, of any length, and the rotations they stand for. Precondition: a RoundUpward scope is open.
#pragma once

#include "abut/math/interval_vector.h"
#include "abut/math/types.h"

namespace abut::math {

struct IQuat {
  Interval w;
  IVec3 u;  // the vector part

  IQuat() = default;
  IQuat(const Interval& w_, const IVec3& u_) : w(w_), u(u_) {}
  IQuat(const Quat& q) : w(q.w()), u(Vec3(q.vec())) {}  // NOLINT(google-explicit-constructor): every quaternion is one

  friend IQuat operator+(const IQuat& a, const IQuat& b) { return {a.w + b.w, a.u + b.u}; }
  friend IQuat operator-(const IQuat& a, const IQuat& b) { return {a.w - b.w, a.u - b.u}; }
  friend IQuat operator*(const Interval& s, const IQuat& a) { return {s * a.w, s * a.u}; }
};

inline Interval dot(const IQuat& a, const IQuat& b) {
  return a.w * b.w + dot(a.u, b.u);
}
inline Interval squared_norm(const IQuat& a) {
  return sqr(a.w) + squared_norm(a.u);
}

// The vector part of a times the conjugate of b.
inline IVec3 vector_of_quotient(const IQuat& a, const IQuat& b) {
  return b.w * a.u - a.w * b.u - cross(a.u, b.u);
}

// R(q/|q|) v = v + 2 (w u x v + u x (u x v)) / |q|^2. Unbounded where |q|^2 may be zero.
inline IVec3 rotate(const IQuat& q, const IVec3& v) {
  const IVec3 uv = cross(q.u, v);
  return v + (Interval(2.0) / squared_norm(q)) * (q.w * uv + cross(q.u, uv));
}

}  // namespace abut::math
