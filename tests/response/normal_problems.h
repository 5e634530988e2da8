// Contact problems without friction for the tests of those who solve normals to the end: slots, contacts many times
// over, and small problems of integers, which enumeration answers exactly.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "abut/math/random.h"
#include "abut/response/contact_problem.h"
#include "full_run.h"
#include "oracle/lcp_enumeration.h"
#include "response/sample_problems.h"

namespace abut::response {

inline double compute_difference(const std::vector<math::Twist>& V, const std::vector<math::Twist>& U) {
  double difference = 0.0;
  for (std::size_t i = 0; i < V.size(); ++i)
    difference = std::max({difference, (V[i].v - U[i].v).norm(), (V[i].w - U[i].w).norm()});
  return difference;
}

// A cube that moves along x between two walls, which touch it at the middles of its sides.
inline ContactProblem make_slot(double speed, double least_speed) {
  ProblemMaker made;
  const std::uint32_t cube = made.add_cube(2.0, math::Vec3::Zero(), {math::Vec3::Zero(), {speed, 0, 0}});
  made.add_manifold(cube, kGround, math::Vec3::UnitX(), {{-0.5, 0, 0}}, 0.0, least_speed);
  made.add_manifold(cube, kGround, -math::Vec3::UnitX(), {{0.5, 0, 0}}, 0.0, least_speed);
  return made.problem;
}

// Each contact four times, the copies moved and turned by no more than so much.
inline ContactProblem make_repeated(math::Random& random, const ContactProblem& once, double shift) {
  ContactProblem often = once;
  for (int copy = 0; copy < 3; ++copy) {
    for (const ContactGroup& group : once.groups)
      often.groups.push_back({group.first + static_cast<std::uint32_t>(often.contacts.size()), group.count});
    for (ProblemContact contact : once.contacts) {
      const math::Vec3 moved = shift * random.next_direction();
      contact.arm_a += moved, contact.arm_b += moved;
      contact.nhat_BA_W = (contact.nhat_BA_W + shift * random.next_direction()).normalized();
      often.contacts.push_back(contact);
    }
  }
  often.guess.assign(often.contacts.size(), math::Vec3::Zero());
  for (std::size_t i = 0; i < often.guess.size(); i += 2) often.guess[i] = often.contacts[i].nhat_BA_W;
  return often;
}

// --- in rationals

// Normals along the axes, integer arms, speeds and masses: ties, dependent normals and problems without an answer are
// common.
inline ContactProblem make_integer_problem(math::Random& random, std::uint32_t num_contacts) {
  const auto next = [&](int most) {
    return static_cast<double>(random.next_index(static_cast<std::uint64_t>(2 * most + 1))) - most;
  };
  const auto any = [&](int most) { return math::Vec3(next(most), next(most), next(most)); };
  ContactProblem problem;
  problem.bodies.emplace_back();
  for (int i = 0; i < 2; ++i) {
    ProblemBody body;
    body.inv_mass.setConstant(1.0 + static_cast<double>(random.next_index(3)));
    if (random.next_index(2) == 0) body.inv_inertia = math::Vec3(1, 2, 1).asDiagonal();  // else it cannot turn
    body.V = {any(1), any(2)};
    problem.bodies.push_back(body);
  }
  for (std::uint32_t i = 0; i < num_contacts; ++i) {
    const auto a = static_cast<std::uint32_t>(1 + random.next_index(2));
    const auto b = random.next_index(2) == 0 ? 0 : 3 - a;
    math::Vec3 nhat = math::Vec3::Zero();
    nhat[static_cast<Eigen::Index>(random.next_index(3))] = random.next_index(2) == 0 ? 1.0 : -1.0;
    problem.contacts.push_back({a, b, nhat, any(1), any(1), 0.0, random.next_index(2) == 0 ? 0.5 * next(1) : 0.0});
    problem.groups.push_back({i, 1});
    problem.guess.emplace_back(random.next_unit() < 0.5 ? math::Vec3(nhat) : math::Vec3::Zero());
  }
  return problem;
}

// The Jacobian's row of a contact, as w and v of each body.
inline oracle::RVector make_exact_row(const ContactProblem& problem, const ProblemContact& contact) {
  oracle::RVector row(6 * problem.bodies.size(), 0);
  const auto fill = [&](std::uint32_t body, const math::Vec3& arm, int sign) {
    for (int k = 0; k < 3; ++k) {
      const int y = (k + 1) % 3, z = (k + 2) % 3;
      const math::Vec3& n = contact.nhat_BA_W;
      row[6 * body + static_cast<std::size_t>(k)] += sign * (oracle::Rational(arm[y]) * oracle::Rational(n[z]) -
                                                             oracle::Rational(arm[z]) * oracle::Rational(n[y]));
      row[6 * body + 3 + static_cast<std::size_t>(k)] += sign * oracle::Rational(n[k]);
    }
  };
  fill(contact.a, contact.arm_a, 1);
  fill(contact.b, contact.arm_b, -1);
  return row;
}

// Of bodies with diagonal inertias.
inline oracle::RVector make_exact_inverse_masses(const ContactProblem& problem) {
  oracle::RVector inverse;
  for (const ProblemBody& body : problem.bodies) {
    for (int k = 0; k < 3; ++k) inverse.emplace_back(body.inv_inertia(k, k));
    for (int k = 0; k < 3; ++k) inverse.emplace_back(body.inv_mass[k]);
  }
  return inverse;
}

inline oracle::RVector make_exact_velocities(const ContactProblem& problem) {
  oracle::RVector V;
  for (const ProblemBody& body : problem.bodies) {
    for (int k = 0; k < 3; ++k) V.emplace_back(body.V.w[k]);
    for (int k = 0; k < 3; ++k) V.emplace_back(body.V.v[k]);
  }
  return V;
}

struct ExactProblem {
  oracle::RMatrix J, W;
  oracle::RVector inverse, V, q;
};

inline ExactProblem make_exact_problem(const ContactProblem& problem) {
  ExactProblem exact{{}, {}, make_exact_inverse_masses(problem), make_exact_velocities(problem), {}};
  for (const ProblemContact& contact : problem.contacts) {
    exact.J.push_back(make_exact_row(problem, contact));
    oracle::Rational speed = -oracle::Rational(contact.least_speed);
    for (std::size_t k = 0; k < exact.V.size(); ++k) speed += exact.J.back()[k] * exact.V[k];
    exact.q.push_back(speed);
  }
  for (const oracle::RVector& to : exact.J) {
    exact.W.emplace_back();
    for (const oracle::RVector& from : exact.J) {
      oracle::Rational w = 0;
      for (std::size_t k = 0; k < to.size(); ++k) w += to[k] * exact.inverse[k] * from[k];
      exact.W.back().push_back(w);
    }
  }
  return exact;
}

inline std::vector<math::Twist> compute_exact_velocities(const ExactProblem& exact, const oracle::RVector& p) {
  oracle::RVector V = exact.V;
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t k = 0; k < V.size(); ++k) V[k] += exact.inverse[k] * exact.J[i][k] * p[i];
  std::vector<math::Twist> rounded(V.size() / 6);
  for (std::size_t k = 0; k < V.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k % 3);
    (k % 6 < 3 ? rounded[k / 6].w : rounded[k / 6].v)[at] = V[k].convert_to<double>();
  }
  return rounded;
}

