#include "abut/response/cone_law.h"

#include <algorithm>
#include <limits>

namespace abut::response {
namespace {

constexpr double kFarOff = 10.0;      // times the best residual: where sweeps that end there go back to it
constexpr int kPlainSweeps = 8;       // before iterates are mixed: what is nearly solved needs no more
constexpr int kUncoupledSweeps = 24;  // before normal and friction of single points are solved at once, which is slow

}  // namespace

// A sweep forward and one backward are the step from last_ to what the points now have.
void ConeLaw::mix_impulses(const ContactProblem& problem) {
  system_.read_impulses(next_);
  mixer_.update(last_, next_);
  system_.write_impulses(problem, last_);
  system_.read_impulses(last_);
}

// From the last plain sweep on. Mixing may wander far off before it comes back: where the sweeps end on such a way, the
// best that was met is taken. Not where the last is nearly as good: what leans slowly has its largest residual
// elsewhere, and to go back would undo, in every step, all that the sweeps did for it (a stack of thirty fell over).
void ConeLaw::remember_best(double residual) {
  if (residual >= best_residual_) return;
  best_residual_ = residual;
  system_.save(best_);
}

void ConeLaw::end_on_best(const ContactProblem& problem) {
  answer_.residuals = system_.measure(problem);
  if (kFarOff * best_residual_ >= answer_.residuals.largest() * problem.speed_scale) return;
  system_.restore(problem, best_);
  answer_.residuals = system_.measure(problem);
}

bool ConeLaw::is_within(const ContactProblem& problem, double tolerance) {
  return system_.measure_within(problem, tolerance, answer_.residuals);
}

void ConeLaw::sweep_until_solved(const ContactProblem& problem, const ConeOptions& options) {
  system_.prepare();
  best_residual_ = std::numeric_limits<double>::infinity();
  while (answer_.num_sweeps < options.max_sweeps) {
    const bool is_even = answer_.num_sweeps % 2 == 0, couples_friction = answer_.num_sweeps >= kUncoupledSweeps;
    if (answer_.num_sweeps == kPlainSweeps) mixer_.restart(system_.num_impulses()), system_.read_impulses(last_);
    if (answer_.num_sweeps > kPlainSweeps && is_even) mix_impulses(problem);
    const double residual = system_.sweep(is_even, couples_friction);
    ++answer_.num_sweeps;
    if (residual <= options.tolerance * problem.speed_scale && is_within(problem, options.tolerance)) return;
    if (answer_.num_sweeps >= kPlainSweeps) remember_best(residual);
  }
  answer_.outcome = SolveOutcome::kNotConverged;
  end_on_best(problem);
}

const ContactImpulses& ConeLaw::solve(const ContactProblem& problem, const ConeOptions& options) {
  system_.load(problem, options.team);
  answer_.outcome = SolveOutcome::kSolved;
  answer_.num_sweeps = 0;
  if (!is_within(problem, std::max(options.tolerance, options.guess_tolerance))) {
    if (is_for_direct_normals(problem) && direct_.solve(problem, options.tolerance, answer_)) return answer_;
    sweep_until_solved(problem, options);
  }
  system_.store(answer_);
  return answer_;
}

}  // namespace abut::response
