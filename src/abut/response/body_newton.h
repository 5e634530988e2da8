// Newton's method for the cone law, over all bodies at once: one sparse solve where sweeps creep. Once it is known
// which contacts are open, stick or slide, it ends in a few steps; far from there it wanders, so sweeps go first.
//
// The law is a fixed point, p = project(p - u / w), with w the contact's inverse mass along its normal and u its
// velocity less its least speed (Alart and Curnier, A mixed formulation for frictional contact problems, 1991; De
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
// and nothing has to have full rank. So dp = g - D du at every contact, du = G dy, dy = G^T dp, with V = V0 + C y,
// C C^T the bodies' inverse masses and G the contacts' velocities by y:
//
//   (1 + G^T D G) dy = G^T g,     one block row for each body that moves (body_matrix.h).
//
// However much is locked, the matrix has an inverse. Impulses of the step are projected into their cones.
//
// Contacts of a group act at points that both bodies share, so arm_b - arm_a is the same for all of them: D of a group
// is added up about the centre of A, and carried over to B once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/response/body_matrix.h"
#include "abut/response/contact_problem.h"

namespace abut::response {

class BodyNewton {
 public:
  // Once for each problem. False where a step would cost more than sweeps do.
  bool load(const ContactProblem& problem, std::span<const double> inv_n);
  // One step from impulses p and the velocities that they make to new impulses, in their cones. c: the proximal weight.
  // False, and p as it was, where the matrix has no inverse or a number is not finite.
  bool update(std::span<const math::Twist> V, double c, std::span<math::Vec3> p);

 private:
  // dp = g - D du, in world axes.
  struct Linear {
    math::Vec3 g;
    math::Mat3 D;
  };
  struct MovingRoot {
    std::uint32_t row = kFixed;
    math::Mat3 C_w = math::Mat3::Zero();  // C of w, lower triangular,
    math::Vec3 C_v = math::Vec3::Zero();  // and of v, diagonal
  };
  static constexpr std::uint32_t kFixed = 0xffffffffu;

  Linear linearise(std::size_t i, const math::Vec3& u, const math::Vec3& p, double c) const;
  void add_group(const ContactGroup& group, std::span<const math::Twist> V, double c, std::span<const math::Vec3> p);
  static Block6 weigh(const MovingRoot& a, const Block6& H, const MovingRoot& b);
  void add_body(const MovingRoot& body, const Block6& H, const Vector6& g);

  const ContactProblem* problem_ = nullptr;
  std::span<const double> inv_n_;
  std::vector<MovingRoot> roots_;
  std::vector<BodyLink> links_;
  BodyMatrix matrix_;
  std::vector<Linear> linear_;
  std::vector<Vector6> y_;
  std::vector<math::Twist> dV_;
  std::vector<math::Vec3> next_;
};

}  // namespace abut::response
