// Rotation by a quaternion of any length, in exact or long arithmetic.
#pragma once

#include <array>

#include "oracle/rational.h"

namespace abut::oracle {

// R(q/|q|) v = v + 2 (w u x v + u x (u x v)) / |q|^2 with q = (w, u), in the arithmetic of `Number`.
template <class Number>
std::array<Number, 3> rotate(const std::array<Number, 4>& q_wxyz, const std::array<Number, 3>& v) {
  const auto& [w, x, y, z] = q_wxyz;
  const auto cross_u = [&](const std::array<Number, 3>& a) {
    return std::array<Number, 3>{y * a[2] - z * a[1], z * a[0] - x * a[2], x * a[1] - y * a[0]};
  };
  const std::array<Number, 3> uv = cross_u(v), uuv = cross_u(uv);
  const Number factor = Number(2) / Number(w * w + x * x + y * y + z * z);
  return {v[0] + factor * (w * uv[0] + uuv[0]), v[1] + factor * (w * uv[1] + uuv[1]),
          v[2] + factor * (w * uv[2] + uuv[2])};
}

}  // namespace abut::oracle
