#include "abut/dynamics/reposition.h"

#include <algorithm>

namespace abut::dynamics {

using math::Twist;
using math::Vec3;
using response::ProblemBody;

void Repositioner::load(std::span<const ProblemBody> bodies, std::span<const GapConstraint> gaps) {
  changed_.assign(bodies.size(), 1);
  clock_ = 1;
  visits_.clear(), rows_.clear();
  for (const GapConstraint& gap : gaps) {
    visits_.push_back({gap.a, gap.b, 0});
    Row row;
    row.n = gap.nhat_BA_W;
    row.turn_a = gap.arm_a.cross(row.n), row.turn_b = gap.arm_b.cross(row.n);
    row.gap = gap.gap, row.target = gap.target;
    rows_.push_back(row);
  }
}

// How the bodies answer a push, and how fast that opens the gap.
void Repositioner::prepare(Row& row, const ProblemBody& a, const ProblemBody& b) {
  row.spin_a = a.inv_inertia * row.turn_a, row.spin_b = b.inv_inertia * row.turn_b;
  row.inverse = row.n.dot((a.inv_mass + b.inv_mass).cwiseProduct(row.n)) + row.turn_a.dot(row.spin_a) +
                row.turn_b.dot(row.spin_b);
  row.is_prepared = true;
}

void Repositioner::push(const Visit& visit, Row& row, std::span<const ProblemBody> bodies, double size,
                        std::span<Twist> V) {
  const Vec3 p = size * row.n;
  Twist &A = V[visit.a], &B = V[visit.b];
  A.v += bodies[visit.a].inv_mass.cwiseProduct(p), A.w += size * row.spin_a;
  B.v -= bodies[visit.b].inv_mass.cwiseProduct(p), B.w -= size * row.spin_b;
  row.push += size;
  ++clock_;
  if (moves(bodies[visit.a])) changed_[visit.a] = clock_;
  if (moves(bodies[visit.b])) changed_[visit.b] = clock_;
}

RepositionResult Repositioner::update(std::span<const ProblemBody> bodies, std::span<const GapConstraint> gaps,
                                      const RepositionOptions& options, std::span<Twist> V) {
  load(bodies, gaps);
  RepositionResult result;
  for (; result.num_sweeps < options.max_sweeps; ++result.num_sweeps) {
    bool is_done = true;
    result.shortfall = 0.0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      Visit& visit = visits_[i];
      if (std::max(changed_[visit.a], changed_[visit.b]) <= visit.seen) continue;
      Row& row = rows_[i];
      const Twist &A = V[visit.a], &B = V[visit.b];
      const double speed = row.n.dot(A.v - B.v) + row.turn_a.dot(A.w) - row.turn_b.dot(B.w);
      const double excess = row.gap + options.h * speed - row.target;
      const bool is_open = excess >= -options.tolerance * row.target;
      result.shortfall = std::max(result.shortfall, -excess);
      if (!is_open || row.push > 0) {
        is_done &= is_open;
        if (!row.is_prepared) prepare(row, bodies[visit.a], bodies[visit.b]);
        if (!(row.inverse > 0)) continue;  // nothing opens it: it is looked at in every sweep
        const double size = std::max(-excess / (options.h * row.inverse), -row.push);
        if (size != 0) push(visit, row, bodies, size, V);
      }
      visit.seen = clock_;
    }
    if (is_done) break;
  }
  return result;
}

}  // namespace abut::dynamics
