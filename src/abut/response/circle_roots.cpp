#include "abut/response/circle_roots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

namespace abut::response {
namespace {

using math::Vec2;

constexpr int kMostPolishSteps = 4;  // Newton's method doubles the digits of a simple zero, which has eight or more

using Quartic = std::array<double, 5>;  // by rising powers

double compute_quartic(const Quartic& q, double t) {
  return q[0] + t * (q[1] + t * (q[2] + t * (q[3] + t * q[4])));
}
double compute_quartic_slope(const Quartic& q, double t) {
  return q[1] + t * (2 * q[2] + t * (3 * q[3] + t * 4 * q[4]));
}

// Of eight directions the one in which |f| is largest; zero where f is nothing in all.
Vec2 choose_far_direction(const CircleCurve& curve) {
  constexpr double kHalf = 0.70710678118654752440;
  Vec2 far = Vec2::Zero();
  double largest = 0.0;
  for (const Vec2& d : {Vec2(1, 0), Vec2(kHalf, kHalf), Vec2(0, 1), Vec2(-kHalf, kHalf)}) {
    for (const double sign : {1.0, -1.0}) {
      const double value = std::abs(curve.compute(sign * d));
      if (value > largest) largest = value, far = sign * d;
    }
  }
  return far;
}

// f(d) (1 + t^2)^2, with d at twice the angle of t from `axis` towards `across`.
Quartic make_quartic(const CircleCurve& curve, const Vec2& axis, const Vec2& across) {
  const auto meet = [&](const Vec2& d, const Vec2& e) {
    return curve.xx * d.x() * e.x() + 0.5 * curve.xy * (d.x() * e.y() + d.y() * e.x()) + curve.yy * d.y() * e.y();
  };
  const double c = curve.linear.dot(axis), s = curve.linear.dot(across);
  const double cc = meet(axis, axis), cs = 2 * meet(axis, across), ss = meet(across, across);
  return {c + cc, 2 * (s + cs), 4 * ss - 2 * cc, 2 * (s - cs), cc - c};
}

// Never to where the quartic is larger: between two zeros that nearly meet its slope says nothing.
double polish(const Quartic& q, double t) {
  double value = compute_quartic(q, t);
  for (int i = 0; i < kMostPolishSteps && value != 0.0; ++i) {
    const double next = t - value / compute_quartic_slope(q, t), after = compute_quartic(q, next);
    if (!(std::abs(after) < std::abs(value))) break;
    t = next, value = after;
  }
  return t;
}

using Complex = std::complex<double>;

// All zeros at once, by Aberth's method (1973): Newton's method for each, repelled by the others. Plain numbers, so
// that the bits do not depend on where in memory they lie. A double zero takes most steps: its error halves in each.
std::array<Complex, 4> find_zeros(const Quartic& q) {
  constexpr int kMostSteps = 100;
  constexpr double kStill = 1e-15;
  double radius = 0.0;  // no zero is farther out than one more than this
  for (std::size_t i = 0; i < 4; ++i) radius = std::max(radius, std::abs(q[i] / q[4]));
  std::array<Complex, 4> z;
  for (Complex power = 0.5 * (1 + radius); Complex & one : z) one = power *= Complex(0.4, 0.9);
  for (int step = 0; step < kMostSteps; ++step) {
    bool is_still = true;
    for (Complex& one : z) {
      const Complex value = q[0] + one * (q[1] + one * (q[2] + one * (q[3] + one * q[4])));
      const Complex slope = q[1] + one * (2 * q[2] + one * (3 * q[3] + one * (4 * q[4])));
      Complex repelled = slope;
      for (const Complex& other : z)
        if (&other != &one && other != one) repelled -= value / (one - other);
      if (value == 0.0 || repelled == 0.0) continue;
      const Complex change = value / repelled;
      one -= change;
      is_still &= std::norm(change) <= kStill * kStill * (1 + std::norm(one));
    }
    if (is_still) break;
  }
  return z;
}

}  // namespace

CircleRoots find_circle_roots(const CircleCurve& curve) {
  CircleRoots roots;
  const Vec2 far = choose_far_direction(curve);
  if (far == Vec2::Zero()) return roots;
  const Vec2 axis = -far, across(-axis.y(), axis.x());
  const Quartic q = make_quartic(curve, axis, across);
  for (const double coefficient : q)
    if (!std::isfinite(coefficient / q[4])) return roots;
  double size = std::abs(curve.linear.x()) + std::abs(curve.linear.y());
  size += std::abs(curve.xx) + std::abs(curve.xy) + std::abs(curve.yy);
  for (const Complex& zero : find_zeros(q)) {
    const double t = polish(q, zero.real());
    const Vec2 d = ((1 - t * t) * axis + 2 * t * across) / (1 + t * t);
    if (std::abs(curve.compute(d)) <= CircleRoots::kNearZeroBound * size) roots.d[roots.count++] = d.normalized();
  }
  return roots;
}

}  // namespace abut::response
