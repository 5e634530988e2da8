#include "abut/response/body_newton.h"

#include <algorithm>

namespace abut::response {

using math::Mat3;
using math::Twist;
using math::Vec3;

void BodyNewton::load(const ContactProblem& problem, std::span<const double> inv_n, BodySystem& system) {
  problem_ = &problem, inv_n_ = inv_n, system_ = &system;
  dV_.resize(problem.bodies.size()), linear_.resize(problem.contacts.size()), next_.resize(problem.contacts.size());
}

LinearContact BodyNewton::linearise(std::size_t i, const Vec3& u, const Vec3& p, double c) const {
  const ProblemContact& contact = problem_->contacts[i];
  const Vec3& n = contact.nhat_BA_W;
  const double w = inv_n_[i], p_n = n.dot(p), u_n = n.dot(u);
  if (!(w > 0)) return {-p, Mat3::Zero()};
  const double z_n = p_n - u_n / w;
  if (z_n <= 0) return {-p, Mat3::Zero()};
  const double s = c / w, radius = contact.mu * z_n;
  const Vec3 p_t = p - p_n * n, z_t = p_t - (u - u_n * n) / w;
  const double length = z_t.norm();
  if (length <= radius) return {-s * u, s * Mat3::Identity()};
  if (contact.mu == 0.0) return {-s * u_n * n - p_t, s * n * n.transpose()};
  const Vec3 t = z_t / length, q = n.cross(t), along = n + contact.mu * t;
  const double b = radius / length, turn = 1 / (1 - b + 1 / c);
  return {-s * u_n * along + (contact.mu * p_n - t.dot(p_t)) * t - turn * q.dot(p_t) * q,
          s * along * n.transpose() + turn * b / w * q * q.transpose()};
}

bool BodyNewton::update(std::span<const Twist> V, double c, std::span<Vec3> p) {
  for (std::size_t i = 0; i < p.size(); ++i)
    linear_[i] = linearise(i, compute_excess(problem_->contacts[i], V), p[i], c);
  if (!system_->factorise(linear_) || !system_->solve(linear_, dV_)) return false;
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
