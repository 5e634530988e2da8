#include "abut/math/interval_trig.h"

#include <cmath>
#include <limits>
#include <utility>

namespace abut::math {
namespace {

// pi/2 = kHalfPi1 + kHalfPi2 + a number in [kHalfPi3, next double]. The first two have 33 bits, so that their products
// with a quadrant number below 2^20 are exact.
constexpr double kHalfPi1 = 0x1.921fb544p+0;
constexpr double kHalfPi2 = 0x1.0b4611a6p-34;
constexpr double kHalfPi3 = 0x1.3198a2e037073p-69;
constexpr double kHalfPi3Above = 0x1.3198a2e037074p-69;

// An angle as quadrant * pi/2 + rest, |rest| <= pi/4 up to rounding.
struct ReducedAngle {
  long quadrant;
  Interval rest;
};

ReducedAngle reduce(double angle) {
  constexpr double kInverse = 0x1.45f306dc9c883p-1;  // 2/pi; its error only makes the rest a little larger
  const double quadrant = std::floor(angle * kInverse + 0.5);
  const Interval rest = Interval(angle) - quadrant * Interval(kHalfPi1) - quadrant * Interval(kHalfPi2) -
                        quadrant * Interval(kHalfPi3, kHalfPi3Above);
  return {static_cast<long>(quadrant), rest};
}

// 1/n! rounded to nearest by the compiler, and so within one unit in the last place of the true number.
constexpr double inverse_factorial(int n) {
  double factorial = 1.0;  // exact up to 22!
  for (int i = 2; i <= n; ++i) factorial *= i;
  return 1.0 / factorial;
}
Interval enclose(double nearest) {
  constexpr double kEps = std::numeric_limits<double>::epsilon();
  return nearest * Interval(1.0 - kEps, 1.0 + kEps);
}

// sum over i of (-1)^i x2^i / (first + 2 i)!, i = 0 ... 7, and the remainder: terms alternate and fall for x2 < 1.
template <int kFirst>
Interval alternating_series(const Interval& x2) {
  static constexpr int kTerms = 8;
  static constexpr double kRemainder = inverse_factorial(kFirst + 2 * kTerms);
  Interval sum = Interval(0.0, 1.0) * enclose(kRemainder);
  [&]<int... i>(std::integer_sequence<int, i...>) {
    ((sum = enclose(inverse_factorial(kFirst + 2 * (kTerms - 1 - i))) - x2 * sum), ...);
  }(std::make_integer_sequence<int, kTerms>());
  return sum;
}

// For |x| < 1: x - x^3 (1/3! - x^2/5! + ...), 1 - x^2/2 + x^4 (1/4! - x^2/6! + ...).
Interval sin_near_zero(const Interval& x) {
  const Interval x2 = sqr(x);
  return x - x * (x2 * alternating_series<3>(x2));
}
Interval cos_near_zero(const Interval& x) {
  const Interval x2 = sqr(x);
  return Interval(1.0) - x2 * (Interval(0.5) - x2 * alternating_series<4>(x2));
}

// sin(quadrant pi/2 + rest).
Interval sin_at(const ReducedAngle& a) {
  const Interval value = a.quadrant % 2 == 0 ? sin_near_zero(a.rest) : cos_near_zero(a.rest);
  return (a.quadrant & 2) == 0 ? value : -value;
}

// sin over the angles between from and to: their own values, and 1 or -1 if a multiple of pi/2 where it is so may lie
// between.
Interval sin_between(const ReducedAngle& from, const ReducedAngle& to) {
  const long first = from.rest.lower() <= 0 ? from.quadrant : from.quadrant + 1;
  const long last = to.rest.upper() >= 0 ? to.quadrant : to.quadrant - 1;
  if (last - first >= 4) return {-1.0, 1.0};
  Interval range = hull(sin_at(from), sin_at(to));
  for (long n = first; n <= last; ++n) {
    if (n % 2 != 0) range = hull(range, Interval((n & 2) == 0 ? 1.0 : -1.0));
  }
  return find_intersection(range, Interval(-1.0, 1.0)).value_or(Interval(-1.0, 1.0));
}

bool is_reducible(const Interval& a) {
  return a.lower() >= -kLargestAngle && a.upper() <= kLargestAngle;
}

}  // namespace

Interval sin(const Interval& a) {
  if (!is_reducible(a)) return {-1.0, 1.0};
  return sin_between(reduce(a.lower()), reduce(a.upper()));
}

// sin a quarter turn on.
Interval cos(const Interval& a) {
  if (!is_reducible(a)) return {-1.0, 1.0};
  ReducedAngle from = reduce(a.lower()), to = reduce(a.upper());
  ++from.quadrant;
  ++to.quadrant;
  return sin_between(from, to);
}

}  // namespace abut::math
