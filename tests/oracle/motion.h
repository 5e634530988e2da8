// Where a point of a moving body is, in 50 digits, straight from the definitions of the motions.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include "abut/math/pose.h"
#include "oracle/rotation.h"

namespace abut::oracle {

using Long =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float_50::backend_type, boost::multiprecision::et_off>;
using LVec3 = std::array<Long, 3>;

inline LVec3 to_long(const math::Vec3& v) {
  return {Long(v[0]), Long(v[1]), Long(v[2])};
}

inline LVec3 pose_point(const math::Pose& X, const math::Vec3& v) {
  const LVec3 y = rotate<Long>({X.q.w(), X.q.x(), X.q.y(), X.q.z()}, to_long(v));
  return {X.p[0] + y[0], X.p[1] + y[1], X.p[2] + y[2]};
}

// Blended position and quaternion, the second quaternion with the sign that makes their product positive; the path of
// the position bent by s (1 - s) bend.
inline LVec3 step_point(const math::Pose& X0, const math::Pose& X1, const Long& s, const math::Vec3& v,
                        const math::Vec3& bend = math::Vec3::Zero()) {
  const double sign = X0.q.coeffs().dot(X1.q.coeffs()) < 0 ? -1 : 1;
  const auto blend = [&](double a, double b) { return (1 - s) * Long(a) + s * Long(b); };
  const std::array<Long, 4> q{blend(X0.q.w(), sign * X1.q.w()), blend(X0.q.x(), sign * X1.q.x()),
                              blend(X0.q.y(), sign * X1.q.y()), blend(X0.q.z(), sign * X1.q.z())};
  const LVec3 y = rotate<Long>(q, to_long(v));
  const auto along = [&](Eigen::Index i) { return blend(X0.p[i], X1.p[i]) + s * (1 - s) * Long(bend[i]); };
  return {along(0) + y[0], along(1) + y[1], along(2) + y[2]};
}

// `start` turned by `angle` about the direction `axis` (any length but zero) through `center`, then moved by `shift`.
inline LVec3 turned_point(const LVec3& start, const LVec3& center, const LVec3& axis, const Long& angle,
                          const LVec3& shift) {
  const Long length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  const Long k = sin(angle / 2) / length;
  const LVec3 y = rotate<Long>({cos(angle / 2), k * axis[0], k * axis[1], k * axis[2]},
                               {start[0] - center[0], start[1] - center[1], start[2] - center[2]});
  return {center[0] + y[0] + shift[0], center[1] + y[1] + shift[1], center[2] + y[2] + shift[2]};
}

// |x'| and |x''| at s by differences; the path is smooth, so their error is about 1e-20 of its size.
template <class Path>
Long speed_at(const Path& path, const Long& s) {
  const Long h = 1e-12;
  const LVec3 a = path(s - h), b = path(s + h);
  Long sum = 0;
  for (int i = 0; i < 3; ++i) sum += (b[i] - a[i]) * (b[i] - a[i]);
  return sqrt(sum) / (2 * h);
}
template <class Path>
Long acceleration_at(const Path& path, const Long& s) {
  const Long h = 1e-10;
  const LVec3 a = path(s - h), m = path(s), b = path(s + h);
  Long sum = 0;
  for (int i = 0; i < 3; ++i) sum += (a[i] - 2 * m[i] + b[i]) * (a[i] - 2 * m[i] + b[i]);
  return sqrt(sum) / (h * h);
}

}  // namespace abut::oracle
