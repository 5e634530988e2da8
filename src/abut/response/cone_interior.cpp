#include "abut/response/cone_interior.h"

#include <algorithm>
#include <cmath>

#include "abut/response/delassus.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Vec2;
using math::Vec3;

constexpr double kNoFriction = 1e-9;  // friction below it is none
constexpr double kToTheRim = 0.99;    // of the way to the first rim that is met
constexpr double kShortStep = 1e-6;   // of a whole one

// Of Jordan's algebra: x y, what times x gives y, and the product of the two eigenvalues of x.
Vec3 multiply_jordan(const Vec3& x, const Vec3& y) {
  const Vec2 across = x.x() * y.tail<2>() + y.x() * x.tail<2>();
  return {x.dot(y), across.x(), across.y()};
}
double compute_jordan_determinant(const Vec3& x) {
  const double length = x.tail<2>().norm();
  return (x.x() - length) * (x.x() + length);
}
Vec3 divide_jordan(const Vec3& y, const Vec3& x) {
  const double first = (x.x() * y.x() - x.tail<2>().dot(y.tail<2>())) / compute_jordan_determinant(x);
  const Vec2 across = (y.tail<2>() - first * x.tail<2>()) / x.x();
  return {first, across.x(), across.y()};
}

// The largest a, up to 2, with x + a dx in the cone: a root of c + 2 b a + q a^2, or where the first component is 0.
double find_rim(const Vec3& x, const Vec3& dx) {
  const double c = compute_jordan_determinant(x), q = compute_jordan_determinant(dx);
  const double b = x.x() * dx.x() - x.tail<2>().dot(dx.tail<2>()), inner = b * b - q * c;
  double a = 2.0;
  if (inner >= 0 && std::sqrt(inner) > b) a = std::min(a, c / (std::sqrt(inner) - b));
  if (dx.x() < 0) a = std::min(a, -x.x() / dx.x());
  return a;
}

}  // namespace

Vec3 ConeInterior::Point::compute_impulse() const {
  return axes * Vec3(mu > 0 ? p.x() / mu : p.x(), p.y(), p.z());
}

// Impulses that would change their contact by the speed to start with, and velocities as large.
void ConeInterior::load(const ContactProblem& problem, std::span<const double> inv_n, BodySystem& system,
                        const InteriorWay& way) {
  problem_ = &problem, system_ = &system, turn_share_ = way.turn_share;
  const double speed = way.start * problem.speed_scale;
  points_.assign(problem.contacts.size(), {}), linear_.assign(problem.contacts.size(), {});
  p_.clear();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    Point& point = points_[i];
    const Tangents tangents = make_tangents(contact.nhat_BA_W);
    point.axes << contact.nhat_BA_W, tangents.t1, tangents.t2;
    point.mu = contact.mu > kNoFriction ? contact.mu : 0.0;
    point.is_free = inv_n[i] > 0;
    const double size = point.mu > 0 ? point.mu : 1.0;
    if (point.is_free) point.p.x() = size * speed / inv_n[i];
    point.w.x() = speed / size;
    p_.push_back(point.compute_impulse());
  }
  write_velocities(problem, p_, V_);
  dV_.resize(V_.size());
}

void ConeInterior::compute_off(std::size_t i) {
  Point& point = points_[i];
  const ProblemContact& contact = problem_->contacts[i];
  Vec3 u = point.axes.transpose() * compute_excess(contact, V_);
  point.T.setZero();
  if (point.mu > 0) {
    const Vec2 u_t = u.tail<2>();
    const double slip = u_t.norm();
    point.T.diagonal() = Vec3(1 / point.mu, 1, 1);
    point.T.block<1, 2>(0, 1) = turn_share_ * u_t.transpose() / std::max(slip, point.w.x());
    u.x() = u.x() / point.mu + slip;
  } else {
    point.T(0, 0) = 1.0;
    u.tail<2>().setZero();
  }
  point.off = u - point.w;
}

