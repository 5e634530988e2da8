// Four numbers worked on at once, as many as fit into a register: one for each of four equal tasks, its lane.
//
// Arithmetic is that of double in each lane, so a task's bits do not depend on the other three.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "abut/math/types.h"

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace abut::math {

inline constexpr std::size_t kNumLanes = 4;

// Which of four; true is all bits set.
using FourFlags = long long __attribute__((vector_size(32)));

struct Four {
  using Lanes = double __attribute__((vector_size(32)));
  Lanes x;

  static Four of(double a, double b, double c, double d) { return {Lanes{a, b, c, d}}; }
  static Four all(double value) { return of(value, value, value, value); }
  // From four that follow each other.
  static Four read(const double* from) {
    Four four;
    std::memcpy(&four.x, from, sizeof(four.x));
    return four;
  }
  void write(double* to) const { std::memcpy(to, &x, sizeof(x)); }

  double operator[](std::size_t lane) const { return x[lane]; }
  void set(std::size_t lane, double value) { x[lane] = value; }
  Four& operator+=(const Four& other) { return x += other.x, *this; }
  Four& operator-=(const Four& other) { return x -= other.x, *this; }
};

inline Four operator+(const Four& a, const Four& b) {
  return {a.x + b.x};
}
inline Four operator-(const Four& a, const Four& b) {
  return {a.x - b.x};
}
inline Four operator-(const Four& a) {
  return {-a.x};
}
inline Four operator*(const Four& a, const Four& b) {
  return {a.x * b.x};
}
inline Four operator/(const Four& a, const Four& b) {
  return {a.x / b.x};
}
inline FourFlags operator>(const Four& a, const Four& b) {
  return a.x > b.x;
}

inline Four choose(FourFlags which, const Four& yes, const Four& no) {
  return {which ? yes.x : no.x};
}
// Precondition: none is NaN.
inline Four larger(const Four& a, const Four& b) {
  return {a.x > b.x ? a.x : b.x};
}
inline Four smaller(const Four& a, const Four& b) {
  return {a.x < b.x ? a.x : b.x};
}
inline Four absolute(const Four& a) {
  return larger(a, -a);
}

inline Four square_root(const Four& a) {
#ifdef __AVX__
  return {_mm256_sqrt_pd(a.x)};
#else
  return Four::of(std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3]));
#endif
}

// Bit i: of lane i.
inline unsigned pack_flags(FourFlags which) {
#ifdef __AVX__
  return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(which)));
#else
  unsigned bits = 0;
  for (std::size_t lane = 0; lane < kNumLanes; ++lane) bits |= (which[lane] != 0 ? 1u : 0u) << lane;
  return bits;
#endif
}
inline bool any(FourFlags which) {
  return pack_flags(which) != 0;
}

// Precondition: none is NaN.
inline double find_largest(const Four& a) {
  return std::max(std::max(a[0], a[1]), std::max(a[2], a[3]));
}

// A vector of each task.
struct FourVec3 {
  Four x, y, z;

  static FourVec3 zero() { return {Four::all(0.0), Four::all(0.0), Four::all(0.0)}; }
  static FourVec3 of(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return {Four::of(a.x(), b.x(), c.x(), d.x()), Four::of(a.y(), b.y(), c.y(), d.y()),
            Four::of(a.z(), b.z(), c.z(), d.z())};
  }
  Vec3 operator[](std::size_t lane) const { return {x[lane], y[lane], z[lane]}; }
  void set(std::size_t lane, const Vec3& v) { x.set(lane, v.x()), y.set(lane, v.y()), z.set(lane, v.z()); }
  FourVec3& operator+=(const FourVec3& v) { return x += v.x, y += v.y, z += v.z, *this; }
  FourVec3& operator-=(const FourVec3& v) { return x -= v.x, y -= v.y, z -= v.z, *this; }
};

inline FourVec3 operator+(const FourVec3& a, const FourVec3& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline FourVec3 operator-(const FourVec3& a, const FourVec3& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline FourVec3 operator*(const Four& s, const FourVec3& a) {
  return {s * a.x, s * a.y, s * a.z};
}
inline FourVec3 multiply_each(const FourVec3& a, const FourVec3& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
inline Four dot(const FourVec3& a, const FourVec3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline FourVec3 cross(const FourVec3& a, const FourVec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// A symmetric matrix of each task.
struct FourSymmetric {
  FourVec3 diagonal, beside;  // xx, yy, zz; yz, xz, xy

  void set(std::size_t lane, const Mat3& m) {
    diagonal.set(lane, m.diagonal()), beside.set(lane, {m(1, 2), m(0, 2), m(0, 1)});
  }
};

inline FourVec3 operator*(const FourSymmetric& m, const FourVec3& v) {
  return {m.diagonal.x * v.x + m.beside.z * v.y + m.beside.y * v.z,
          m.beside.z * v.x + m.diagonal.y * v.y + m.beside.x * v.z,
          m.beside.y * v.x + m.beside.x * v.y + m.diagonal.z * v.z};
}

}  // namespace abut::math
