// The smallest change of the velocities bodies are moved with that keeps every linearised gap open.
//
//   minimise  sum over bodies |dv|^2 + k^2 |dw|^2     subject to    gap_i + h nhat_i . u_i(V + dV) >= target_i
//
// in unit masses, k the radii of gyration, so that mass ratios do not slow it; normals only. Projected Gauss-Seidel,
// until no gap is short of its target by more than a share, or a bound on sweeps is reached. It touches neither the
// velocities that bodies have nor the warm start: position fed back into impulses makes stacks unstable.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/math/twist.h"
#include "abut/response/contact_problem.h"

namespace abut::dynamics {

struct GapConstraint {
  std::uint32_t a = 0, b = 0;
  math::Vec3 nhat_BA_W = math::Vec3::UnitZ();
  math::Vec3 arm_a = math::Vec3::Zero(), arm_b = math::Vec3::Zero();
  double gap = 0.0;     // m: where nothing moves
  double target = 0.0;  // m: where the step ends
};

struct RepositionOptions {
  double h = 0.0;
  int max_sweeps = 50;
  double tolerance = 0.02;  // of a target
};

struct RepositionResult {
  int num_sweeps = 0;
  double shortfall = 0.0;  // m: the largest that is left
};

// Room to work in, reused.
class Repositioner {
 public:
  // `bodies` have unit mass: inverse inertias times mass, zero where locked. Changes V.
  RepositionResult update(std::span<const response::ProblemBody> bodies, std::span<const GapConstraint> gaps,
                          const RepositionOptions& options, std::span<math::Twist> V);

 private:
  std::vector<double> push_, inverse_;
};

}  // namespace abut::dynamics
