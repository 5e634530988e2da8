// Outward-rounded intervals [lower, upper] of real numbers. The result of an operation contains every real result of
// operands taken from the arguments; so does the result of any expression.
//
// Precondition of every arithmetic operation: a RoundUpward scope is open. Comparisons and accessors need none.
//
// An interval is kept as (-lower, upper) in one register, so that both ends are rounded upward. Both are above
// -infinity and neither is NaN: infinite ends mean "no bound known". Overflow widens to an infinite end. NaN given as
// an end becomes an infinite one; so does every 0 * infinity that would decide an end. Division by an interval that
// contains zero is the whole line.
//
// 12 ns for a determinant of three vectors, where plain doubles take 1.6 (bench/interval_bench.cpp).
#pragma once

#include <emmintrin.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "abut/math/round_upward.h"

namespace abut::math {

class Interval {
 public:
  Interval() : Interval(0.0) {}
  // The point x. An infinite x is what overflowed: beyond the largest double.
  Interval(double x)
      : v_(make_bounds(_mm_set_pd(x, -x))) {}  // NOLINT(google-explicit-constructor): every double is one
  // Precondition: lower <= upper, or NaN.
  Interval(double lower, double upper) : v_(make_bounds(_mm_set_pd(upper, -lower))) {}
  static Interval whole() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return {-kInfinity, kInfinity};
  }

  double lower() const { return -_mm_cvtsd_f64(v_); }
  double upper() const { return _mm_cvtsd_f64(_mm_unpackhi_pd(v_, v_)); }
  bool contains(double x) const { return lower() <= x && x <= upper(); }
  bool contains(const Interval& a) const { return lower() <= a.lower() && a.upper() <= upper(); }
  bool is_bounded() const { return lower() > -kInf && upper() < kInf; }

  friend Interval operator-(const Interval& a) { return Interval(swap(a.v_)); }
  friend Interval operator+(const Interval& a, const Interval& b) { return add(a.v_, b.v_); }
  friend Interval operator-(const Interval& a, const Interval& b) { return add(a.v_, swap(b.v_)); }

  friend Interval operator*(const Interval& a, const Interval& b) {
    // With a = [-x, y], b = [-p, q] the candidates for (-lower, upper) are x (-p, p), x (q, -q), -y (-p, p), -y (q,
    // -q). NaN, from 0 * infinity, stands for 0. In the second operand of a maximum it becomes infinity; in the first
    // it is dropped, and then another candidate is 0 or infinite.
    const __m128d va = make_opaque(a.v_), vb = make_opaque(b.v_);
    const __m128d x = _mm_unpacklo_pd(va, va), minus_y = negate(_mm_unpackhi_pd(va, va));
    const __m128d p = _mm_xor_pd(_mm_unpacklo_pd(vb, vb), _mm_set_pd(0.0, -0.0));
    const __m128d q = _mm_xor_pd(_mm_unpackhi_pd(vb, vb), _mm_set_pd(-0.0, 0.0));
    const __m128d with_p = make_number(_mm_max_pd(_mm_mul_pd(x, p), _mm_mul_pd(minus_y, p)));
    const __m128d with_q = make_number(_mm_max_pd(_mm_mul_pd(x, q), _mm_mul_pd(minus_y, q)));
    return Interval(make_opaque(_mm_max_pd(with_p, with_q)));
  }

  // By a point: two products instead of eight.
  friend Interval operator*(double k, const Interval& a) {
    if (!std::isfinite(k)) return Interval(k) * a;
    const __m128d v = make_opaque(k < 0 ? swap(a.v_) : a.v_);
    return Interval(make_opaque(make_number(_mm_mul_pd(v, _mm_set1_pd(std::abs(k))))));
  }
  friend Interval operator*(const Interval& a, double k) { return k * a; }

  friend Interval operator/(const Interval& a, const Interval& b) {
    if (b.lower() > 0) return a.divide_by_positive(b);
    if (b.upper() < 0) return (-a).divide_by_positive(-b);
    return whole();
  }

  friend Interval sqr(const Interval& a) {
    const __m128d m = make_opaque(abs(a).v_);
    return Interval(make_opaque(_mm_mul_pd(m, _mm_xor_pd(m, _mm_set_pd(0.0, -0.0)))));
  }

