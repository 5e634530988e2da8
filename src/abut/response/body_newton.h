// Newton's method for the cone law, over all bodies at once: one sparse solve where sweeps creep. Once it is known
// which contacts are open, stick or slide, it ends in a few steps; far from there it wanders, so sweeps go first.
//
// The law is a fixed point, p = project(p - u / w), with w the contact's inverse mass along its normal and u its
// velocity less what it asks for (Alart and Curnier, A mixed formulation for frictional contact problems, 1991; De
// Saxce's coupling of sliding and opening does not arise, since normal and friction are projected one after the other).
// With z = p - u / w each contact is
//
//   open      z_n <= 0:                      p becomes 0
//   sticking  |z_t| <= mu z_n:               dp = -s (u + du)
//   sliding   else, along t = z_t / |z_t|:   dp_n = -s (u_n + du_n),
//                                            dp_t = mu p_n - p_t + mu dp_n along t, and across it, along q, as t turns,
//                                            (1 - b + 1 / c) dp_q = -p_q - b du_q / w,   b = mu z_n / |z_t|
//
// with s = c / w: a proximal weight c in place of infinity, so that redundant contacts share a load as they did before,
// and nothing has to have full rank. So dp = g - D du at every contact, which body_system.h solves. Impulses of the
// step are projected into their cones.
#pragma once

#include <span>
#include <vector>

#include "abut/response/body_system.h"
#include "abut/response/contact_problem.h"

namespace abut::response {

class BodyNewton {
 public:
  // Once for each problem, which the system is loaded with. All must stay as they are; other methods may use the system
  // in between.
  void load(const ContactProblem& problem, std::span<const double> inv_n, BodySystem& system);
  // One step from impulses p and the velocities that they make to new impulses, in their cones. c: the proximal weight.
  // False, and p as it was, where the matrix has no inverse or a number is not finite.
  bool update(std::span<const math::Twist> V, double c, std::span<math::Vec3> p);

 private:
  // u: less what the contact asks for.
  LinearContact linearise(std::size_t i, const math::Vec3& u, const math::Vec3& p, double c) const;

  const ContactProblem* problem_ = nullptr;
  std::span<const double> inv_n_;
  BodySystem* system_ = nullptr;
  std::vector<LinearContact> linear_;
  std::vector<math::Twist> dV_;
  std::vector<math::Vec3> next_;
};

}  // namespace abut::response
