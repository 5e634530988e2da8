#include "abut/response/lcp_law.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "abut/response/delassus.h"
#include "abut/response/lemke.h"

namespace abut::response {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using math::Vec2;
using math::Vec3;

// (cos, sin) of a whole turn's n-th part, by their series: the same bits on every machine. The angle is at most pi, so
// that 30 terms leave less than pi^30 / 30! = 3e-18.
Vec2 compute_turn_part(int n) {
  const double x = 2 * 3.14159265358979323846 / n;
  double term = 1.0, cos = 0.0, sin = 0.0;
  for (int k = 0; k < 30; ++k) {
    (k % 2 == 0 ? cos : sin) += k % 4 < 2 ? term : -term;
    term *= x / (k + 1);
  }
  return {cos, sin};
}

// The unknowns: first p_n of every contact, then b of every contact with friction, then s of each.
struct Pyramid {
  std::vector<ContactRow> rows;              // normals, then sides
  std::vector<std::uint32_t> with_friction;  // contacts
  VectorXd unit;                             // of each row: impulses in which its contact's inverse mass is one
  int num_sides = 0;

  Index num_normals() const { return static_cast<Index>(rows.size()) - num_frictions() * num_sides; }
  Index num_frictions() const { return static_cast<Index>(with_friction.size()); }
  Index side(Index friction, Index k) const { return num_normals() + friction * num_sides + k; }
  Index size() const { return static_cast<Index>(rows.size()) + num_frictions(); }
};

// Against the slip, where there is one.
Vec3 choose_first_side(const ContactProblem& problem, const ProblemContact& contact) {
  const std::array<math::Twist, 2> V = {problem.bodies[contact.a].V, problem.bodies[contact.b].V};
  ProblemContact alone = contact;
  alone.a = 0, alone.b = 1;
  const Vec3 u = compute_contact_velocity(alone, V), &n = contact.nhat_BA_W, u_t = u - n.dot(u) * n;
  const double slip = u_t.norm();
  return slip > 1e-9 * problem.speed_scale ? Vec3(-u_t / slip) : make_tangents(n).t1;
}

void add_sides(const ContactProblem& problem, std::uint32_t i, const Vec2& turn, Pyramid& pyramid) {
  const ProblemContact& contact = problem.contacts[i];
  const Vec3 x = choose_first_side(problem, contact), y = contact.nhat_BA_W.cross(x);
  Vec2 at(1, 0);
  const std::size_t first = pyramid.rows.size();
  for (int k = 0; k < pyramid.num_sides / 2; ++k) {
    pyramid.rows.push_back({i, at.x() * x + at.y() * y});
    at = Vec2(at.x() * turn.x() - at.y() * turn.y(), at.x() * turn.y() + at.y() * turn.x()).normalized();
  }
  for (int k = 0; k < pyramid.num_sides / 2; ++k)
    pyramid.rows.push_back({i, -pyramid.rows[first + static_cast<std::size_t>(k)].d});
}

Pyramid make_pyramid(const ContactProblem& problem, int num_sides) {
  Pyramid pyramid;
  pyramid.num_sides = num_sides;
  for (std::uint32_t i = 0; i < problem.contacts.size(); ++i) {
    pyramid.rows.push_back({i, problem.contacts[i].nhat_BA_W});
    if (problem.contacts[i].mu > 0) pyramid.with_friction.push_back(i);
  }
  const Vec2 turn = compute_turn_part(num_sides);
  for (const std::uint32_t i : pyramid.with_friction) add_sides(problem, i, turn, pyramid);
  pyramid.unit.resize(static_cast<Index>(pyramid.rows.size()));
  for (std::size_t k = 0; k < pyramid.rows.size(); ++k) {
    const std::uint32_t i = pyramid.rows[k].contact;
    const double w = compute_inverse_mass(problem, {i, problem.contacts[i].nhat_BA_W});
    pyramid.unit(static_cast<Index>(k)) = w > 0 ? 1 / std::sqrt(w) : 1.0;
  }
  return pyramid;
}

// Rows of speeds in units of the speed scale over the contact's unit, impulses in their units times the speed scale.
MatrixXd make_matrix(const ContactProblem& problem, const Pyramid& pyramid) {
  const auto num_rows = static_cast<Index>(pyramid.rows.size());
  MatrixXd M = MatrixXd::Zero(pyramid.size(), pyramid.size());
  M.topLeftCorner(num_rows, num_rows) =
      pyramid.unit.asDiagonal() * compute_delassus(problem, pyramid.rows, pyramid.rows) * pyramid.unit.asDiagonal();
  for (Index f = 0; f < pyramid.num_frictions(); ++f) {
    const std::uint32_t contact = pyramid.with_friction[static_cast<std::size_t>(f)];
    M(num_rows + f, static_cast<Index>(contact)) = problem.contacts[contact].mu;
    for (Index k = 0; k < pyramid.num_sides; ++k) {
      M(pyramid.side(f, k), num_rows + f) = 1.0;
      M(num_rows + f, pyramid.side(f, k)) = -1.0;
    }
  }
  return M;
}

VectorXd make_constant(const ContactProblem& problem, const Pyramid& pyramid) {
  const auto num_rows = static_cast<Index>(pyramid.rows.size());
  VectorXd q = VectorXd::Zero(pyramid.size());
  q.head(num_rows) = compute_row_speeds(problem, pyramid.rows);
  for (Index i = 0; i < num_rows; ++i) {
    const ContactRow& row = pyramid.rows[static_cast<std::size_t>(i)];
    q(i) -= row.d.dot(problem.contacts[row.contact].compute_offset());
  }
  q.head(num_rows) = q.head(num_rows).cwiseProduct(pyramid.unit) / problem.speed_scale;
  return q;
}

SolveOutcome name_outcome(LemkeOutcome outcome) {
  switch (outcome) {
    case LemkeOutcome::kSolved:
      return SolveOutcome::kSolved;
    case LemkeOutcome::kRay:
      return SolveOutcome::kUnbounded;
    case LemkeOutcome::kMostPivots:
    case LemkeOutcome::kInaccurate:
      break;
  }
  return SolveOutcome::kNotConverged;
}

}  // namespace

const ContactImpulses& LcpLaw::solve(const ContactProblem& problem, const LcpOptions& options) {
  answer_ = {};
  answer_.p.assign(problem.contacts.size(), Vec3::Zero());
  const Pyramid pyramid = make_pyramid(problem, std::max(options.num_sides - options.num_sides % 2, 2));
  if (pyramid.size() > kMostUnknowns) {
    answer_.outcome = SolveOutcome::kTooLarge;
  } else {
    // The residual of a scaled row is a speed times its unit; the smallest unit makes the largest speed of it.
    const double least_unit = pyramid.unit.size() > 0 ? pyramid.unit.minCoeff() : 1.0;
    const LemkeAnswer lemke = solve_lcp(make_matrix(problem, pyramid), make_constant(problem, pyramid),
                                        {options.tolerance * least_unit, options.max_pivots});
    answer_.outcome = name_outcome(lemke.outcome);
    answer_.num_sweeps = lemke.num_pivots;
    for (std::size_t k = 0; k < pyramid.rows.size(); ++k) {
      const auto row = static_cast<Index>(k);
      answer_.p[pyramid.rows[k].contact] += lemke.z(row) * pyramid.unit(row) * problem.speed_scale * pyramid.rows[k].d;
    }
  }
  answer_.V = compute_velocities(problem, answer_.p);
  answer_.residuals = compute_residuals(problem, answer_.p);
  return answer_;
}

}  // namespace abut::response
