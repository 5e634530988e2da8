// The smallest change of the velocities bodies are moved with that keeps every linearised gap open.
//
//   minimise  sum over bodies |dv|^2 + k^2 |dw|^2     subject to    gap_i + h nhat_i . u_i(V + dV) >= target_i
//
// in unit masses, k the radii of gyration, so that mass ratios do not slow it; normals only. Projected Gauss-Seidel,
// until no gap is short of its target by more than a share, or a bound on sweeps is reached. A sweep passes over gaps
// whose bodies have not been pushed since they were looked at. It touches neither the velocities that bodies have nor
// the warm start: position fed back into impulses makes stacks unstable.
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
  double tolerance = 0.25;  // of a target
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
  struct Visit {
    std::uint32_t a, b;
    std::uint32_t seen;  // the clock when the gap was looked at last
  };
  struct Row {
    math::Vec3 n, turn_a, turn_b;  // the gap opens by h (n . (v_a - v_b) + turn_a . w_a - turn_b . w_b)
    double gap = 0.0, target = 0.0;
    double push = 0.0;                                                    // so far
    bool is_prepared = false;                                             // what follows is known
    math::Vec3 spin_a = math::Vec3::Zero(), spin_b = math::Vec3::Zero();  // of a push of one
    double inverse = 0.0;                                                 // mass
  };
  static bool moves(const response::ProblemBody& body) {
    return body.inv_mass != math::Vec3::Zero() || body.inv_inertia != math::Mat3::Zero();
  }
  void load(std::span<const response::ProblemBody> bodies, std::span<const GapConstraint> gaps);
  static void prepare(Row& row, const response::ProblemBody& a, const response::ProblemBody& b);
  void push(const Visit& visit, Row& row, std::span<const response::ProblemBody> bodies, double size,
            std::span<math::Twist> V);

  std::vector<Visit> visits_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> changed_;  // the clock when a body was pushed last
  std::uint32_t clock_ = 0;             // counts pushes
};

}  // namespace abut::dynamics
