// How wrong the answer at one contact is, relative to what happens at that contact.
//
// The error is a speed, the largest of compute_contact_residuals (contact_problem.h). It is divided by the larger of
//
//   g h           what the forces that always act change either of its two bodies by in a step, and
//   |dV| there    what the impulses of the step changed either body by, at the contact point.
//
// Both are taken of each body by itself, and the larger counts: where two bodies are stopped together their relative
// velocity does not change, but each one's does, by impulses that are known no better than in proportion to it. Nothing
// else of an island enters. A contact at rest is not called solved because something strikes far away; of one that is
// struck no more is asked than of any other.
//
// Where nothing acts on either body and no impulse changed them there is nothing to be relative to. Then it is the
// largest of relative speed, impulse times inverse mass, and the error itself: so at most 1, which is all of it.
// An error that rounding of the bodies' own velocities explains is none.
//
// A contact that strikes obeys an impact law (impact.h), whose friction goes along a path: at its end it need not
// oppose what slip is left, and the normal speed is what restitution makes it. compute_impact_error asks for what holds
// of every such law: afterwards no approach faster than least_speed allows, no pull, friction within the cone.
//
// Infinite where an impulse or a velocity is not finite. Cost: two products of a matrix and a vector a contact.
#pragma once

#include <cstddef>
#include <limits>

#include "abut/math/twist.h"
#include "abut/math/types.h"
#include "abut/response/contact_problem.h"

namespace abut::response {

// A body after the step's impulses.
struct JudgedBody {
  math::Vec3 inv_mass = math::Vec3::Zero();
  math::Mat3 inv_inertia = math::Mat3::Zero();
  math::Twist V;            // that it has
  math::Twist change;       // of its velocity, by the impulses
  double own_change = 0.0;  // m/s, g h: by the forces that always act, in a step
  // m/s: no less than its change at any contact. Where that is no more than g h, it is not asked for contact by
  // contact.
  double most_change = std::numeric_limits<double>::infinity();
};

// Relative, of a contact between A and B that has the impulse p on A. Its `a` and `b` are not looked at.
double compute_contact_error(const JudgedBody& A, const JudgedBody& B, const ProblemContact& contact,
                             const math::Vec3& p);
double compute_impact_error(const JudgedBody& A, const JudgedBody& B, const ProblemContact& contact,
                            const math::Vec3& p);

// Of many contacts. Sums depend on the order in which they are added to the last bit.
struct ContactErrors {
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  double largest = 0.0;
  double sum_sq = 0.0;
  std::size_t num_contacts = 0;
  std::size_t worst = kNone;  // the first contact with the largest error; none if that is 0

  void add(std::size_t contact, double error) {
    if (error > largest) largest = error, worst = contact;
    sum_sq += error * error;
    ++num_contacts;
  }
  void add(const ContactErrors& later);
  double rms() const;  // 0 of none
};

}  // namespace abut::response
