// Exact arithmetic for oracles: rationals by GMP. Every finite double converts exactly.
#pragma once

#include <array>
#include <boost/multiprecision/gmp.hpp>

namespace abut::oracle {

using Rational = boost::multiprecision::mpq_rational;
using RVec3 = std::array<Rational, 3>;

inline RVec3 operator-(const RVec3& a, const RVec3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline RVec3 operator+(const RVec3& a, const RVec3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline RVec3 operator*(const Rational& s, const RVec3& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
inline Rational dot(const RVec3& a, const RVec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline RVec3 cross(const RVec3& a, const RVec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// Any three-vector of doubles, exactly.
template <class Vector>
RVec3 exact(const Vector& v) {
  return {Rational(v[0]), Rational(v[1]), Rational(v[2])};
}

}  // namespace abut::oracle
