// A spring with a damper between a point of a body and a point of the world: how a hand pulls a body.
//
//   F = m_p (w^2 (p_WT - p_WP) - 2 w v_WP),   at P
//
// m_p is the least mass that the body shows at P, over all directions: 1 over the largest eigenvalue of
// 1/m - [r] I^-1 [r], r from the centre of mass to P. So the spring is damped critically or more whatever it pulls and
// wherever it holds it, and since the force is constant over a step of h, w h is at most kLargestPhase, where such a
// step is stable. Besides, a hand damps what turns in it: torque -kTurnRate L, so that nothing spins about P for ever.
// No acceleration of P is larger than kLargestPull, so that a far target throws nothing about.
#pragma once

#include "abut/dynamics/body.h"

namespace abut::dynamics {

inline constexpr double kPullRate = 15.0;       // rad/s: w, where steps are small enough
inline constexpr double kTurnRate = 3.0;        // 1/s
inline constexpr double kLargestPhase = 0.25;   // of w h
inline constexpr double kLargestPull = 1000.0;  // m/s^2

struct Pull {
  math::Vec3 force = math::Vec3::Zero();   // N, at the centre of mass
  math::Vec3 torque = math::Vec3::Zero();  // N m, about it
};

// Of a dynamic body that is not locked whole; else zero.
Pull compute_pull(const BodyModel& model, const BodyState& state, const math::Vec3& p_BP, const math::Vec3& p_WT,
                  double h);

}  // namespace abut::dynamics
