// The impact of two bodies at one contact, with friction, as a path of growing normal impulse (Routh 1860, Keller
// 1986).
//
// In the contact frame, z the normal from B to A: u the relative velocity of A against B, K the inverse mass there, so
// that an impulse p on A gives u = u0 + K p. The normal part p_z grows from 0; friction follows it by Coulomb's law,
//
//   slipping   dp = (-mu s, 1) dp_z,   s = u_t / |u_t|
//   stopped    the tangential force that keeps u_t at 0, if that lies within the cone;
//              else it slips off at once, in the one direction s with K_tt mu s + c s = K_tz, c > 0.
//
// Compression lasts until u_z = 0. Restitution ends, with coefficient e in [0, 1],
//
//   Newton     when u_z = -e u0_z,
//   Poisson    when p_z = (1 + e) times its value at the end of compression,
//   Stronge    when the work of the normal impulse, W = int u_z dp_z, is (1 - e^2) times its value there.
//
// Energy lost is -(u0 + u) . p / 2. Along the path energy is convex in p_z, so it is below its start on one interval.
// Stronge's law ends within it. Newton's and Poisson's may not: then the impact ends where energy is back at its start,
// which is the largest e that does not raise it, and is_limited says so.
//
// Slip along a line, sticking, and slip without friction are pieces solved exactly. A slip that turns is integrated in
// a variable in which it is smooth to its end (dp_z = |u_t| d tau: then u_t' = -mu K_tt u_t + |u_t| K_tz), by the
// fifth-order method of Dormand and Prince, each step accepted at a local error of kStepBound of the speed of arrival;
// the end of a phase within a step is found by bisection. Slip counts as stopped at kStopBound of the speed of arrival.
// Where friction drives the bodies together (as for Painleve's rod) the path runs on until slip stops: the impulse is
// finite, because K is positive definite.
#pragma once

#include <cstdint>

#include "abut/math/types.h"
#include "abut/response/laws.h"

namespace abut::response {

struct ImpactProblem {
  math::Mat3 K = math::Mat3::Identity();  // 1/kg, symmetric, positive semidefinite
  math::Vec3 u0 = -math::Vec3::UnitZ();   // m/s
  double mu = 0.0;
  double e = 0.0;
};

enum class ImpactOutcome : std::uint8_t {
  kStruck,
  kLeaving,      // they do not approach: no impulse
  kImmovable,    // nothing moves along the normal: no impulse
  kNotFinished,  // a bound was reached; the impulse is that of the path so far
};

struct Impact {
  ImpactOutcome outcome = ImpactOutcome::kStruck;
  math::Vec3 p = math::Vec3::Zero();  // N s, on A
  math::Vec3 u = math::Vec3::Zero();  // afterwards
  double energy_lost = 0.0;           // J
  double e = 0.0;                     // as it was used: less than asked where is_limited
  bool is_limited = false;            // the e asked for would have raised energy
  int num_pieces = 0;                 // of the path
};

Impact compute_impact(const ImpactProblem& problem, ImpactLaw law);

}  // namespace abut::response
