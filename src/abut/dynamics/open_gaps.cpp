#include "abut/dynamics/open_gaps.h"

#include <algorithm>

namespace abut::dynamics {

using math::Twist;
using math::Vec3;
using response::ProblemBody;

// Of what is asked around bodies that have no room for it, a quarter is left. Returns if there are any.
bool GapOpener::ask_for_less(std::span<const ProblemBody> bodies, std::span<GapConstraint> gaps, double h,
                             std::span<const Twist> V) {
  constexpr double kLargeShortfall = 0.5;  // of a target
  crowded_.assign(bodies.size(), 0);
  bool is_any = false;
  for (const GapConstraint& gap : gaps) {
    const Twist &A = V[gap.a], &B = V[gap.b];
    const Vec3 u = A.v + A.w.cross(gap.arm_a) - B.v - B.w.cross(gap.arm_b);
    if (gap.gap + h * gap.nhat_BA_W.dot(u) >= (1 - kLargeShortfall) * gap.target) continue;
    is_any = true;
    for (const std::uint32_t i : {gap.a, gap.b}) crowded_[i] = can_move(bodies[i]);
  }
  for (GapConstraint& gap : gaps)
    if (crowded_[gap.a] || crowded_[gap.b]) gap.target *= 0.25;
  return is_any;
}

void GapOpener::open(std::span<const ProblemBody> bodies, std::span<GapConstraint> gaps, double h, std::span<Twist> V) {
  constexpr int kMostTries = 4;
  unmoved_.assign(V.begin(), V.end());
  for (int i = 0; i < kMostTries; ++i) {
    const RepositionResult result = repositioner_.update(bodies, gaps, {.h = h}, V);
    if (result.is_open || i + 1 == kMostTries || !ask_for_less(bodies, gaps, h, V)) return;
    std::ranges::copy(unmoved_, V.begin());
  }
}

}  // namespace abut::dynamics
