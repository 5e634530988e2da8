// Contacts without friction, solved to the end: all normals of a small problem at once.
//
// With W the Delassus matrix of the normals (delassus.h) and r = J V + W p - least_speed, the law asks for
//
//   minimise  1/2 p . W p + p . (J V - least_speed)   over   p >= 0,      that is   0 <= r complementary to p >= 0.
//
// W has no more rank than bodies have freedoms, so p is seldom unique; the velocities are. The method is the dual one
// of Goldfarb and Idnani (A numerically stable dual method for solving strictly convex quadratic programs, 1983), whose
// primal are the velocities; seen from p it is that of Lawson and Hanson (Solving Least Squares Problems, 23). It keeps
// a set S of contacts whose normals are independent, p_S > 0 and r_S = 0, all others without impulse:
//
//   start    S of those that the guess presses, as far as they are independent; those that would pull are taken out
//   enter    the contact i most violated. As p_i grows, p_S follows so that r_S stays 0, at the rates W_SS^-1 W_Si, and
//            r_i grows at the rate s = W_ii - W_iS W_SS^-1 W_Si. Where r_i reaches 0, i joins S; where some p_k reaches
//            0 before, k leaves S, and i goes on. Where i depends on S, s = 0, it always takes the place of another.
//
// The objective falls with each that joins, so that no S comes twice. Impulses are in units in which each contact's
// inverse mass is one. W_SS = L L^T is kept as L: one more row is a substitution, one less is turned away by rotations.
//
// No answer where no p_k stops the growth of p_i (no finite impulses do), where locks let nothing move along a normal
// that approaches, at the bound on pivots, and where rounding leaves more than the tolerance.
//
// Cost: a pivot takes the square of |S|, which is at most six times the number of bodies; from a good guess there are
// few, and S is factorised once. No allocation once the workspace has grown to the problem.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/response/contact_problem.h"

namespace abut::response {

// No friction anywhere, and not more contacts than pay.
bool is_for_direct_normals(const ContactProblem& problem);

// Room to work in.
class DirectNormals {
 public:
  // Writes all of the answer if its residuals are within the tolerance, else nothing; returns which. num_sweeps counts
  // contacts that joined or left. Precondition: is_for_direct_normals.
  bool solve(const ContactProblem& problem, double tolerance, ContactImpulses& answer);

 private:
  // One normal in its own unit: p is an impulse times the root of the contact's inverse mass.
  struct Row {
    std::uint32_t a = 0, b = 0;
    math::Vec3 d = math::Vec3::Zero(), turn_a = math::Vec3::Zero(),
               turn_b = math::Vec3::Zero();  // r = d . (v_A - v_B) + turn_a . w_A - turn_b . w_B - least_speed
    math::Twist kick_a, kick_b;              // what a unit of p adds to V of A and of B
    double unit = 0.0, least_speed = 0.0;
    double p = 0.0, r = 0.0;
    bool is_in = false;  // S
  };

  static double couple(const Row& to, const Row& from);
  void load(const ContactProblem& problem);
  void apply(const Row& row, double p);
  void load_velocities(const ContactProblem& problem);
  void update_rates();
  double substitute(const Row& row);
  void substitute_back(std::size_t count);
  void append(std::uint32_t i, double s);
  void remove(std::size_t k);
  void correct();
  void choose_start(const ContactProblem& problem);
  std::size_t find_first_stop(double& most) const;
  bool enter(std::uint32_t i);
  bool pivot_until_solved(const ContactProblem& problem, double tolerance);
  bool store(const ContactProblem& problem, double tolerance, ContactImpulses& answer);

  double* factor_row(std::size_t k) { return &factor_[k * rows_.size()]; }

  std::vector<Row> rows_;
  std::vector<math::Twist> V_;      // with the impulses
  std::vector<std::uint32_t> set_;  // S, in the order of the rows of L
  std::vector<double> factor_;      // L, by rows
  std::vector<double> solved_, x_;  // of substitutions
  int num_pivots_ = 0;
};

}  // namespace abut::response
