// Velocities and forces of a rigid body, each a pair of vectors about a point.
//
//   Twist  V_WAp = (w_WA, v_WAp)   angular velocity of A, and velocity of the point of A at P
//   Wrench F_Ap  = (tau_Ap, f_A)   moment about P and force, of what acts on A
//
// both expressed in one frame, named last where it matters (V_WAp_W). Moving the point from P to Q by p_PQ:
//   v_WAq = v_WAp + w x p_PQ,      tau_Aq = tau_Ap - p_PQ x f,
// so that the power w . tau + v . f is the same about every point and in every frame.
#pragma once

#include "abut/math/types.h"

namespace abut::math {

struct Twist {
  Vec3 w = Vec3::Zero();  // rad/s
  Vec3 v = Vec3::Zero();  // m/s

  Twist& operator+=(const Twist& V) {
    w += V.w;
    v += V.v;
    return *this;
  }
  friend Twist operator+(Twist A, const Twist& B) { return A += B; }
  friend Twist operator-(const Twist& V) { return {-V.w, -V.v}; }
  friend Twist operator-(const Twist& A, const Twist& B) { return {A.w - B.w, A.v - B.v}; }
  friend Twist operator*(double s, const Twist& V) { return {s * V.w, s * V.v}; }
};

struct Wrench {
  Vec3 tau = Vec3::Zero();  // N m
  Vec3 f = Vec3::Zero();    // N

  Wrench& operator+=(const Wrench& F) {
    tau += F.tau;
    f += F.f;
    return *this;
  }
  friend Wrench operator+(Wrench A, const Wrench& B) { return A += B; }
  friend Wrench operator-(const Wrench& F) { return {-F.tau, -F.f}; }
  friend Wrench operator-(const Wrench& A, const Wrench& B) { return {A.tau - B.tau, A.f - B.f}; }
  friend Wrench operator*(double s, const Wrench& F) { return {s * F.tau, s * F.f}; }
};

// V_WAq from V_WAp.
inline Twist compute_shifted(const Twist& V_WAp, const Vec3& p_PQ) {
  return {V_WAp.w, V_WAp.v + V_WAp.w.cross(p_PQ)};
}

// F_Aq from F_Ap.
inline Wrench compute_shifted(const Wrench& F_Ap, const Vec3& p_PQ) {
  return {F_Ap.tau - p_PQ.cross(F_Ap.f), F_Ap.f};
}

// The same, expressed in frame E instead of B.
inline Twist compute_reexpressed(const Mat3& R_EB, const Twist& V_B) {
  return {R_EB * V_B.w, R_EB * V_B.v};
}
inline Wrench compute_reexpressed(const Mat3& R_EB, const Wrench& F_B) {
  return {R_EB * F_B.tau, R_EB * F_B.f};
}

// The wrench about P of a force f that acts at Q.
inline Wrench make_wrench(const Vec3& p_PQ, const Vec3& f) {
  return {p_PQ.cross(f), f};
}

// W. Precondition: both about one point and in one frame.
inline double compute_power(const Twist& V_WAp, const Wrench& F_Ap) {
  return V_WAp.w.dot(F_Ap.tau) + V_WAp.v.dot(F_Ap.f);
}

}  // namespace abut::math
