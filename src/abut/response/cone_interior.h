// The cone law by an interior point method: for what sweeps go round in circles on, or creep towards. Contacts that
// share a load in many ways, as a dozen between two links of a chain, do not slow it down, and no guess misleads it.
// From nothing it comes to 1e-3 in eight to thirty steps; for the last digits Newton's method is better
// (body_newton.h).
//
// With mu |u_t| added to the normal velocity, the law says that impulses and velocities lie in dual cones, at right
// angles (De Saxce and Feng, The bipotential method, 1998): in axes (n, t1, t2)
//
//   p = (mu p_n, p_t)   and   w = ((u_n - least_speed) / mu + |u_t|, u_t)   in {x_0 >= |x_t|},   p . w = 0.
//
// Steps are those for second-order cones: the scaling of Nesterov and Todd, the predictor and corrector of Mehrotra
// (Vandenberghe, The CVXOPT linear and quadratic cone program solvers, 2010, sections 4 and 5). With the scaling W,
// W w = W^-1 p = x, products and quotients those of Jordan's algebra, m the mean of p . w and s the share of it aimed
// at,
//
//   dp = W (d - W dw),   d = (s m 1 - x x - (W^-1 dp') (W dw')) / x   with dp', dw' of the predictor,
//   dw = off + T du,     off: what w differs from its definition by,
//
// so dp = g - D du at every contact, and one sparse solve over all bodies gives du (body_system.h).
//
// T is the derivative of w by u. That of |u_t| is u_t / |u_t|, which jumps where a contact sticks; taken as u_t / w_0
// it does not: w_0 is |u_t| where a contact slides, and much more where it sticks far inside its cone. Without that
// derivative, |u_t| being taken from the step before, the method stalls at 1e-2 on bridges, heaps and whatever slides
// in many places (cone_interior_test). A share of it may be asked for: with a little less than all of it, which lets
// what slides oppose further slip a little, other problems come to their end than with all of it. So they do from
// another start.
//
// Without friction the cone is a half-line, by the same formulas with numbers.
//
// A problem without an answer has growing impulses and ever shorter steps: the method ends with them, or after
// kMostInteriorSteps. Cost: a factorisation and two solves a step.
#pragma once

#include <span>
#include <vector>

#include "abut/response/body_system.h"
#include "abut/response/contact_problem.h"

namespace abut::response {

inline constexpr int kMostInteriorSteps = 40;

struct InteriorWay {
  double turn_share = 1.0;  // of the derivative of |u_t|
  double start = 1.0;       // impulses and velocities to start with, in speed scales
};

class ConeInterior {
 public:
  // Impulses to start with, all alike. inv_n: of every contact, along its normal. The system is loaded with the
  // problem; all must stay as they are.
  void load(const ContactProblem& problem, std::span<const double> inv_n, BodySystem& system, const InteriorWay& way);
  // One step. False where there is none, or it is next to nothing.
  bool update();
  // In their cones.
  void read_points(std::vector<math::Vec3>& p) const;

 private:
  struct Point {
    math::Mat3 axes = math::Mat3::Identity();  // columns n, t1, t2
    double mu = 0.0;                           // 0: no friction
    bool is_free = true;                       // not where nothing moves along its normal
    math::Vec3 p = math::Vec3::Zero(), w = math::Vec3::Zero();
    math::Vec3 dp = math::Vec3::Zero(), dw = math::Vec3::Zero();
    math::Vec3 off = math::Vec3::Zero();
    math::Mat3 T = math::Mat3::Identity();
    math::Mat3 W = math::Mat3::Identity(), inv_W = math::Mat3::Identity();
    math::Vec3 x = math::Vec3::Zero();  // W w

    math::Vec3 compute_impulse() const;  // in world axes
  };

  void compute_off(std::size_t i);
  static void compute_scaling(Point& point);
  void aim(std::size_t i, double centre, bool is_corrected);
  bool find_step(double centre, bool is_corrected);
  double compute_longest() const;
  double compute_gap(double length) const;

  const ContactProblem* problem_ = nullptr;
  BodySystem* system_ = nullptr;
  double turn_share_ = 1.0;
  std::vector<Point> points_;
  std::vector<LinearContact> linear_;
  std::vector<math::Vec3> p_;
  std::vector<math::Twist> V_, dV_;
};

}  // namespace abut::response
