#include "abut/response/contact_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut::response {
namespace {

using math::Twist;
using math::Vec3;

// Of a speed that is the difference of two bodies' velocities at a point, relative to both: three sums and products of
// 2^-53 each in a component, the same again along the normal, and as much in what the velocities were made of.
constexpr double kSpeedBound = 0x1p-48;

Vec3 compute_velocity_at(const Twist& V, const Vec3& arm) {
  return V.v + V.w.cross(arm);
}

// Two bodies where they touch.
struct JudgedContact {
  const JudgedBody &A, &B;
  const ProblemContact& contact;
  const Vec3 v_a, v_b, u;

  JudgedContact(const JudgedBody& body_a, const JudgedBody& body_b, const ProblemContact& between)
      : A(body_a),
        B(body_b),
        contact(between),
        v_a(compute_velocity_at(A.V, contact.arm_a)),
        v_b(compute_velocity_at(B.V, contact.arm_b)),
        u(v_a - v_b) {}

  double compute_normal_inverse_mass() const {
    const Vec3 &n = contact.nhat_BA_W, turn_a = contact.arm_a.cross(n), turn_b = contact.arm_b.cross(n);
    return n.dot((A.inv_mass + B.inv_mass).cwiseProduct(n)) + turn_a.dot(A.inv_inertia * turn_a) +
           turn_b.dot(B.inv_inertia * turn_b);
  }

  double relate(double error, const Vec3& p) const {
    const double change_sq = std::max(compute_velocity_at(A.change, contact.arm_a).squaredNorm(),
                                      compute_velocity_at(B.change, contact.arm_b).squaredNorm());
    const double scale = std::max({A.own_change, B.own_change, std::sqrt(change_sq)});
    if (!std::isfinite(error) || !std::isfinite(scale)) return std::numeric_limits<double>::infinity();
    if (error * error <= kSpeedBound * kSpeedBound * (v_a.squaredNorm() + v_b.squaredNorm())) return 0.0;
    if (scale > 0) return error / scale;
    return error / std::max({u.norm(), compute_normal_inverse_mass() * p.norm(), error});
  }

  // Of most contacts, whose inverse mass need not be known: those without an impulse, of which any approach is too
  // much; and those that press and stick well within their cones, whatever the inverse mass is beyond that of the
  // masses alone, of which any velocity is. Negative, or not a number, of others.
  double find_simple_error(const Vec3& p) const {
    const Vec3& n = contact.nhat_BA_W;
    const double u_n = n.dot(u), rate = u_n - contact.least_speed;
    if (p == Vec3::Zero()) return std::max(-rate, 0.0);
    const double least_w = n.dot((A.inv_mass + B.inv_mass).cwiseProduct(n)), p_n = n.dot(p), rim = contact.mu * p_n;
    const double slip_sq = (u - u_n * n).squaredNorm(), friction_sq = (p - p_n * n).squaredNorm();
    // |p_t| + |u_t| / w <= rim, by halves
    const bool sticks = p_n > 0 && rate <= least_w * p_n && 4 * friction_sq <= rim * rim &&
                        4 * slip_sq <= least_w * least_w * rim * rim;
    return sticks ? std::sqrt(std::max(slip_sq, rate * rate)) : -1.0;
  }
};

}  // namespace

double compute_contact_error(const JudgedBody& A, const JudgedBody& B, const ProblemContact& contact, const Vec3& p) {
  const JudgedContact judged(A, B, contact);
  if (const double error = judged.find_simple_error(p); error >= 0) return judged.relate(error, p);
  const double w = judged.compute_normal_inverse_mass();
  return judged.relate(compute_contact_residuals(contact, w, judged.u, p).largest(), p);
}

double compute_impact_error(const JudgedBody& A, const JudgedBody& B, const ProblemContact& contact, const Vec3& p) {
  const JudgedContact judged(A, B, contact);
  const double w = judged.compute_normal_inverse_mass(), cone = compute_contact_residuals(contact, w, judged.u, p).cone;
  const Vec3& n = contact.nhat_BA_W;
  return judged.relate(std::max({contact.least_speed - n.dot(judged.u), -w * n.dot(p), cone}), p);
}

void ContactErrors::add(std::size_t contact, double error) {
  if (error > largest) largest = error, worst = contact;
  sum_sq += error * error;
  ++num_contacts;
}

void ContactErrors::add(const ContactErrors& later) {
  if (later.largest > largest) largest = later.largest, worst = later.worst;
  sum_sq += later.sum_sq;
  num_contacts += later.num_contacts;
}

double ContactErrors::rms() const {
  return num_contacts > 0 ? std::sqrt(sum_sq / static_cast<double>(num_contacts)) : 0.0;
}

}  // namespace abut::response
