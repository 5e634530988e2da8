#include "abut/dynamics/reposition.h"

#include <algorithm>

namespace abut::dynamics {
namespace {

using math::Twist;
using math::Vec3;
using response::ProblemBody;

double compute_gap(const GapConstraint& gap, std::span<const Twist> V, double h) {
  const Twist &A = V[gap.a], &B = V[gap.b];
  return gap.gap + h * gap.nhat_BA_W.dot(A.v + A.w.cross(gap.arm_a) - B.v - B.w.cross(gap.arm_b));
}

double compute_inverse(const GapConstraint& gap, std::span<const ProblemBody> bodies) {
  const ProblemBody &a = bodies[gap.a], &b = bodies[gap.b];
  const Vec3 turn_a = gap.arm_a.cross(gap.nhat_BA_W), turn_b = gap.arm_b.cross(gap.nhat_BA_W);
  return gap.nhat_BA_W.dot((a.inv_mass + b.inv_mass).cwiseProduct(gap.nhat_BA_W)) + turn_a.dot(a.inv_inertia * turn_a) +
         turn_b.dot(b.inv_inertia * turn_b);
}

void push(const GapConstraint& gap, std::span<const ProblemBody> bodies, double size, std::span<Twist> V) {
  const Vec3 p = size * gap.nhat_BA_W;
  const ProblemBody &a = bodies[gap.a], &b = bodies[gap.b];
  V[gap.a].v += a.inv_mass.cwiseProduct(p), V[gap.a].w += a.inv_inertia * gap.arm_a.cross(p);
  V[gap.b].v -= b.inv_mass.cwiseProduct(p), V[gap.b].w -= b.inv_inertia * gap.arm_b.cross(p);
}

}  // namespace

RepositionResult Repositioner::update(std::span<const ProblemBody> bodies, std::span<const GapConstraint> gaps,
                                      const RepositionOptions& options, std::span<Twist> V) {
  push_.assign(gaps.size(), 0.0);
  inverse_.assign(gaps.size(), 0.0);
  RepositionResult result;
  for (; result.num_sweeps < options.max_sweeps; ++result.num_sweeps) {
    bool is_done = true;
    result.shortfall = 0.0;
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      const double excess = compute_gap(gaps[i], V, options.h) - gaps[i].target;
      const bool is_open = excess >= -options.tolerance * gaps[i].target;
      result.shortfall = std::max(result.shortfall, -excess);
      if (is_open && push_[i] == 0) continue;
      is_done &= is_open;
      if (inverse_[i] == 0) inverse_[i] = compute_inverse(gaps[i], bodies);
      if (!(inverse_[i] > 0)) continue;
      const double next = std::max(push_[i] - excess / (options.h * inverse_[i]), 0.0);
      push(gaps[i], bodies, next - push_[i], V);
      push_[i] = next;
    }
    if (is_done) break;
  }
  return result;
}

}  // namespace abut::dynamics
