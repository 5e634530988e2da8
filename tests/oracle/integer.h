// Exact arithmetic without fractions: doubles as multiples of one power of two, which spares the oracles the greatest
// common divisors that rationals are reduced by.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <boost/multiprecision/gmp.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

namespace abut::oracle {

using Integer = boost::multiprecision::number<boost::multiprecision::gmp_int,
                                              boost::multiprecision::expression_template_option::et_off>;
using IVec3 = std::array<Integer, 3>;

inline IVec3 operator-(const IVec3& a, const IVec3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline IVec3 operator+(const IVec3& a, const IVec3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline IVec3 operator*(const Integer& s, const IVec3& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
inline Integer dot(const IVec3& a, const IVec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline IVec3 cross(const IVec3& a, const IVec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// A number as mantissa times 2^exponent, the mantissa odd or zero; the exponent of zero is larger than any.
struct Dyadic {
  std::int64_t mantissa = 0;
  int exponent = std::numeric_limits<int>::max();
};

// Precondition: x is finite.
inline Dyadic split(double x) {
  if (x == 0.0) return {};
  int exponent = 0;
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
  const int zeros = std::countr_zero(static_cast<std::uint64_t>(mantissa));
  return {mantissa >> zeros, exponent - 53 + zeros};
}

// x / 2^exponent. Precondition: that is whole.
inline Integer make_integer(double x, int exponent) {
  const Dyadic d = split(x);
  return d.mantissa == 0 ? Integer(0) : Integer(Integer(d.mantissa) << static_cast<unsigned>(d.exponent - exponent));
}

// The largest exponent by whose power of two all of `numbers` (doubles, in any container) can be divided.
template <class Numbers>
int find_exponent(const Numbers& numbers) {
  int exponent = std::numeric_limits<int>::max();
  for (const double x : numbers) exponent = std::min(exponent, split(x).exponent);
  return exponent;
}

}  // namespace abut::oracle
