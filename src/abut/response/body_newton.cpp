#include "abut/response/body_newton.h"

#include <algorithm>
#include <cmath>

namespace abut::response {
namespace {

using math::Mat3;
using math::Twist;
using math::Vec3;

constexpr std::size_t kMostBodies = 2000;   // the search for an order takes the square of it
constexpr std::size_t kMostProducts = 20;   // of blocks, for each contact
constexpr std::size_t kFewProducts = 2000;  // that are always taken

Mat3 make_cross(const Vec3& r) {
  Mat3 R;
  R << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
  return R;
}

// Lower triangular, C C^T = A; a column of zeros where nothing moves along it.
Mat3 compute_root(const Mat3& A) {
  constexpr double kLockedRoot = 1e-14;  // of the trace
  const double least = kLockedRoot * A.trace();
  Mat3 C = Mat3::Zero();
  for (int j = 0; j < 3; ++j) {
    const double pivot = A(j, j) - C.row(j).head(j).squaredNorm();
    if (!(pivot > least)) continue;
    C(j, j) = std::sqrt(pivot);
    for (int i = j + 1; i < 3; ++i) C(i, j) = (A(i, j) - C.row(i).head(j).dot(C.row(j).head(j))) / C(j, j);
  }
  return C;
}

// The points of B move as those of A would, about a centre that is d away: J_b = -J T, T = (1 0; -d x 1).
Block6 multiply_shift(const Block6& H, const Mat3& cross_d) {
  Block6 HT = H;
  HT.leftCols<3>().noalias() -= H.rightCols<3>() * cross_d;
  return HT;
}
template <class Rows>  // T^T H; (d x)^T = -(d x)
Rows multiply_shift_transposed(const Mat3& cross_d, const Rows& H) {
  Rows TH = H;
  TH.template topRows<3>().noalias() += cross_d * H.template bottomRows<3>();
  return TH;
}

}  // namespace

bool BodyNewton::load(const ContactProblem& problem, std::span<const double> inv_n) {
  problem_ = &problem, inv_n_ = inv_n;
  roots_.clear(), links_.clear();
  std::uint32_t num_moving = 0;
  for (const ProblemBody& body : problem.bodies) {
    MovingRoot& root = roots_.emplace_back();
    if (body.inv_mass == Vec3::Zero() && body.inv_inertia == Mat3::Zero()) continue;
    root.row = num_moving++;
    root.C_w = compute_root(body.inv_inertia), root.C_v = body.inv_mass.cwiseSqrt();
  }
  if (num_moving > kMostBodies) return false;
  for (const ContactGroup& group : problem.groups) {
    const ProblemContact& contact = problem.contacts[group.first];
    const std::uint32_t a = roots_[contact.a].row, b = roots_[contact.b].row;
    if (a != kFixed && b != kFixed && a != b) links_.push_back({a, b});
  }
  matrix_.set_pattern(num_moving, links_);
  y_.resize(num_moving), dV_.resize(problem.bodies.size());
  linear_.resize(problem.contacts.size()), next_.resize(problem.contacts.size());
  return matrix_.num_products() <= std::max(kFewProducts, kMostProducts * problem.contacts.size());
}

BodyNewton::Linear BodyNewton::linearise(std::size_t i, const Vec3& u, const Vec3& p, double c) const {
  const ProblemContact& contact = problem_->contacts[i];
  const Vec3& n = contact.nhat_BA_W;
  const double w = inv_n_[i], p_n = n.dot(p), u_n = n.dot(u) - contact.least_speed;
  if (!(w > 0)) return {-p, Mat3::Zero()};
  const double z_n = p_n - u_n / w;
  if (z_n <= 0) return {-p, Mat3::Zero()};
  const double s = c / w, radius = contact.mu * z_n;
  const Vec3 p_t = p - p_n * n, z_t = p_t - (u - n.dot(u) * n) / w;
  const double length = z_t.norm();
  if (length <= radius) return {-s * (u - contact.least_speed * n), s * Mat3::Identity()};
  if (contact.mu == 0.0) return {-s * u_n * n - p_t, s * n * n.transpose()};
  const Vec3 t = z_t / length, q = n.cross(t), along = n + contact.mu * t;
  const double b = radius / length, turn = 1 / (1 - b + 1 / c);
  return {-s * u_n * along + (contact.mu * p_n - t.dot(p_t)) * t - turn * q.dot(p_t) * q,
          s * along * n.transpose() + turn * b / w * q * q.transpose()};
}

// C_a^T H C_b.
Block6 BodyNewton::weigh(const MovingRoot& a, const Block6& H, const MovingRoot& b) {
  Block6 weighed;
  weighed.topLeftCorner<3, 3>() = a.C_w.transpose() * H.topLeftCorner<3, 3>() * b.C_w;
  weighed.topRightCorner<3, 3>() = a.C_w.transpose() * H.topRightCorner<3, 3>() * b.C_v.asDiagonal();
  weighed.bottomLeftCorner<3, 3>() = a.C_v.asDiagonal() * H.bottomLeftCorner<3, 3>() * b.C_w;
  weighed.bottomRightCorner<3, 3>() = a.C_v.asDiagonal() * H.bottomRightCorner<3, 3>() * b.C_v.asDiagonal();
  return weighed;
}

void BodyNewton::add_body(const MovingRoot& body, const Block6& H, const Vector6& g) {
  if (body.row == kFixed) return;
  matrix_.diagonal(body.row) += weigh(body, H, body);
  y_[body.row].head<3>() += body.C_w.transpose() * g.head<3>();
  y_[body.row].tail<3>() += body.C_v.cwiseProduct(g.tail<3>());
}

// H = sum of J^T D J about the centre of A, J V = v + w x arm; with B's, J_b = -J T.
void BodyNewton::add_group(const ContactGroup& group, std::span<const Twist> V, double c, std::span<const Vec3> p) {
  Block6 H = Block6::Zero();
  Vector6 g = Vector6::Zero();
  for (std::uint32_t i = group.first; i < group.first + group.count; ++i) {
    const ProblemContact& contact = problem_->contacts[i];
    linear_[i] = linearise(i, compute_contact_velocity(contact, V), p[i], c);
    const Linear& linear = linear_[i];
    const Mat3 R = make_cross(contact.arm_a), RD = R * linear.D, DR = linear.D * R;
    H.topLeftCorner<3, 3>() -= RD * R, H.topRightCorner<3, 3>() += RD;
    H.bottomLeftCorner<3, 3>() -= DR, H.bottomRightCorner<3, 3>() += linear.D;
    g.head<3>() += contact.arm_a.cross(linear.g), g.tail<3>() += linear.g;
  }
  const ProblemContact& first = problem_->contacts[group.first];
  const MovingRoot &a = roots_[first.a], &b = roots_[first.b];
  add_body(a, H, g);
  if (b.row == kFixed) return;
  const Mat3 cross_d = make_cross(first.arm_b - first.arm_a);
  const Block6 HT = multiply_shift(H, cross_d);
  add_body(b, multiply_shift_transposed(cross_d, HT), -multiply_shift_transposed(cross_d, g));
  if (a.row == kFixed || a.row == b.row) return;
  matrix_.between(a.row, b.row) -= weigh(a, HT, b);
  matrix_.between(b.row, a.row) -= weigh(b, multiply_shift_transposed(cross_d, H), a);
}

bool BodyNewton::update(std::span<const Twist> V, double c, std::span<Vec3> p) {
  matrix_.set_identity();
  for (Vector6& y : y_) y.setZero();
  for (const ContactGroup& group : problem_->groups) add_group(group, V, c, p);
  if (!matrix_.factorise()) return false;
  matrix_.solve(y_);
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    dV_[i] = {Vec3::Zero(), Vec3::Zero()};
    if (roots_[i].row == kFixed) continue;
    const Vector6& y = y_[roots_[i].row];
    if (!y.allFinite()) return false;
    dV_[i] = {roots_[i].C_w * y.head<3>(), roots_[i].C_v.cwiseProduct(y.tail<3>())};
  }
  for (std::size_t i = 0; i < p.size(); ++i) {
    const ProblemContact& contact = problem_->contacts[i];
    const Vec3 next = p[i] + linear_[i].g - linear_[i].D * compute_contact_velocity(contact, dV_);
    next_[i] = project_into_cone(next, contact.nhat_BA_W, contact.mu);
    if (!next_[i].allFinite()) return false;
  }
  std::ranges::copy(next_, p.begin());
  return true;
}

}  // namespace abut::response
