#include "abut/response/gauss_law.h"

#include <algorithm>
#include <cmath>

namespace abut::response {
namespace {

using math::Mat3;
using math::Twist;
using math::Vec3;

// A pivot of an inverse inertia, relative to its diagonal: what rounding leaves of a freedom that there is not.
constexpr double kFreedomBound = 1e-14;

// Lower L with L L^T = A, of a positive semidefinite A.
Mat3 make_root(const Mat3& A) {
  Mat3 L = Mat3::Zero();
  for (int j = 0; j < 3; ++j) {
    const double pivot = A(j, j) - L.row(j).squaredNorm();
    if (!(pivot > kFreedomBound * A(j, j))) continue;
    const double root = std::sqrt(pivot);
    for (int i = j + 1; i < 3; ++i) L(i, j) = (A(i, j) - L.row(i).dot(L.row(j))) / root;
    L(j, j) = root;
  }
  return L;
}

// (L^T turn, linear n), L lower triangular: written out, since g++ leaves Eigen's products as calls.
MotionBlock make_block(const Mat3& L, const Vec3& turn, const Vec3& linear, const Vec3& n) {
  MotionBlock block;
  block[0] = L(0, 0) * turn[0] + L(1, 0) * turn[1] + L(2, 0) * turn[2];
  block[1] = L(1, 1) * turn[1] + L(2, 1) * turn[2];
  block[2] = L(2, 2) * turn[2];
  for (int k = 0; k < 3; ++k) block[3 + k] = linear[k] * n[k];
  return block;
}

}  // namespace

// Returns how many move.
std::size_t GaussLaw::load_bodies(const ContactProblem& problem) {
  std::uint32_t num_blocks = 0;
  roots_.clear();
  for (const ProblemBody& body : problem.bodies) {
    BodyRoot root;
    if (body.inv_mass != Vec3::Zero() || body.inv_inertia != Mat3::Zero())
      root = {num_blocks++, body.inv_mass.cwiseSqrt(), make_root(body.inv_inertia)};
    roots_.push_back(root);
  }
  return num_blocks;
}

// Generators of unit length; all but their last coordinates.
void GaussLaw::load_contacts(const ContactProblem& problem) {
  rows_.clear(), start_.clear(), contacts_.clear(), generators_.clear();
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    const BodyRoot &a = roots_[contact.a], &b = roots_[contact.b];
    const Twist &A = problem.bodies[contact.a].V, &B = problem.bodies[contact.b].V;
    const Vec3 &n = contact.nhat_BA_W, turn_a = contact.arm_a.cross(n), turn_b = contact.arm_b.cross(n);
    const MotionBlock on_a = make_block(a.angular, turn_a, a.linear, n);
    const MotionBlock on_b = make_block(b.angular, turn_b, b.linear, n);
    Row row;
    row.lack = contact.least_speed - (n.dot(A.v - B.v) + turn_a.dot(A.w) - turn_b.dot(B.w));
    if (const double inv_mass = on_a.squaredNorm() + on_b.squaredNorm(); inv_mass > 0) {
      row.unit = 1 / std::sqrt(inv_mass);
      row.id = generators_.add(a.block, b.block, row.unit * on_a, -row.unit * on_b);
      contacts_.resize(generators_.num_ids());
      contacts_[row.id] = static_cast<std::uint32_t>(i);
      if (problem.guess[i].dot(n) > 0) start_.push_back(row.id);
    }
    rows_.push_back(row);
  }
}

bool GaussLaw::is_blocked(double bound) const {
  return std::any_of(rows_.begin(), rows_.end(),
                     [&](const Row& row) { return row.id == ConeGenerators::kNone && row.lack > bound; });
}

void GaussLaw::load_units(double length, double slack_speed) {
  length_ = length;
  for (const Row& row : rows_)
    if (row.id != ConeGenerators::kNone)
      generators_.set_last(row.id, row.unit * row.lack / length, row.unit * slack_speed / length);
}

