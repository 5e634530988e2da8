// One sparse solve over all bodies, for methods that move all contacts at once (body_newton.h, cone_interior.h): if
// every contact answers a change du of its relative velocity by an impulse g - D du, by how much do the bodies'
// velocities change?
//
// With V = V0 + C y, C C^T the bodies' inverse masses, and G the contacts' velocities by y, du = G dy, dy = G^T dp:
//
//   (1 + G^T D G) dy = G^T g,     one block row for each body that moves (body_matrix.h).
//
// However much is locked, the matrix has an inverse where D is positive semidefinite.
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

// dp = g - D du, in world axes.
struct LinearContact {
  math::Vec3 g = math::Vec3::Zero();
  math::Mat3 D = math::Mat3::Zero();
};

class BodySystem {
 public:
  // Once for each problem, which must stay as it is. False where a solve would cost more than sweeps do.
  bool load(const ContactProblem& problem);
  // Of all contacts. False where the matrix has no inverse.
  bool factorise(std::span<const LinearContact> linear);
  // After factorise, as often as g changes: C dy of every body. False where a number is not finite.
  bool solve(std::span<const LinearContact> linear, std::span<math::Twist> dV);

 private:
  struct MovingRoot {
    std::uint32_t row = kFixed;
    math::Mat3 C_w = math::Mat3::Zero();  // C of w, lower triangular,
    math::Vec3 C_v = math::Vec3::Zero();  // and of v, diagonal
  };
  static constexpr std::uint32_t kFixed = 0xffffffffu;

  void add_group(const ContactGroup& group, std::span<const LinearContact> linear);
  void add_load(const ContactGroup& group, std::span<const LinearContact> linear);
  static Block6 weigh(const MovingRoot& a, const Block6& H, const MovingRoot& b);

  const ContactProblem* problem_ = nullptr;
  std::vector<MovingRoot> roots_;
  std::vector<BodyLink> links_;
  BodyMatrix matrix_;
  std::vector<Vector6> y_;
};

}  // namespace abut::response