void ConeInterior::compute_scaling(Point& point) {
  if (point.mu == 0.0) {
    const double root = std::sqrt(point.p.x() / point.w.x());
    point.W(0, 0) = root, point.inv_W(0, 0) = 1 / root;
    point.x.x() = root * point.w.x();
    return;
  }
  const double det_p = compute_jordan_determinant(point.p), det_w = compute_jordan_determinant(point.w);
  const Vec3 p = point.p / std::sqrt(det_p), w = point.w / std::sqrt(det_w);
  const double gamma = std::sqrt(0.5 * (1 + p.dot(w))), beta = std::sqrt(std::sqrt(det_p / det_w));
  const Vec3 v = (p + Vec3(w.x(), -w.y(), -w.z())) / (2 * gamma);
  const Vec2 v_t = v.tail<2>();
  Mat3 W = Mat3::Identity();
  W.bottomRightCorner<2, 2>() += v_t * v_t.transpose() / (1 + v.x());
  W(0, 0) = v.x(), W.block<1, 2>(0, 1) = v_t.transpose(), W.block<2, 1>(1, 0) = v_t;
  point.W = beta * W;
  W.block<1, 2>(0, 1) = -v_t.transpose(), W.block<2, 1>(1, 0) = -v_t;
  point.inv_W = W / beta;
  point.x = point.W * point.w;
}

// g and D of a contact. dp becomes what it is without du.
void ConeInterior::aim(std::size_t i, double centre, bool is_corrected) {
  Point& point = points_[i];
  Vec3 wanted = -multiply_jordan(point.x, point.x);
  wanted.x() += centre;
  if (is_corrected) wanted -= multiply_jordan(point.inv_W * point.dp, point.W * point.dw);
  const Vec3 d = point.mu > 0 ? divide_jordan(wanted, point.x) : Vec3(wanted.x() / point.x.x(), 0, 0);
  point.dp = point.W * (d - point.W * point.off);
  const Vec3 size(point.mu > 0 ? 1 / point.mu : 1.0, 1, 1);
  linear_[i].g = point.axes * size.cwiseProduct(point.dp);
  if (!is_corrected)
    linear_[i].D = point.axes * size.asDiagonal() * (point.W * (point.W * point.T)) * point.axes.transpose();
}

// dp and dw of every contact.
bool ConeInterior::find_step(double centre, bool is_corrected) {
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (points_[i].is_free) aim(i, centre, is_corrected);
  if (!is_corrected && !system_->factorise(linear_)) return false;
  if (!system_->solve(linear_, dV_)) return false;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    Point& point = points_[i];
    if (!point.is_free) continue;
    const Vec3 du = point.T * (point.axes.transpose() * compute_contact_velocity(problem_->contacts[i], dV_));
    point.dp -= point.W * (point.W * du);
    point.dw = point.off + du;
  }
  return true;
}

double ConeInterior::compute_longest() const {
  double longest = 1 / kToTheRim;
  for (const Point& point : points_)
    if (point.is_free) longest = std::min({longest, find_rim(point.p, point.dp), find_rim(point.w, point.dw)});
  return longest;
}

// The mean of p . w, after a step of that length.
double ConeInterior::compute_gap(double length) const {
  double sum = 0.0, count = 0.0;
  for (const Point& point : points_)
    if (point.is_free) sum += (point.p + length * point.dp).dot(point.w + length * point.dw), count += 1.0;
  return count > 0 ? sum / count : 0.0;
}

bool ConeInterior::update() {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (!points_[i].is_free) continue;
    compute_off(i);
    compute_scaling(points_[i]);
  }
  if (!find_step(0.0, false)) return false;
  const double gap = compute_gap(0.0), ahead = compute_gap(std::min(compute_longest(), 1.0));
  if (!(gap > 0)) return false;
  const double share = std::clamp(ahead / gap, 0.0, 1.0);
  if (!find_step(share * share * share * gap, true)) return false;
  const double length = std::min(kToTheRim * compute_longest(), 1.0);
  if (!(length > kShortStep)) return false;
  for (Point& point : points_)
    if (point.is_free) point.p += length * point.dp, point.w += length * point.dw;
  for (std::size_t i = 0; i < V_.size(); ++i) V_[i] = V_[i] + length * dV_[i];
  return true;
}

void ConeInterior::read_points(std::vector<Vec3>& p) const {
  p.resize(points_.size());
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const ProblemContact& contact = problem_->contacts[i];
    p[i] = project_into_cone(points_[i].compute_impulse(), contact.nhat_BA_W, contact.mu);
  }
}

}  // namespace abut::response
