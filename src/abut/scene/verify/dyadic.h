// Exact numbers m 2^e with whole m of any size: what sums and products of doubles are. Without quotients there are no
// common divisors to look for, which is what makes rationals slow.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <utility>

#include "abut/math/types.h"

namespace abut::scene {

class Dyadic {
 public:
  using Whole = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;

  Dyadic() = default;
  // Precondition: finite.
  Dyadic(double x) {  // NOLINT(google-explicit-constructor): every double is one
    const double mantissa = std::frexp(x, &exponent_);
    constexpr int kDigits = 53;
    auto whole = static_cast<long long>(std::ldexp(mantissa, kDigits));
    exponent_ -= kDigits;
    for (; whole != 0 && whole % 2 == 0; whole /= 2) ++exponent_;
    whole_ = whole;
    if (whole == 0) exponent_ = 0;
  }

  int sign() const { return whole_.sign(); }

  friend Dyadic operator-(const Dyadic& a) { return {-a.whole_, a.exponent_}; }
  friend Dyadic operator+(const Dyadic& a, const Dyadic& b) {
    if (a.exponent_ > b.exponent_) return b + a;
    return {a.whole_ + (b.whole_ << (b.exponent_ - a.exponent_)), a.exponent_};
  }
  friend Dyadic operator-(const Dyadic& a, const Dyadic& b) { return a + (-b); }
  friend Dyadic operator*(const Dyadic& a, const Dyadic& b) { return {a.whole_ * b.whole_, a.exponent_ + b.exponent_}; }
  friend bool operator<(const Dyadic& a, const Dyadic& b) { return (a - b).sign() < 0; }
  friend bool operator<=(const Dyadic& a, const Dyadic& b) { return (a - b).sign() <= 0; }

  // a / b, off by a few units in the last place, unless it over- or underflows. Precondition: b is not zero.
  friend double compute_ratio(const Dyadic& a, const Dyadic& b) {
    const auto [ma, ea] = a.split();
    const auto [mb, eb] = b.split();
    return std::ldexp(ma / mb, ea - eb);
  }

 private:
  Dyadic(Whole whole, int exponent) : whole_(std::move(whole)), exponent_(exponent) {}

  // The leading digits and their exponent.
  std::pair<double, int> split() const {
    if (whole_ == 0) return {0.0, 0};
    const Whole size = abs(whole_);
    const auto extra = static_cast<int>(msb(size)) - 60;
    if (extra <= 0) return {static_cast<double>(static_cast<long long>(whole_)), exponent_};
    const auto leading = static_cast<double>(static_cast<long long>(size >> extra));
    return {sign() < 0 ? -leading : leading, exponent_ + extra};
  }

  Whole whole_ = 0;
  int exponent_ = 0;
};

using DyadicVec3 = std::array<Dyadic, 3>;

inline DyadicVec3 to_dyadic(const math::Vec3& v) {
  return {v[0], v[1], v[2]};
}
inline DyadicVec3 operator+(const DyadicVec3& a, const DyadicVec3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline DyadicVec3 operator-(const DyadicVec3& a, const DyadicVec3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline DyadicVec3 operator*(const Dyadic& k, const DyadicVec3& a) {
  return {k * a[0], k * a[1], k * a[2]};
}
inline Dyadic dot(const DyadicVec3& a, const DyadicVec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline DyadicVec3 cross(const DyadicVec3& a, const DyadicVec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace abut::scene
