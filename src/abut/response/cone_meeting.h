// Two bodies that meet, and what a sweep of the cone law does at points between them: velocities follow every impulse.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "abut/math/types.h"

namespace abut::response {

struct ConeBody {
  math::Vec3 v, w, inv_mass;
  math::Mat3 inv_inertia;
  bool is_dynamic = false;
};

struct ConePoint {
  std::uint32_t a = 0, b = 0;
  double mu = 0.0, least_speed = 0.0;
  double p_n = 0.0, p_1 = 0.0, p_2 = 0.0;        // the impulse along n, t1, t2
  double inv_n = 0.0, inv_1 = 0.0, inv_2 = 0.0;  // inverse masses along them
  math::Vec3 n, t1, t2, arm_a, arm_b;

  double friction() const { return std::sqrt(p_1 * p_1 + p_2 * p_2); }
  math::Vec3 impulse() const { return p_n * n + p_1 * t1 + p_2 * t2; }
};

// Two bodies while points between them are solved. Their velocities are copied out, and back by who made it: a group
// touches two bodies many times.
struct ConeMeeting {
  const ConeBody &a, &b;
  math::Vec3 v_a, w_a, v_b, w_b;

  ConeMeeting(const ConeBody& body_a, const ConeBody& body_b)
      : a(body_a), b(body_b), v_a(body_a.v), w_a(body_a.w), v_b(body_b.v), w_b(body_b.w) {}

  math::Vec3 compute_velocity(const math::Vec3& arm_a, const math::Vec3& arm_b) const {
    return v_a + w_a.cross(arm_a) - v_b - w_b.cross(arm_b);
  }
  math::Vec3 compute_velocity(const ConePoint& point) const { return compute_velocity(point.arm_a, point.arm_b); }
  // An impulse on A, with its moments about both centres of mass.
  void apply(const math::Vec3& p, const math::Vec3& moment_a, const math::Vec3& moment_b) {
    v_a += a.inv_mass.cwiseProduct(p), w_a += a.inv_inertia * moment_a;
    v_b -= b.inv_mass.cwiseProduct(p), w_b -= b.inv_inertia * moment_b;
  }
  void apply(const ConePoint& point, const math::Vec3& p) { apply(p, point.arm_a.cross(p), point.arm_b.cross(p)); }
  // Returns the change, as a speed.
  double change_impulse(ConePoint& point, double p_n, double p_1, double p_2) {
    const double d_n = p_n - point.p_n, d_1 = p_1 - point.p_1, d_2 = p_2 - point.p_2;
    if (d_n == 0.0 && d_1 == 0.0 && d_2 == 0.0) return 0.0;
    point.p_n = p_n, point.p_1 = p_1, point.p_2 = p_2;
    apply(point, d_n * point.n + d_1 * point.t1 + d_2 * point.t2);
    const double u_n = point.inv_n * d_n, u_1 = point.inv_1 * d_1, u_2 = point.inv_2 * d_2;
    return std::sqrt(u_n * u_n + u_1 * u_1 + u_2 * u_2);
  }
  // How an impulse along e changes the velocity along d, at one place.
  double couple(const math::Vec3& arm_a, const math::Vec3& arm_b, const math::Vec3& d, const math::Vec3& e) const {
    return d.dot((a.inv_mass + b.inv_mass).cwiseProduct(e)) + arm_a.cross(d).dot(a.inv_inertia * arm_a.cross(e)) +
           arm_b.cross(d).dot(b.inv_inertia * arm_b.cross(e));
  }

  // Sets the axes of friction and the inverse masses along them: those of the tangential part of the point's own.
  void load_axes(ConePoint& point) const;

  // The steps of a sweep (cone_system.h). Those of one point return its change, as a speed.
  void solve_common_friction(std::span<ConePoint> points);
  double solve_friction(ConePoint& point);
  double solve_point(ConePoint& point);
};

}  // namespace abut::response
