#include "abut/response/direct_normals.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut::response {
namespace {

using Eigen::Index;
using math::Twist;
using math::Vec3;

using Numbers = Eigen::Map<Eigen::VectorXd>;

constexpr std::size_t kMostContacts = 512;
constexpr int kPivotsPerContact = 4;
// W has ones on its diagonal here, and a few times |S| rounding errors in each s: what is below depends on S.
constexpr double kDependentBound = 1e-11;
// The rate at which an impulse of S falls, of which it can be told that it does.
constexpr double kFallBound = 1e-9;

}  // namespace

bool is_for_direct_normals(const ContactProblem& problem) {
  return problem.contacts.size() <= kMostContacts &&
         std::all_of(problem.contacts.begin(), problem.contacts.end(),
                     [](const ProblemContact& contact) { return contact.mu == 0.0; });
}

double DirectNormals::couple(const Row& to, const Row& from) {
  double w = 0.0;
  if (to.a == from.a) w += to.d.dot(from.kick_a.v) + to.turn_a.dot(from.kick_a.w);
  if (to.a == from.b) w += to.d.dot(from.kick_b.v) + to.turn_a.dot(from.kick_b.w);
  if (to.b == from.a) w -= to.d.dot(from.kick_a.v) + to.turn_b.dot(from.kick_a.w);
  if (to.b == from.b) w -= to.d.dot(from.kick_b.v) + to.turn_b.dot(from.kick_b.w);
  return w;
}

// A normal along which nothing moves has the unit zero: it takes no part.
void DirectNormals::load(const ContactProblem& problem) {
  rows_.resize(problem.contacts.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    const ProblemBody &a = problem.bodies[contact.a], &b = problem.bodies[contact.b];
    Row& row = rows_[i];
    row = {};
    row.a = contact.a, row.b = contact.b;
    row.d = contact.nhat_BA_W;
    row.turn_a = contact.arm_a.cross(row.d), row.turn_b = contact.arm_b.cross(row.d);
    row.kick_a = {a.inv_inertia * row.turn_a, a.inv_mass.cwiseProduct(row.d)};
    row.kick_b = {-(b.inv_inertia * row.turn_b), -b.inv_mass.cwiseProduct(row.d)};
    const double w = couple(row, row);
    row.unit = w > 0 ? 1 / std::sqrt(w) : 0.0;
    row.d *= row.unit, row.turn_a *= row.unit, row.turn_b *= row.unit;
    row.kick_a = row.unit * row.kick_a, row.kick_b = row.unit * row.kick_b;
    row.least_speed = row.unit * contact.least_speed;
  }
  set_.clear();
  factor_.resize(rows_.size() * rows_.size());
  solved_.resize(rows_.size()), x_.resize(rows_.size());
  num_pivots_ = 0;
}

void DirectNormals::apply(const Row& row, double p) {
  V_[row.a] += p * row.kick_a;
  V_[row.b] += p * row.kick_b;
}

void DirectNormals::load_velocities(const ContactProblem& problem) {
  V_.clear();
  for (const ProblemBody& body : problem.bodies) V_.push_back(body.V);
  for (const Row& row : rows_)
    if (row.p != 0.0) apply(row, row.p);
}

void DirectNormals::update_rates() {
  for (Row& row : rows_) {
    const Twist &A = V_[row.a], &B = V_[row.b];
    row.r = row.d.dot(A.v - B.v) + row.turn_a.dot(A.w) - row.turn_b.dot(B.w) - row.least_speed;
  }
}

// solved_ = L^-1 W_Si. Returns s.
double DirectNormals::substitute(const Row& row) {
  const Numbers y(solved_.data(), static_cast<Index>(set_.size()));
  for (std::size_t k = 0; k < set_.size(); ++k) {
    const auto before = static_cast<Index>(k);
    const Numbers l(factor_row(k), before + 1);
    solved_[k] = (couple(row, rows_[set_[k]]) - l.head(before).dot(y.head(before))) / l(before);
  }
  return 1.0 - y.squaredNorm();
}

// x_ = L^-T x_, of the first rows.
void DirectNormals::substitute_back(std::size_t count) {
  Numbers x(x_.data(), static_cast<Index>(count));
  for (std::size_t k = count; k-- > 0;) {
    const auto before = static_cast<Index>(k);
    const Numbers l(factor_row(k), before + 1);
    x(before) /= l(before);
    x.head(before) -= x(before) * l.head(before);
  }
}

// After substitute of the same contact.
void DirectNormals::append(std::uint32_t i, double s) {
  std::copy_n(solved_.begin(), set_.size(), factor_row(set_.size()));
  factor_row(set_.size())[set_.size()] = std::sqrt(s);
  set_.push_back(i);
  rows_[i].is_in = true;
}

// Without row k, those below have one entry right of the diagonal, which rotations of two columns turn away.
void DirectNormals::remove(std::size_t k) {
  rows_[set_[k]].is_in = false;
  rows_[set_[k]].p = 0.0;
  set_.erase(set_.begin() + static_cast<std::ptrdiff_t>(k));
  for (std::size_t i = k; i < set_.size(); ++i) std::copy_n(factor_row(i + 1), i + 2, factor_row(i));
  for (std::size_t j = k; j < set_.size(); ++j) {
    const double x = factor_row(j)[j], y = factor_row(j)[j + 1], length = std::sqrt(x * x + y * y);
    const double cos = x / length, sin = y / length;
    for (std::size_t i = j; i < set_.size(); ++i) {
      double* l = factor_row(i) + j;
      const double left = cos * l[0] + sin * l[1];
      l[1] = cos * l[1] - sin * l[0];
      l[0] = left;
    }
  }
}

