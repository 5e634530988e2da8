// Vectors and rotations of three numbers padded with a zero to four, which fill a vector register: for loops that do
// little else than turn and compare them. Sums of products are rounded like those of three terms, as the fourth is 0.
#pragma once

#include <array>

#include "abut/math/types.h"

namespace abut::math {

using PaddedVec3 = Eigen::Vector4d;  // the last is 0

inline PaddedVec3 make_padded(const Vec3& v) {
  return {v[0], v[1], v[2], 0.0};
}

struct PaddedMat3 {
  std::array<PaddedVec3, 3> columns{PaddedVec3::Zero(), PaddedVec3::Zero(), PaddedVec3::Zero()};

  PaddedMat3() = default;
  explicit PaddedMat3(const Mat3& m) : columns{make_padded(m.col(0)), make_padded(m.col(1)), make_padded(m.col(2))} {}

  PaddedVec3 operator*(const PaddedVec3& v) const { return columns[0] * v[0] + columns[1] * v[1] + columns[2] * v[2]; }
};

}  // namespace abut::math
