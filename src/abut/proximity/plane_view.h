// A piece as it is seen along the contact normal: each point as (x, y, h), its place in the contact plane and its
// height along nhat_BA_W. Heights are measured from a point of B near the contact, so that they are as exact as the
// pose of A seen from B however far both are from the world's origin.
#pragma once

#include "abut/math/types.h"
#include "abut/proximity/piece_pair.h"

namespace abut::proximity {

// (x, y, h) = M p + c, with p in the frame of piece P; the rows of M are two tangents and the normal, right-handed.
struct PlaneView {
  math::Mat3 M;
  math::Vec3 c;

  // Written out, since g++ leaves Eigen's product as a call.
  math::Vec3 see(const math::Vec3& p) const {
    const auto row = [&](int i) { return M(i, 0) * p[0] + M(i, 1) * p[1] + M(i, 2) * p[2] + c[i]; };
    return {row(0), row(1), row(2)};
  }
  math::Vec3 normal() const { return M.row(2); }  // in the frame of P
};

// Two unit vectors t1, t2 with (t1, t2, nhat) right-handed, as the rows above nhat. Deterministic; jumps where the
// least component of nhat changes.
inline math::Mat3 make_plane_axes(const math::Vec3& nhat) {
  int least = 0;
  nhat.cwiseAbs().minCoeff(&least);
  const math::Vec3 t1 = math::Vec3::Unit(least).cross(nhat).normalized();
  math::Mat3 axes;
  axes << t1.transpose(), nhat.cross(t1).transpose(), nhat.transpose();
  return axes;
}

// B as seen along its axes, from the point p_BO of B.
inline PlaneView make_view_of_b(const math::Mat3& axes_B, const math::Vec3& p_BO) {
  return {axes_B, axes_B * -p_BO};
}

// A as seen along the same axes, from the same point.
inline PlaneView make_view_of_a(const math::Mat3& axes_B, const math::Vec3& p_BO, const RelativePose& pose) {
  return {axes_B * pose.R_BA.unpad(), axes_B * (pose.p_BA - p_BO)};
}

}  // namespace abut::proximity
