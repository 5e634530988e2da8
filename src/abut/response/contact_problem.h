// What a contact law is given, and what it answers. No geometry: masses, velocities, and contacts between bodies.
//
// Bodies have generalised velocities V = (w, v), v of the centre of mass, without the impulses of contacts. With p_i
// the impulse that contact i gives to A, and takes from B, both at one point,
//
//   v_A += M_A^-1 p_i,   w_A += I_A^-1 (arm_a x p_i),   and B the opposite,
//
// the relative velocity of A against B at the contact is u_i = v_A + w_A x arm_a - v_B - w_B x arm_b. A law finds p_i
// such that, with u_n = nhat . u and p_n = nhat . p,
//
//   normal       0 <= u_n - least_speed   complementary to   p_n >= 0
//   cone         |p_t| <= mu p_n
//   dissipation  p_t opposes the slip s = u_t - stick_velocity:   |s| p_t = -mu p_n s   (so where something slides,
//                friction is all it can be)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "abut/math/twist.h"
#include "abut/math/types.h"

namespace abut::response {

struct ProblemBody {
  math::Vec3 inv_mass = math::Vec3::Zero();     // 1/kg along the world's axes; 0 where it is locked or not dynamic
  math::Mat3 inv_inertia = math::Mat3::Zero();  // 1/(kg m^2), about the centre of mass, in world axes
  math::Twist V;                                // before the impulses
};

struct ProblemContact {
  std::uint32_t a = 0, b = 0;
  math::Vec3 nhat_BA_W = math::Vec3::UnitZ();
  math::Vec3 arm_a = math::Vec3::Zero(), arm_b = math::Vec3::Zero();  // from the centres of mass to the contact point
  double mu = 0.0;
  double least_speed = 0.0;  // m/s: of the relative normal velocity afterwards
  // m/s, across the normal: the relative velocity afterwards of what sticks. Not zero where bodies turn, and so go on
  // to move against each other at a point that is not theirs.
  math::Vec3 stick_velocity = math::Vec3::Zero();

  // Of the relative velocity, what is neither asked for nor slip.
  math::Vec3 compute_offset() const { return least_speed * nhat_BA_W + stick_velocity; }
};

// Contacts of one manifold, which follow each other: same two bodies.
struct ContactGroup {
  std::uint32_t first = 0, count = 0;
  double merge_distance = 0.0;  // m: points as near as that may be taken as one (merge_contacts.h); 0: none
};

struct ContactProblem {
  std::vector<ProblemBody> bodies;
  std::vector<ProblemContact> contacts;
  std::vector<ContactGroup> groups;  // all contacts, in their order
  std::vector<math::Vec3> guess;     // of the impulses on A, N s; of every contact
  double speed_scale = 1.0;          // m/s: what residuals are relative to

  void clear() { bodies.clear(), contacts.clear(), groups.clear(), guess.clear(); }
};

// How far an answer is from the law, as speeds relative to the problem's speed scale: the largest of any contact.
// Infinite where an impulse or a velocity is not finite.
struct ContactResiduals {
  double normal = 0.0;       // of complementarity: |min(u_n - least_speed, p_n times its inverse mass)|
  double cone = 0.0;         // (|p_t| - mu p_n) times the inverse mass, where positive
  double dissipation = 0.0;  // of the slip: all of it where it sticks, else but for its share along -p_t

