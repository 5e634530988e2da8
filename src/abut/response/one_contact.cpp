#include "abut/response/one_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/response/circle_roots.h"
#include "abut/response/delassus.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Twist;
using math::Vec2;
using math::Vec3;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// Of the trace of K: an inverse mass that is rounding alone. Its entries are sums of a dozen products no larger than
// it.
constexpr double kImmovableBound = 64 * kEpsilon;
// Of |b| + |K| |p|: residuals of an answer. Each component of K p + b has four terms; Newton's method leaves a few
// roundings of each, and turning the axes as many.
constexpr double kAnswerBound = 512 * kEpsilon;
constexpr double kTiedBound = 1e-9;  // of a normal impulse: what sticks and what slides at no speed are the same
constexpr int kMostPolishings = 20;

// The contact in axes 1 and 2 that do not couple; a locked one couples with nothing.
class CoulombPoint {
 public:
  explicit CoulombPoint(const OneContact& contact);

  OneImpulse solve();

 private:
  Vec3 compute_velocity(const Vec3& p) const;
  Vec3 solve_with(double alpha, const Vec3& r) const;
  Vec3 compute_stick() const;
  Vec3 compute_slide(const Vec2& d) const;
  Vec3 polish_slide(double alpha) const;
  double compute_rim_excess(const Vec3& p) const { return p.tail<2>().squaredNorm() - mu_ * mu_ * p.x() * p.x(); }
  CircleRoots find_slip_directions() const;
  double compute_residual(const Vec3& p) const;
  void consider(const Vec3& p);
  bool is_locked() const;

  double k_n_, k_1_, k_2_, c_1_, c_2_;  // the diagonal of K; the coupling of n with 1 and 2
  Vec3 b_;
  double mu_, trace_;
  Eigen::Matrix2d axes_;
  Vec3 best_ = Vec3::Zero();
  bool has_answer_ = false;
};

// Jacobi's rotation.
Eigen::Matrix2d make_principal_axes(double k_11, double k_12, double k_22) {
  Eigen::Matrix2d axes = Eigen::Matrix2d::Identity();
  if (k_12 == 0.0) return axes;
  const double tau = (k_22 - k_11) / (2 * k_12);
  const double t = (tau >= 0 ? 1.0 : -1.0) / (std::abs(tau) + std::sqrt(1 + tau * tau)), c = 1 / std::sqrt(1 + t * t);
  axes << c, t * c, -t * c, c;
  return axes;
}

CoulombPoint::CoulombPoint(const OneContact& contact)
    : k_n_(contact.K(0, 0)),
      mu_(contact.mu),
      trace_(contact.K.trace()),
      axes_(make_principal_axes(contact.K(1, 1), contact.K(1, 2), contact.K(2, 2))) {
  const Eigen::Matrix2d K_tt = axes_.transpose() * contact.K.bottomRightCorner<2, 2>() * axes_;
  if (K_tt(0, 0) < K_tt(1, 1)) axes_.col(0).swap(axes_.col(1));
  const Vec2 coupling = axes_.transpose() * contact.K.col(0).tail<2>(), b_t = axes_.transpose() * contact.b.tail<2>();
  k_1_ = std::max(K_tt(0, 0), K_tt(1, 1)), k_2_ = std::min(K_tt(0, 0), K_tt(1, 1));
  c_1_ = coupling.x(), c_2_ = coupling.y();
  b_ = Vec3(contact.b.x(), b_t.x(), b_t.y());
  const auto clean = [&](double& k, double& c, double& b) {
    if (k > kImmovableBound * trace_) return;
    k = c = 0.0;
    if (std::abs(b) <= contact.b_bound) b = 0.0;
  };
  clean(k_1_, c_1_, b_.y()), clean(k_2_, c_2_, b_.z());
}

Vec3 CoulombPoint::compute_velocity(const Vec3& p) const {
  return Vec3(k_n_ * p.x() + c_1_ * p.y() + c_2_ * p.z(), c_1_ * p.x() + k_1_ * p.y(), c_2_ * p.x() + k_2_ * p.z()) +
         b_;
}

// Of (K + alpha) p = -r, alpha across the normal. A direction that is locked still takes no friction.
Vec3 CoulombPoint::solve_with(double alpha, const Vec3& r) const {
  const double q_1 = k_1_ + alpha > 0 ? 1 / (k_1_ + alpha) : 0.0, q_2 = k_2_ + alpha > 0 ? 1 / (k_2_ + alpha) : 0.0;
  const double left = k_n_ - c_1_ * c_1_ * q_1 - c_2_ * c_2_ * q_2;
  const double p_n = (c_1_ * r.y() * q_1 + c_2_ * r.z() * q_2 - r.x()) / left;
  return {p_n, -(r.y() + c_1_ * p_n) * q_1, -(r.z() + c_2_ * p_n) * q_2};
}

// Twice, so that what the first solve rounded is made good.
Vec3 CoulombPoint::compute_stick() const {
  const Vec3 p = solve_with(0.0, b_);
  return p + solve_with(0.0, compute_velocity(p));
}

// u along d, times the denominator of p_n.
CircleRoots CoulombPoint::find_slip_directions() const {
  CircleRoots roots;
  if (k_2_ == 0.0 && b_.z() == 0.0) {  // nothing moves along 2, and nothing is to be stopped there
    roots.d[0] = {1, 0}, roots.d[1] = {-1, 0}, roots.count = 2;
    return roots;
  }
  CircleCurve curve;
  curve.linear = Vec2(b_.z() * k_n_ - b_.x() * c_2_, b_.x() * c_1_ - b_.y() * k_n_);
  curve.xx = -mu_ * b_.z() * c_1_, curve.yy = mu_ * b_.y() * c_2_;
  curve.xy = mu_ * (b_.y() * c_1_ - b_.z() * c_2_ + b_.x() * (k_2_ - k_1_));
  return find_circle_roots(curve);
}

