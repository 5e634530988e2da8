// Where on the unit circle a curve of degree two passes through it: the unit vectors d = (x, y) at which
//
//   f(d) = linear . d + d^T square d = 0,
//
// a trigonometric polynomial of degree two in the angle, so at most four unless f is zero everywhere (then none are
// listed). With t the tangent of half the angle from an axis it is a quartic in t, whose zeros are found all
// at once (Aberth's method), the real ones polished by Newton's method. The axis is turned so that t is infinite in the
// direction, of eight, in which |f| is largest: five values determine f, so the leading coefficient is then of the
// order of the largest, and no zero is far out.
//
// Two zeros that lie so near that rounding cannot tell them apart may come as one, and so may two that have just
// vanished: what is listed makes f at most kNearZeroBound of its coefficients. No sine or cosine is called.
#pragma once

#include <array>
#include <cstddef>

#include "abut/math/types.h"

namespace abut::response {

struct CircleCurve {
  math::Vec2 linear = math::Vec2::Zero();
  double xx = 0.0, xy = 0.0, yy = 0.0;  // of x^2, x y and y^2

  double compute(const math::Vec2& d) const {
    return linear.dot(d) + d.x() * (xx * d.x() + xy * d.y()) + yy * d.y() * d.y();
  }
};

struct CircleRoots {
  // Double zeros are off by the root of machine epsilon, and f by its square, times the 16 or so by
  // which a quartic's coefficients exceed f's; a thousandfold of that is still nothing to who checks what is found.
  static constexpr double kNearZeroBound = 1e-11;

  std::array<math::Vec2, 4> d;
  std::size_t count = 0;
};

CircleRoots find_circle_roots(const CircleCurve& curve);

}  // namespace abut::response