// What a method says of a problem without friction.
struct NormalAnswer {
  bool is_solved = false, is_given_up = false;
  std::vector<math::Twist> V;
};

// Against all choices of which contacts press, in rationals: an answer exactly where there is one, with its velocities.
template <class Solve>
void expect_agrees_with_enumeration(const Solve& solve) {
  math::Random random(11);
  std::size_t num_solved = 0, num_unbounded = 0, num_missed = 0, num_invented = 0, num_wrong = 0;
  const std::size_t count = choose_count(150, 5000);
  for (std::size_t k = 0; k < count; ++k) {
    const ContactProblem problem = make_integer_problem(random, 1 + static_cast<std::uint32_t>(random.next_index(8)));
    const ExactProblem exact = make_exact_problem(problem);
    const auto answers = oracle::enumerate_lcp(exact.W, exact.q);
    const NormalAnswer answer = solve(problem);
    ++(answers.empty() ? num_unbounded : num_solved);
    num_missed += !answers.empty() && !answer.is_solved;
    num_invented += answers.empty() && !answer.is_given_up;
    if (answers.empty() || !answer.is_solved) continue;
    num_wrong += compute_difference(compute_exact_velocities(exact, answers.front()), answer.V) > 1e-10;
  }
  EXPECT_EQ(num_missed, 0U);
  EXPECT_EQ(num_invented, 0U);
  EXPECT_EQ(num_wrong, 0U);
  EXPECT_GT(num_solved, count / 4);
  EXPECT_GT(num_unbounded, count / 20);
}

}  // namespace abut::response
