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
  PaddedMat3(const Vec3& x, const Vec3& y, const Vec3& z) : columns{make_padded(x), make_padded(y), make_padded(z)} {}

  PaddedVec3 operator*(const PaddedVec3& v) const { return columns[0] * v[0] + columns[1] * v[1] + columns[2] * v[2]; }

  // Written out, since g++ leaves Eigen's products as calls where a query needs several.
  Vec3 turn(const Vec3& v) const {
    const auto& [x, y, z] = columns;
    return {v[0] * x[0] + v[1] * y[0] + v[2] * z[0], v[0] * x[1] + v[1] * y[1] + v[2] * z[1],
            v[0] * x[2] + v[1] * y[2] + v[2] * z[2]};
  }
  // By the transpose.
  Vec3 turn_back(const Vec3& v) const {
    const auto& [x, y, z] = columns;
    return {v[0] * x[0] + v[1] * x[1] + v[2] * x[2], v[0] * y[0] + v[1] * y[1] + v[2] * y[2],
            v[0] * z[0] + v[1] * z[1] + v[2] * z[2]};
  }
  Mat3 unpad() const {
    Mat3 m;
    for (int j = 0; j < 3; ++j) m.col(j) = columns[static_cast<std::size_t>(j)].head<3>();
    return m;
  }
};

}  // namespace abut::math