ProjectionOutcome GaussLaw::project(const GaussOptions& options, double speed_scale) {
  constexpr double kWellWithin = 0.1, kMostStretch = 10.0;
  constexpr int kMostUnits = 4;
  // No y is shorter than any one lack.
  double length = 0.0;
  for (const Row& row : rows_) length = std::max(length, row.unit * row.lack);
  if (length == 0.0) length = 1.0;
  answer_.num_sweeps = 0;
  for (int k = 0;; ++k) {
    load_units(length, kWellWithin * options.tolerance * speed_scale);
    const ProjectionOutcome outcome = projection_.solve(generators_, target_, start_, options.max_steps);
    answer_.num_sweeps += projection_.num_steps();
    const double stretch_sq = 1 / projection_.distance_sq() - 1;
    if (outcome != ProjectionOutcome::kNearest || !(stretch_sq > kMostStretch * kMostStretch) || k + 1 == kMostUnits)
      return outcome;
    length *= std::sqrt(stretch_sq);
    start_.assign(projection_.face().begin(), projection_.face().end());
  }
}

void GaussLaw::store_impulses(const ContactProblem& problem) {
  const std::span<const std::uint32_t> face = projection_.face();
  const double size = length_ / projection_.residual().back();
  for (std::size_t k = 0; k < face.size(); ++k) {
    const std::uint32_t i = contacts_[face[k]];
    const ProblemContact& contact = problem.contacts[i];
    const ProblemBody &a = problem.bodies[contact.a], &b = problem.bodies[contact.b];
    const Vec3 p = rows_[i].unit * size * projection_.coefficients()[k] * contact.nhat_BA_W;
    answer_.p[i] = p;
    answer_.V[contact.a] += {a.inv_inertia * contact.arm_a.cross(p), a.inv_mass.cwiseProduct(p)};
    answer_.V[contact.b] += -Twist{b.inv_inertia * contact.arm_b.cross(p), b.inv_mass.cwiseProduct(p)};
  }
}

// As compute_residuals does. Where nothing presses there is no friction either, and only approach counts.
void GaussLaw::judge(const ContactProblem& problem, double tolerance) {
  ContactResiduals& residuals = answer_.residuals;
  residuals = {};
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    const Vec3 u = compute_contact_velocity(contact, answer_.V);
    const double excess = contact.nhat_BA_W.dot(u) - contact.least_speed;
    if (answer_.p[i] == Vec3::Zero() && std::isfinite(excess)) {
      residuals.normal = std::max(residuals.normal, -excess);
      continue;
    }
    const double inv_mass = rows_[i].unit > 0 ? 1 / (rows_[i].unit * rows_[i].unit) : 0.0;
    residuals.raise(compute_contact_residuals(contact, inv_mass, u, answer_.p[i]));
  }
  for (double* residual : {&residuals.normal, &residuals.cone, &residuals.dissipation})
    *residual /= problem.speed_scale;
  if (answer_.outcome == SolveOutcome::kSolved && !(residuals.normal <= tolerance))
    answer_.outcome = SolveOutcome::kNotConverged;
}

const ContactImpulses& GaussLaw::solve(const ContactProblem& problem, const GaussOptions& options) {
  const std::size_t num_blocks = load_bodies(problem);
  load_contacts(problem);
  answer_.p.assign(problem.contacts.size(), Vec3::Zero());
  answer_.V.clear();
  for (const ProblemBody& body : problem.bodies) answer_.V.push_back(body.V);
  answer_.num_sweeps = 0;
  answer_.outcome = SolveOutcome::kSolved;
  if (num_blocks > kMostBodies) {
    answer_.outcome = SolveOutcome::kTooLarge;
  } else if (is_blocked(options.tolerance * problem.speed_scale)) {
    answer_.outcome = SolveOutcome::kUnbounded;
  } else {
    target_.assign(6 * num_blocks + 1, 0.0);
    target_.back() = 1.0;
    const ProjectionOutcome outcome = project(options, problem.speed_scale);
    if (outcome == ProjectionOutcome::kInside) answer_.outcome = SolveOutcome::kUnbounded;
    if (outcome == ProjectionOutcome::kMostSteps) answer_.outcome = SolveOutcome::kNotConverged;
    if (outcome != ProjectionOutcome::kInside) store_impulses(problem);
  }
  judge(problem, options.tolerance);
  return answer_;
}

}  // namespace abut::response
