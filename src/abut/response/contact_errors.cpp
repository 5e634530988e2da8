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
constexpr double kNoMore = 1 + 1e-8;  // what stands is changed by g h, but for so little

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

  bool is_rounding(double error) const {
    return error * error <= kSpeedBound * kSpeedBound * (v_a.squaredNorm() + v_b.squaredNorm());
  }

  double compute_change() const {
    return std::sqrt(std::max(compute_velocity_at(A.change, contact.arm_a).squaredNorm(),
                              compute_velocity_at(B.change, contact.arm_b).squaredNorm()));
  }

  double relate(double error, const Vec3& p) const {
    const double own_change = std::max(A.own_change, B.own_change);
    const double scale = std::max(A.most_change, B.most_change) <= kNoMore * own_change
                             ? own_change
                             : std::max(own_change, compute_change());
    if (!std::isfinite(error) || !std::isfinite(scale)) return std::numeric_limits<double>::infinity();
    if (is_rounding(error)) return 0.0;
    if (scale > 0) return error / scale;
    return error / std::max({u.norm(), compute_normal_inverse_mass() * p.norm(), error});
  }
};

}  // namespace

double compute_contact_error(const JudgedBody& A, const JudgedBody& B, const ProblemContact& contact, const Vec3& p) {
  const JudgedContact judged(A, B, contact);
  const auto simple = find_simple_residuals(contact, A.inv_mass + B.inv_mass, judged.u, p);
  if (simple) return judged.relate(simple->largest(), p);
  const double w = judged.compute_normal_inverse_mass();
  return judged.relate(compute_contact_residuals(contact, w, judged.u, p).largest(), p);
}

double compute_impact_error(const JudgedBody& A, const JudgedBody& B, const ProblemContact& contact, const Vec3& p) {
  const JudgedContact judged(A, B, contact);
  const double w = judged.compute_normal_inverse_mass(), cone = compute_contact_residuals(contact, w, judged.u, p).cone;
  const Vec3& n = contact.nhat_BA_W;
  return judged.relate(std::max({contact.least_speed - n.dot(judged.u), -w * n.dot(p), cone}), p);
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