  double largest() const { return std::max({normal, cone, dissipation}); }
  // Each to the larger.
  void raise(const ContactResiduals& other) {
    normal = std::max(normal, other.normal);
    cone = std::max(cone, other.cone);
    dissipation = std::max(dissipation, other.dissipation);
  }
};

enum class SolveOutcome : std::uint8_t {
  kSolved,         // the law's own conditions hold within what was asked
  kNotConverged,   // the bound on sweeps or pivots was reached; the answer is the best so far
  kUnbounded,      // no finite impulses do (ray termination)
  kTooLarge,       // more contacts than the law takes; no impulses
  kInconsistent,   // no impulses give the velocities that the law asks for; those nearest to it
  kApproaching,    // a contact that was taken out because it pulled approaches without it
  kWrongFriction,  // friction of a contact taken as sliding drives its slip
  kJammed,         // locks leave no impulses that do; those without friction, or none
};

struct ContactImpulses {
  SolveOutcome outcome = SolveOutcome::kSolved;
  std::vector<math::Vec3> p;   // N s, on A, of every contact
  std::vector<math::Twist> V;  // of every body, afterwards
  ContactResiduals residuals;  // as compute_residuals judges the answer
  int num_sweeps = 0;
  int num_newton_steps = 0;
  bool is_of_cone = false;  // the law that was asked has none: this is the cone's (laws.h)
};

// Into the cone about n: nothing where it pulls, else friction shortened to what the normal carries.
inline math::Vec3 project_into_cone(const math::Vec3& p, const math::Vec3& n, double mu) {
  const double p_n = n.dot(p);
  if (!(p_n > 0)) return math::Vec3::Zero();
  const math::Vec3 p_t = p - p_n * n;
  const double length = p_t.norm(), rim = mu * p_n;
  return length > rim ? math::Vec3(p_n * n + rim / length * p_t) : p;
}

// The relative velocity at a contact.
math::Vec3 compute_contact_velocity(const ProblemContact& contact, std::span<const math::Twist> V);

// The same, less what the contact asks for: along the normal what has to be no less than zero, across it the slip.
inline math::Vec3 compute_excess(const ProblemContact& contact, std::span<const math::Twist> V) {
  return compute_contact_velocity(contact, V) - contact.compute_offset();
}

// Bodies' velocities with these impulses.
std::vector<math::Twist> compute_velocities(const ContactProblem& problem, std::span<const math::Vec3> p);
// The same, into room that is there.
void write_velocities(const ContactProblem& problem, std::span<const math::Vec3> p, std::vector<math::Twist>& V);

// Of one contact, in m/s: its inverse mass along the normal, its relative velocity and its impulse given.
ContactResiduals compute_contact_residuals(const ProblemContact& contact, double inv_mass_n, const math::Vec3& u,
                                           const math::Vec3& p);

// The same, of most contacts, whose inverse mass need not be known: those without an impulse, of which any approach is
// too much; and those that press and stick within their cones, whatever it is beyond that of the masses alone, of which
// any velocity is. None of others.
// inv_masses: of both bodies together, along the world's axes.
std::optional<ContactResiduals> find_simple_residuals(const ProblemContact& contact, const math::Vec3& inv_masses,
                                                      const math::Vec3& u, const math::Vec3& p);

// By definition, from the problem alone: what any law's answer is judged by.
ContactResiduals compute_residuals(const ContactProblem& problem, std::span<const math::Vec3> p);

inline std::optional<ContactResiduals> find_simple_residuals(const ProblemContact& contact,
                                                             const math::Vec3& inv_masses, const math::Vec3& u,
                                                             const math::Vec3& p) {
  const math::Vec3& n = contact.nhat_BA_W;
  const double u_n = n.dot(u), rate = u_n - contact.least_speed;
  if (p == math::Vec3::Zero()) {
    if (!std::isfinite(rate)) return std::nullopt;
    return ContactResiduals{std::max(-rate, 0.0), 0.0, 0.0};
  }
  const double w = n.dot(inv_masses.cwiseProduct(n)), p_n = n.dot(p);
  const double slip = (u - u_n * n - contact.stick_velocity).norm(), friction_sq = (p - p_n * n).squaredNorm();
  const double room = w * contact.mu * p_n - slip;  // w |p_t| + |u_t| <= w mu p_n, whatever is added to w
  const bool sticks = p_n > 0 && rate <= w * p_n && room >= 0 && w * w * friction_sq <= room * room;
  if (!sticks) return std::nullopt;
  return ContactResiduals{std::abs(rate), 0.0, slip};
}

}  // namespace abut::response