// p_S -= W_SS^-1 r_S, and the velocities with it.
void DirectNormals::correct() {
  Numbers x(x_.data(), static_cast<Index>(set_.size()));
  for (std::size_t k = 0; k < set_.size(); ++k) {
    const auto before = static_cast<Index>(k);
    const Numbers l(factor_row(k), before + 1);
    x(before) = (-rows_[set_[k]].r - l.head(before).dot(x.head(before))) / l(before);
  }
  substitute_back(set_.size());
  for (std::size_t k = 0; k < set_.size(); ++k) {
    rows_[set_[k]].p += x_[k];
    apply(rows_[set_[k]], x_[k]);
  }
  update_rates();
}

void DirectNormals::choose_start(const ContactProblem& problem) {
  for (std::uint32_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].unit == 0.0 || !(problem.guess[i].dot(problem.contacts[i].nhat_BA_W) > 0)) continue;
    if (const double s = substitute(rows_[i]); s > kDependentBound) append(i, s);
  }
  for (;;) {
    load_velocities(problem);
    update_rates();
    correct();
    const std::size_t before = set_.size();
    for (std::size_t k = set_.size(); k-- > 0;)
      if (!(rows_[set_[k]].p > 0)) remove(k), ++num_pivots_;
    if (set_.size() == before) return;
    for (const std::uint32_t i : set_) rows_[i].p = 0.0;
  }
}

// The place in S whose impulse is used up first, at the rates x_, and after how much; S's size if none is before most.
std::size_t DirectNormals::find_first_stop(double& most) const {
  std::size_t first = set_.size();
  for (std::size_t k = 0; k < set_.size(); ++k) {
    if (!(x_[k] > kFallBound) || rows_[set_[k]].p >= most * x_[k]) continue;
    most = rows_[set_[k]].p / x_[k];
    first = k;
  }
  return first;
}

// Returns if something stopped it.
bool DirectNormals::enter(std::uint32_t i) {
  Row& row = rows_[i];
  for (;;) {
    const double s = substitute(row);
    std::copy_n(solved_.begin(), set_.size(), x_.begin());
    substitute_back(set_.size());
    const bool is_free = s > kDependentBound;
    double growth = is_free ? std::max(-row.r, 0.0) / s : std::numeric_limits<double>::infinity();
    const std::size_t stop = find_first_stop(growth);
    if (!std::isfinite(growth)) return false;
    row.p += growth;
    apply(row, growth);
    for (std::size_t k = 0; k < set_.size(); ++k) {
      rows_[set_[k]].p -= growth * x_[k];
      apply(rows_[set_[k]], -growth * x_[k]);
    }
    update_rates();
    ++num_pivots_;
    if (stop == set_.size()) return append(i, s), true;
    remove(stop);
  }
}

bool DirectNormals::pivot_until_solved(const ContactProblem& problem, double tolerance) {
  constexpr double kWellWithin = 0.1;
  const int most = kPivotsPerContact * static_cast<int>(rows_.size()) + num_pivots_;
  while (num_pivots_ <= most) {
    std::uint32_t worst = 0;
    double least = 0.0;
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      const double enough = kWellWithin * tolerance * problem.speed_scale * row.unit;
      if (!row.is_in && row.r < -enough && row.r < least) least = row.r, worst = i;
    }
    if (least == 0.0) return true;
    if (!enter(worst)) return false;
  }
  return false;
}

bool DirectNormals::store(const ContactProblem& problem, double tolerance, ContactImpulses& answer) {
  ContactResiduals residuals;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    const double inv_mass = rows_[i].unit > 0 ? 1 / (rows_[i].unit * rows_[i].unit) : 0.0;
    residuals.raise(compute_contact_residuals(contact, inv_mass, compute_contact_velocity(contact, V_),
                                              rows_[i].unit * rows_[i].p * contact.nhat_BA_W));
  }
  for (double* residual : {&residuals.normal, &residuals.cone, &residuals.dissipation})
    *residual /= problem.speed_scale;
  if (!(residuals.largest() <= tolerance)) return false;
  answer.outcome = SolveOutcome::kSolved;
  answer.residuals = residuals;
  answer.num_sweeps = num_pivots_;
  answer.p.resize(rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i)
    answer.p[i] = rows_[i].unit * rows_[i].p * problem.contacts[i].nhat_BA_W;
  answer.V.assign(V_.begin(), V_.end());
  return true;
}

bool DirectNormals::solve(const ContactProblem& problem, double tolerance, ContactImpulses& answer) {
  load(problem);
  choose_start(problem);
  if (!pivot_until_solved(problem, tolerance)) return false;
  // What rounding has left along the way.
  load_velocities(problem);
  update_rates();
  correct();
  for (const std::uint32_t i : set_) rows_[i].p = std::max(rows_[i].p, 0.0);
  load_velocities(problem);
  return store(problem, tolerance, answer);
}

}  // namespace abut::response