// Not finite, or with a negative normal, where there is none.
Vec3 CoulombPoint::compute_slide(const Vec2& d) const {
  const double p_n = -b_.x() / (k_n_ - mu_ * (c_1_ * d.x() + c_2_ * d.y()));
  return {p_n, -mu_ * p_n * d.x(), -mu_ * p_n * d.y()};
}

// With p = p(alpha), dp/dalpha solves (K + alpha) p' = -(0, p_t).
Vec3 CoulombPoint::polish_slide(double alpha) const {
  Vec3 p = solve_with(alpha, b_);
  double excess = compute_rim_excess(p);
  for (int i = 0; i < kMostPolishings && excess != 0.0; ++i) {
    const Vec3 rate = solve_with(alpha, {0, p.y(), p.z()});
    const double slope = 2 * (p.y() * rate.y() + p.z() * rate.z() - mu_ * mu_ * p.x() * rate.x());
    const double next = std::max(alpha - excess / slope, 0.0);
    const Vec3 p_next = solve_with(next, b_);
    const double excess_next = compute_rim_excess(p_next);
    if (!(std::abs(excess_next) < std::abs(excess))) break;
    alpha = next, p = p_next, excess = excess_next;
  }
  return p;
}

// As compute_contact_residuals judges.
double CoulombPoint::compute_residual(const Vec3& p) const {
  const Vec3 u = compute_velocity(p);
  const Vec2 p_t = p.tail<2>();
  Vec2 wanted = k_n_ * p_t - u.tail<2>();
  const double rim = k_n_ * mu_ * p.x(), length = wanted.norm();
  if (length > rim) wanted *= rim / length;
  return std::max(std::abs(u.x()), (k_n_ * p_t - wanted).norm());
}

// An answer with a lesser normal impulse than those before. Friction beyond the cone goes back to its rim first.
void CoulombPoint::consider(const Vec3& p) {
  if (!p.allFinite() || !(p.x() > 0)) return;
  Vec3 inside = p;
  const double friction = p.tail<2>().norm();
  if (friction > mu_ * p.x()) inside.tail<2>() *= mu_ * p.x() / friction;
  if (has_answer_ && inside.x() >= (1 - kTiedBound) * best_.x()) return;
  if (compute_residual(inside) > kAnswerBound * (b_.norm() + trace_ * inside.norm())) return;
  best_ = inside, has_answer_ = true;
}

bool CoulombPoint::is_locked() const {
  const double left = k_2_ > 0 ? k_n_ - c_1_ * c_1_ / k_1_ - c_2_ * c_2_ / k_2_ : 0.0;
  return left <= kImmovableBound * trace_;
}

OneImpulse CoulombPoint::solve() {
  if (b_.x() >= 0) return {};
  if (!(k_n_ > kImmovableBound * trace_)) return {SolveOutcome::kJammed, Vec3::Zero()};
  consider(compute_stick());
  const CircleRoots directions = find_slip_directions();
  for (std::size_t i = 0; i < directions.count; ++i) {
    const Vec3 p = compute_slide(directions.d[i]);
    if (!p.allFinite() || !(p.x() > 0)) continue;
    const double slip = directions.d[i].dot(compute_velocity(p).tail<2>());
    if (mu_ > 0 && slip > 0) consider(polish_slide(slip / (mu_ * p.x())));
    consider(p);
  }
  if (!has_answer_) best_ = Vec3(-b_.x() / k_n_, 0, 0);
  const Vec2 p_t = axes_ * best_.tail<2>();
  const SolveOutcome without = is_locked() ? SolveOutcome::kJammed : SolveOutcome::kNotConverged;
  return {has_answer_ ? SolveOutcome::kSolved : without, Vec3(best_.x(), p_t.x(), p_t.y())};
}

}  // namespace

OneImpulse compute_one_impulse(const OneContact& contact) {
  if (!contact.K.allFinite() || !contact.b.allFinite()) return {SolveOutcome::kNotConverged, Vec3::Zero()};
  return CoulombPoint(contact).solve();
}

void solve_one_contact(const ContactProblem& problem, double tolerance, ContactImpulses& answer) {
  const ProblemContact& contact = problem.contacts.front();
  const Tangents tangents = make_tangents(contact.nhat_BA_W);
  Mat3 R;
  R << contact.nhat_BA_W, tangents.t1, tangents.t2;
  answer.p.assign(1, Vec3::Zero());
  write_velocities(problem, answer.p, answer.V);
  OneContact one;
  one.K = R.transpose() * compute_inverse_mass_matrix(problem, contact) * R;
  one.b = R.transpose() * compute_excess(contact, answer.V);
  const Twist &A = answer.V[contact.a], &B = answer.V[contact.b];
  one.b_bound = 8 * kEpsilon *
                (A.v.norm() + A.w.norm() * contact.arm_a.norm() + B.v.norm() + B.w.norm() * contact.arm_b.norm() +
                 contact.compute_offset().norm());
  one.mu = contact.mu;
  const OneImpulse impulse = compute_one_impulse(one);
  answer.p.front() = R * impulse.p;
  write_velocities(problem, answer.p, answer.V);
  answer.residuals = compute_residuals(problem, answer.p);
  answer.num_sweeps = answer.num_newton_steps = 0;
  answer.outcome = impulse.outcome;
  if (impulse.outcome == SolveOutcome::kSolved && !(answer.residuals.largest() <= tolerance))
    answer.outcome = SolveOutcome::kNotConverged;
}

}  // namespace abut::response
