// Rotation by a quaternion of any length, in exact or long arithmetic.
#pragma once

#include <array>

#include "oracle/rational.h"

namespace abut::oracle {

// |q|^2 R(q/|q|) v = |q|^2 v + 2 (w u x v + u x (u x v)) with q = (w, u): a polynomial, so `Number` needs no division.
template <class Number>
std::array<Number, 3> rotate_and_scale(const std::array<Number, 4>& q_wxyz, const std::array<Number, 3>& v) {
  const auto& [w, x, y, z] = q_wxyz;
  const auto cross_u = [&](const std::array<Number, 3>& a) {
    return std::array<Number, 3>{y * a[2] - z * a[1], z * a[0] - x * a[2], x * a[1] - y * a[0]};
  };
  const std::array<Number, 3> uv = cross_u(v), uuv = cross_u(uv);
  const Number norm_sq = w * w + x * x + y * y + z * z;
  return {norm_sq * v[0] + 2 * (w * uv[0] + uuv[0]), norm_sq * v[1] + 2 * (w * uv[1] + uuv[1]),
          norm_sq * v[2] + 2 * (w * uv[2] + uuv[2])};
}

// R(q/|q|) v in the arithmetic of `Number`.
template <class Number>
std::array<Number, 3> rotate(const std::array<Number, 4>& q_wxyz, const std::array<Number, 3>& v) {
  const auto& [w, x, y, z] = q_wxyz;
  const Number norm_sq = w * w + x * x + y * y + z * z;
  const std::array<Number, 3> scaled = rotate_and_scale(q_wxyz, v);
  return {scaled[0] / norm_sq, scaled[1] / norm_sq, scaled[2] / norm_sq};
}

}  // namespace abut::oracle
