// Contacts without friction by Gauss' principle of least constraint, in the space of motions (003, section 3).
//
// Of all velocities that the contacts allow, bodies take those nearest to what they would have without contacts, in the
// kinetic metric:
//
//   minimise  1/2 (V - V_free)^T M (V - V_free)   over   J V >= least_speed,     J the rows of the normals.
//
// With V = V_free + M^-1/2 y, six coordinates y for each body that moves (a locked freedom has a zero in M^-1/2, and so
// needs no case of its own), each contact becomes a vector g_i = M^-1/2 J_i^T of at most two bodies and a lack of speed
// b_i = least_speed_i - J_i V_free, and the principle the search for the shortest y that makes every g_i . y >= b_i.
// The impulses are its multipliers: y = sum of p_i g_i, p >= 0.
//
// Where least speeds are zero and what is driven stands still, b_i = g_i . f with f = -M^1/2 V_free, and y is the point
// nearest to f of the cone that the g_i generate: the projection of the paper. Otherwise the motions allowed are a
// polyhedron without apex. One coordinate more makes it a cone again (Lawson and Hanson, Solving Least Squares
// Problems, 23.4): with e_i = (g_i, b_i), target (0, 1) and its nearest point x of the cone of the e_i,
//
//   r = (0, 1) - x,    y = -(r's first coordinates) / (r's last),    p = u / (r's last).
//
// That is exact: r . e_i <= 0 is g_i . y >= b_i, right angles where u_i > 0 are complementarity, and r's last
// coordinate, which equals |r|^2, is zero only where the target is in the cone, that is, where sum of u_i g_i = 0 and
// u . b > 0 for some u >= 0: by Farkas' lemma, where no motion does what the contacts ask (kUnbounded). As |y|^2 =
// 1/|r|^2 - 1, digits are lost where y is long: then b is measured in units of the |y| just found, and x found again
// from the same contacts.
//
// Friction is no part of this law. It answers normals only, whatever mu is: kSolved means the first line of
// contact_problem.h, and where there is friction the residual of dissipation says what is missing.
// kUnbounded: no impulses; so too where locks let nothing move along a normal that approaches. kNotConverged: the bound
// on steps was reached, or rounding leaves more than the tolerance. It begins with the contacts that the guess presses.
//
// Cost: cone_projection.h, of six coordinates a moving body; a contact more costs 13 products a step, and no row of a
// matrix. So it is for few bodies with many contacts each (bench/motion_space_bench): the last coordinate, which all
// contacts share, leaves nothing sparse in the orthogonal basis of those that press, and of many bodies with few
// contacts each direct_normals.h makes less work. At most kMostBodies that move (kTooLarge). No allocation once grown
// to the problem.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/response/cone_projection.h"
#include "abut/response/contact_problem.h"

namespace abut::response {

struct GaussOptions {
  double tolerance = 1e-8;  // relative to the problem's speed scale
  int max_steps = 10000;
};

class GaussLaw {
 public:
  static constexpr std::size_t kMostBodies = 100;

  // The answer lies here until the next call. num_sweeps are contacts that joined or left those that press.
  const ContactImpulses& solve(const ContactProblem& problem, const GaussOptions& options);

 private:
  // What spans a body's motions: M^-1 = root root^T.
  struct BodyRoot {
    std::uint32_t block = ConeGenerators::kNoBlock;  // none where it does not move
    math::Vec3 linear = math::Vec3::Zero();
    math::Mat3 angular = math::Mat3::Zero();
  };
  struct Row {
    std::uint32_t id = ConeGenerators::kNone;  // none where nothing moves along the normal
    double unit = 0.0;                         // root of the contact's mass
    double lack = 0.0;                         // of speed: b
  };

  std::size_t load_bodies(const ContactProblem& problem);
  void load_contacts(const ContactProblem& problem);
  bool is_blocked(double bound) const;
  ProjectionOutcome project(const GaussOptions& options, double speed_scale);
  void load_units(double length, double slack_speed);
  void store_impulses(const ContactProblem& problem);
  void judge(const ContactProblem& problem, double tolerance);

  std::vector<BodyRoot> roots_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> start_, contacts_;  // contacts_: of an id
  std::vector<double> target_;
  ConeGenerators generators_;
  ConeProjection projection_;
  double length_ = 1.0;  // the unit of y: kg^1/2 m/s
  ContactImpulses answer_;
};

}  // namespace abut::response