  // Of the part of a that is not negative; the whole line if there is none.
  friend Interval sqrt(const Interval& a) {
    if (a.upper() < 0) return whole();
    const double lower = a.lower() > 0 ? a.lower() : 0.0;
    const __m128d root = make_opaque(_mm_sqrt_pd(make_opaque(_mm_set_pd(a.upper(), lower))));
    // The lower end was rounded upward too. Its square tells whether it was exact; if not, one step down.
    const double square = _mm_cvtsd_f64(make_opaque(_mm_mul_sd(root, root)));
    const __m128d minus_low = negate(root);
    const __m128d below = make_opaque(_mm_add_sd(minus_low, _mm_set_sd(std::numeric_limits<double>::denorm_min())));
    return Interval(_mm_move_sd(root, square > lower ? below : minus_low));
  }

  friend Interval abs(const Interval& a) {
    const __m128d s = swap(a.v_);
    const __m128d low = _mm_min_pd(_mm_min_pd(a.v_, s), _mm_setzero_pd());
    return Interval(_mm_move_sd(_mm_max_pd(a.v_, s), low));
  }

  friend Interval min(const Interval& a, const Interval& b) {
    return Interval(_mm_move_sd(_mm_min_pd(a.v_, b.v_), _mm_max_pd(a.v_, b.v_)));
  }
  friend Interval max(const Interval& a, const Interval& b) {
    return Interval(_mm_move_sd(_mm_max_pd(a.v_, b.v_), _mm_min_pd(a.v_, b.v_)));
  }
  friend Interval hull(const Interval& a, const Interval& b) { return Interval(_mm_max_pd(a.v_, b.v_)); }
  // Nothing if they are disjoint.
  friend std::optional<Interval> find_intersection(const Interval& a, const Interval& b) {
    const Interval common(_mm_min_pd(a.v_, b.v_));
    if (common.lower() > common.upper()) return std::nullopt;
    return common;
  }

  Interval& operator+=(const Interval& a) { return *this = *this + a; }
  Interval& operator-=(const Interval& a) { return *this = *this - a; }
  Interval& operator*=(const Interval& a) { return *this = *this * a; }

 private:
  explicit Interval(__m128d v) : v_(v) {}

  static constexpr double kInf = std::numeric_limits<double>::infinity();

  // min and max return their second operand if either is NaN.
  static __m128d make_number(__m128d v) { return _mm_min_pd(v, _mm_set1_pd(kInf)); }
  static __m128d make_bounds(__m128d v) {
    return make_number(_mm_max_pd(_mm_set1_pd(-std::numeric_limits<double>::max()), v));
  }
  static __m128d negate(__m128d v) { return _mm_xor_pd(v, _mm_set1_pd(-0.0)); }
  static __m128d swap(__m128d v) { return _mm_shuffle_pd(v, v, 1); }
  static Interval add(__m128d a, __m128d b) {
    return Interval(make_opaque(_mm_add_pd(make_opaque(a), make_opaque(b))));
  }

  Interval divide_by_positive(const Interval& b) const {
    const __m128d v = make_opaque(v_);
    const __m128d by_upper = _mm_div_pd(v, make_opaque(_mm_set1_pd(b.upper())));
    const __m128d by_lower = _mm_div_pd(v, make_opaque(_mm_set1_pd(b.lower())));
    // The first is NaN where both are infinite; then the second is infinite.
    return Interval(make_opaque(_mm_max_pd(by_upper, by_lower)));
  }

  __m128d v_;  // (-lower, upper)
};

// Certain: true of every pair of members. That one is false does not make its opposite true.
inline bool certainly_positive(const Interval& a) {
  return a.lower() > 0;
}
inline bool certainly_negative(const Interval& a) {
  return a.upper() < 0;
}
inline bool certainly_less(const Interval& a, const Interval& b) {
  return a.upper() < b.lower();
}
inline bool certainly_at_most(const Interval& a, const Interval& b) {
  return a.upper() <= b.lower();
}

// Some finite double in the interval, near its middle where it is bounded. Any rounding mode.
inline double compute_midpoint(const Interval& a) {
  constexpr double kMax = std::numeric_limits<double>::max();
  const double lower = std::max(a.lower(), -kMax), upper = std::min(a.upper(), kMax);
  return std::clamp(0.5 * lower + 0.5 * upper, lower, upper);
}

// The largest absolute value of a member.
inline double compute_magnitude(const Interval& a) {
  return abs(a).upper();
}

// upper - lower, rounded upward. Precondition: a RoundUpward scope is open.
inline double compute_width(const Interval& a) {
  return (Interval(a.upper()) - Interval(a.lower())).upper();
}

}  // namespace abut::math
