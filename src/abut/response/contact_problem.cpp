#include "abut/response/contact_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut::response {
namespace {

using math::Mat3;
using math::Twist;
using math::Vec3;

void add_impulse(const ProblemBody& body, const Vec3& arm, const Vec3& p, Twist& V) {
  V.v += body.inv_mass.cwiseProduct(p);
  V.w += body.inv_inertia * arm.cross(p);
}

double compute_inverse_mass_along(const ContactProblem& problem, const ProblemContact& contact, const Vec3& d) {
  const ProblemBody &a = problem.bodies[contact.a], &b = problem.bodies[contact.b];
  const Vec3 turn_a = contact.arm_a.cross(d), turn_b = contact.arm_b.cross(d);
  return d.dot((a.inv_mass + b.inv_mass).cwiseProduct(d)) + turn_a.dot(a.inv_inertia * turn_a) +
         turn_b.dot(b.inv_inertia * turn_b);
}

// Natural map of the tangential law: p_t is the point of its disk that is nearest to p_t - u_t / w. Where that lies in
// the disk, all slip is too much.
double compute_friction_residual(const Vec3& p_t, const Vec3& u_t, double w, double radius) {
  const Vec3 wanted = w * p_t - u_t;
  const double length_sq = wanted.squaredNorm(), rim = w * radius;
  if (length_sq <= rim * rim) return u_t.norm();
  return (w * p_t - rim / std::sqrt(length_sq) * wanted).norm();
}

}  // namespace

Vec3 compute_contact_velocity(const ProblemContact& contact, std::span<const Twist> V) {
  const Twist &A = V[contact.a], &B = V[contact.b];
  return A.v + A.w.cross(contact.arm_a) - B.v - B.w.cross(contact.arm_b);
}

void write_velocities(const ContactProblem& problem, std::span<const Vec3> p, std::vector<Twist>& V) {
  V.clear();
  V.reserve(problem.bodies.size());
  for (const ProblemBody& body : problem.bodies) V.push_back(body.V);
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    add_impulse(problem.bodies[contact.a], contact.arm_a, p[i], V[contact.a]);
    add_impulse(problem.bodies[contact.b], contact.arm_b, -p[i], V[contact.b]);
  }
}

std::vector<Twist> compute_velocities(const ContactProblem& problem, std::span<const Vec3> p) {
  std::vector<Twist> V;
  write_velocities(problem, p, V);
  return V;
}

ContactResiduals compute_contact_residuals(const ProblemContact& contact, double inv_mass_n, const Vec3& u,
                                           const Vec3& p) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!u.allFinite() || !p.allFinite()) return {kInfinity, kInfinity, kInfinity};
  const Vec3& n = contact.nhat_BA_W;
  const double u_n = n.dot(u), p_n = n.dot(p), radius = contact.mu * std::max(p_n, 0.0);
  const Vec3 u_t = u - u_n * n - contact.stick_velocity, p_t = p - p_n * n;
  const double friction_sq = p_t.squaredNorm();
  const double beyond = friction_sq <= radius * radius ? 0.0 : std::max(std::sqrt(friction_sq) - radius, 0.0);
  return {std::abs(std::min(u_n - contact.least_speed, inv_mass_n * p_n)), inv_mass_n * beyond,
          compute_friction_residual(p_t, u_t, inv_mass_n, radius)};
}

ContactResiduals compute_residuals(const ContactProblem& problem, std::span<const Vec3> p) {
  const std::vector<Twist> V = compute_velocities(problem, p);
  ContactResiduals worst;
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    worst.raise(compute_contact_residuals(contact, compute_inverse_mass_along(problem, contact, contact.nhat_BA_W),
                                          compute_contact_velocity(contact, V), p[i]));
  }
  for (double* residual : {&worst.normal, &worst.cone, &worst.dissipation}) *residual /= problem.speed_scale;
  return worst;
}

}  // namespace abut::response
