// The smallest change of the velocities bodies are moved with that keeps every linearised gap open.
//
//   minimise  sum over bodies |dv|^2 + k^2 |dw|^2     subject to    gap_i + h nhat_i . u_i(V + dV) >= target_i
//
// in unit masses, k the radii of gyration, so that mass ratios do not slow it; normals only. Projected Gauss-Seidel,
// until no gap is short of its target by more than a share, or a hundred sweeps hardly help, or a bound on sweeps is
// reached. One that was pushed as much too far is let back; what lies between is left alone, as to move it would move
// others in turn. A sweep passes over gaps whose bodies have not been pushed since they were looked at, and looks at
// four of one pair at once: most are open, and stay so.
//
// It touches neither the velocities that bodies have nor the warm start: position fed back into impulses makes stacks
// unstable.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/math/four_numbers.h"
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
  int max_sweeps = 800;     // what a large step turns has to be lifted by hundreds of targets, up a whole pile
  double tolerance = 0.25;  // of a target
};

struct RepositionResult {
  bool is_open = false;  // every gap, as far as asked
  int num_sweeps = 0;
  double shortfall = 0.0;  // m: the largest that is left
};

// Pushed, it gives way.
bool can_move(const response::ProblemBody& body);

// Room to work in, reused.
class Repositioner {
 public:
  // `bodies` have unit mass: inverse inertias times mass, zero where locked. Changes V.
  RepositionResult update(std::span<const response::ProblemBody> bodies, std::span<const GapConstraint> gaps,
                          const RepositionOptions& options, std::span<math::Twist> V);

 private:
  // Gaps that follow each other and are of the same two bodies, by fours.
  struct Between {
    std::uint32_t a, b;
    std::uint32_t first, count;  // of fours_
    std::uint32_t num_gaps;
    std::uint32_t seen;  // the clock when they were looked at last
  };
  // The gaps open by h (n . (v_a - v_b) + turn_a . w_a - turn_b . w_b). Lanes without a gap have room without end.
  struct FourGaps {
    math::FourVec3 n, turn_a, turn_b;
    math::Four room;   // gap - target, m
    math::Four slack;  // what they may be short of their targets, m
    math::Four push;   // so far
  };
  // How bodies answer a push of one.
  struct Answer {
    bool is_known = false;
    math::Vec3 spin_a = math::Vec3::Zero(), spin_b = math::Vec3::Zero();
    double inverse = 0.0;  // mass
  };
  struct Look {
    bool is_still = true;  // no gap was short, none was let back
    int num_pushed = 0;
    bool is_hopeless = false;  // a gap was short that nothing opens
    double shortfall = 0.0;
  };

  void load(std::span<const response::ProblemBody> bodies, std::span<const GapConstraint> gaps, double tolerance);
  void append(const GapConstraint& gap, std::size_t lane, double tolerance);
  const Answer& prepare(std::size_t four, std::size_t lane, const response::ProblemBody& a,
                        const response::ProblemBody& b);
  void look_at(std::size_t four, const response::ProblemBody& a, const response::ProblemBody& b, double h,
               math::Twist& A, math::Twist& B, Look& look);
  Look visit(Between& between, std::span<const response::ProblemBody> bodies, double h, std::span<math::Twist> V);

  std::vector<Between> pairs_;
  std::vector<FourGaps> fours_;
  std::vector<Answer> answers_;         // of every lane
  std::vector<std::uint32_t> changed_;  // the clock when a body was pushed last
  std::uint32_t clock_ = 0;             // counts looks
};

}  // namespace abut::dynamics
