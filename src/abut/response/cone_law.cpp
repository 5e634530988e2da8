#include "abut/response/cone_law.h"

#include <algorithm>
#include <array>
#include <limits>

#include "abut/response/one_contact.h"

namespace abut::response {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFarOff = 3.0;  // times the best residual: where sweeps that end there go back to it
constexpr int kPlainSweeps = 2;  // before iterates are mixed
// After so many they are mixed only where the residual is small: what is not solved by then goes round in circles, and
// plain sweeps, slow as they are, settle it.
constexpr int kMixedSweeps = 150;
constexpr double kSettled = 1e-3;
constexpr double kDeep = 1e-5;     // residual below which velocities are not mixed, but made anew: mixing rounds them
constexpr double kMostLoad = 1e6;  // of an impulse times the inverse mass, in speed scales
constexpr int kMoreSweeps = 30, kMoreSweepsOfFew = 100;  // on top of those that the tolerance took, towards the aim

// Newton's method: from which residual on, of few contacts and of many, and at which share of that it is tried again.
constexpr std::size_t kFewContacts = 256;
constexpr double kNearOfFew = 0.1, kNear = 1e-3, kNearer = 0.2;
// The interior point method: after how many sweeps it is tried first; then after twice as many each time, or after so
// many more; and how many steps that are no better than one before end it.
constexpr int kSweepsOfFine = 30, kSweepsOfFew = 60, kSweepsOfMany = 150, kMostSweepsBetween = 120, kVainSteps = 8;
// Each try begins elsewhere and takes another way. What one does not solve, another often does: of eight problems of
// three falling piles that five tries from one place left, seven (pile-hard in tests/data/contact-problems).
constexpr std::array<InteriorWay, 10> kInteriorWays = {{{0.98, 1.0},
                                                        {1.0, 0.1},
                                                        {0.95, 0.01},
                                                        {0.99, 0.1},
                                                        {0.9, 10.0},
                                                        {0.98, 0.01},
                                                        {0.8, 1.0},
                                                        {0.7, 0.1},
                                                        {0.9, 0.01},
                                                        {1.0, 0.01}}};
// The proximal weight: the least, and what it is multiplied by where a step did well or badly.
constexpr double kLeastWeight = 10.0, kRaise = 4.0, kLower = 0.1;

}  // namespace

// A way to take steps of Newton's method: how many, how many sweeps after each, at how many times the least error a
// step is taken back, its weight being too large, and the most of that.
struct ConeLaw::NewtonWay {
  int most_steps, num_sweeps;
  double badly, most_weight;
};

void ConeLaw::mix(bool is_deep) {
  mixer_.update(system_.read_state(), [&](std::size_t count, FunctionRef<void(std::size_t, std::size_t)> work) {
    system_.share(count, 1, work);
  });
  system_.write_state();
  if (is_deep) system_.update_velocities();
}

// From the last plain sweep on. Mixing may wander far off before it comes back: where the sweeps end on such a way, the
// best that was met is taken, and so it is where only that is within the tolerance. Not where the last is nearly as
// good: what leans slowly has its largest residual elsewhere, and to go back would undo, in every step, all that the
// sweeps did for it (a stack of thirty fell over). What is hardly better is not worth a copy.
void ConeLaw::remember_best(double residual) {
  constexpr double kBetter = 0.7;
  if (!(residual < kBetter * best_residual_)) return;
  best_residual_ = residual;
  system_.save(best_);
}

void ConeLaw::end_on_best(const ContactProblem& problem, double tolerance) {
  system_.update_velocities();
  answer_.residuals = system_.measure(problem);
  const double last = answer_.residuals.largest();
  if (last <= tolerance || (best_residual_ > tolerance && last <= kFarOff * best_residual_)) return;
  system_.restore(best_);
  answer_.residuals = system_.measure(problem);
}

// Mixing leaves rounding in velocities, so they are made anew.
bool ConeLaw::is_within(const ContactProblem& problem, double tolerance) {
  if (answer_.num_sweeps > 0) system_.update_velocities();
  return system_.measure_within(problem, tolerance, answer_.residuals);
}

bool ConeLaw::has_run_away(const ContactProblem& problem) const {
  return !(system_.compute_largest_load() <= kMostLoad * problem.speed_scale);
}

// Sweeps after a step count as part of it. Errors are judged by their mean square: one manifold that pivots would veto
// good steps. Ends on the best that was met.
bool ConeLaw::step_by_newton(const ContactProblem& problem, double tolerance, const NewtonWay& way) {
  const auto is_done = [&] { return (answer_.residuals = system_.measure(problem)).largest() <= tolerance; };
  system_.update_velocities();
  if (is_done()) return true;
  double least = system_.compute_mean_square_root(), weight = way.most_weight;
  system_.save(step_best_);
  for (int i = 0; i < way.most_steps; ++i) {
    system_.read_points(points_), system_.read_velocities(V_);
    if (!newton_.update(V_, weight, points_)) break;
    ++answer_.num_newton_steps;
    system_.write_points(points_);
    if (is_done()) return true;
    for (int k = 0; k < way.num_sweeps; ++k) system_.sweep(true);
    if (way.num_sweeps > 0 && is_done()) return true;
    const double error = has_run_away(problem) ? kInfinity : system_.compute_mean_square_root();
    if (error < least) {
      least = error, weight = std::min(kRaise * weight, way.most_weight);
      system_.save(step_best_);
    } else if (!(error <= way.badly * least)) {
      weight = std::max(kLower * weight, kLeastWeight);
      system_.restore(step_best_);
    }
  }
  system_.restore(step_best_);
  return false;
}

// First straight on, whatever the steps do on their way: so arches are solved, whose contacts share a load in many
// ways. Then with care, where contacts change between open, sticking and sliding: sweeps after each step put these
// right. Last with a large weight: impulses that nothing but the weight opposes may have far to go until a contact
// slides or opens, and with less of it they creep there. What a few sweeps have left farther away than `kNear` more of
// them bring nearer at less cost than either.
bool ConeLaw::end_by_newton(const ContactProblem& problem, double tolerance, double residual) {
  constexpr NewtonWay kStraight{8, 0, 1e3, 1e4}, kCareful{8, 6, 3.0, 1e4}, kFar{8, 0, 1e3, 1e5};
  if (step_by_newton(problem, tolerance, kStraight)) return true;
  return residual <= kNear &&
         (step_by_newton(problem, tolerance, kCareful) || step_by_newton(problem, tolerance, kFar));
}

// From nothing, whatever sweeps have come to, and so from elsewhere. Newton's method and sweeps go on from its best.
bool ConeLaw::end_by_interior(const ContactProblem& problem, double tolerance, const InteriorWay& way) {
  interior_.load(problem, system_.inverse_masses(), bodies_, way);
  double least = kInfinity;
  system_.save(step_best_);
  for (int i = 0, best = 0; i < kMostInteriorSteps && i < best + kVainSteps && interior_.update(); ++i) {
    ++answer_.num_newton_steps;
    interior_.read_points(points_);
    system_.write_points(points_);
    answer_.residuals = system_.measure(problem);
    const double residual = answer_.residuals.largest();
    if (residual <= tolerance) return true;
    if (residual < least) least = residual, best = i, system_.save(step_best_);
  }
  system_.restore(step_best_);
  return end_by_newton(problem, tolerance, 0.0);
}

void ConeLaw::restart_mixing() {
  mixer_.restart(system_.read_state(), system_.weights());
}

bool ConeLaw::has_bodies(const ContactProblem& problem) {
  if (!has_bodies_) {
    has_bodies_ = bodies_.load(problem);
    if (*has_bodies_) newton_.load(problem, system_.inverse_masses(), bodies_);
  }
  return *has_bodies_;
}

// When steps over all bodies are due: Newton's method below a residual, interior points after so many sweeps.
struct ConeLaw::Due {
  double near = 0.0;
  int num_sweeps = 0;
  std::size_t num_interiors = 0;

  Due(double aim, bool is_few)
      : near(aim >= kNear ? 0.0 : (is_few ? kNearOfFew : kNear)),
        num_sweeps(aim < kNear ? kSweepsOfFine : (is_few ? kSweepsOfFew : kSweepsOfMany)) {}
};

// After so many sweeps, at that residual. Returns if any was taken; then the residuals tell what it came to.
bool ConeLaw::take_steps(const ContactProblem& problem, double aim, double residual, int num_sweeps, Due& due) {
  const bool is_near = residual <= due.near;
  const bool is_long = num_sweeps >= due.num_sweeps && due.num_interiors < kInteriorWays.size();
  if ((!is_near && !is_long) || !has_bodies(problem)) return false;
  if (is_near) due.near = kNearer * residual;
  if (is_near && end_by_newton(problem, aim, residual)) return true;
  if (is_long) {
    due.num_sweeps += std::min(due.num_sweeps, kMostSweepsBetween);
    if (end_by_interior(problem, aim, kInteriorWays[due.num_interiors++])) return true;
  }
  answer_.residuals = system_.measure(problem);
  return true;
}

// Within the aim; or, where the sweeps end, within the tolerance.
void ConeLaw::sweep_until_solved(const ContactProblem& problem, const ConeOptions& options) {
  const double aim = std::min(options.aim, options.tolerance);
  system_.prepare(kMostLoad * problem.speed_scale);
  has_bodies_.reset();
  const bool is_few = problem.contacts.size() <= kFewContacts;
  Due due(aim, is_few);
  double residual = best_residual_ = kInfinity;
  bool is_mixing = false, is_solved = false;
  int most_sweeps = options.max_sweeps;
  for (int i = 0; answer_.num_sweeps < most_sweeps; ++i) {
    const bool may_mix = i >= kPlainSweeps && (i < kMixedSweeps || residual <= kSettled);
    if (may_mix && is_mixing) mix(residual <= kDeep);
    if (may_mix && !is_mixing) restart_mixing();
    is_mixing = may_mix;
    residual = system_.sweep(true) / problem.speed_scale;
    ++answer_.num_sweeps;
    if (residual <= aim && is_within(problem, aim)) return;
    if (take_steps(problem, aim, residual, i + 1, due)) {
      residual = answer_.residuals.largest(), is_mixing = false;
      if (residual <= aim) return;
    }
    if (!is_solved && residual <= options.tolerance && is_within(problem, options.tolerance)) {
      is_solved = true, due.num_interiors = kInteriorWays.size();
      most_sweeps = std::min(most_sweeps, answer_.num_sweeps + (is_few ? kMoreSweepsOfFew : kMoreSweeps));
    }
    if (i < kPlainSweeps) continue;
    if (has_run_away(problem)) {
      system_.restore(best_);
      break;
    }
    remember_best(residual);
  }
  end_on_best(problem, options.tolerance);
  if (answer_.residuals.largest() > options.tolerance) answer_.outcome = SolveOutcome::kNotConverged;
}

// The problem itself, if nothing is to be merged. Else the same, loaded with the parts of the merged one's answer as
// its guess; where they are not within the tolerance, with all of it given to one of them. At most half of the sweeps
// are spent on that.
const ContactProblem& ConeLaw::start_from_merged(const ContactProblem& problem, const ConeOptions& options) {
  if (!merger_.merge(problem, options.tolerance * problem.speed_scale)) return problem;
  ConeOptions half = options;
  half.max_sweeps /= 2;
  solve(merger_.merged(), half);
  answer_.outcome = SolveOutcome::kSolved;
  const ContactProblem& split = merger_.split(problem, answer_.p);
  system_.load(split, options.team);
  if (is_within(split, options.tolerance)) return split;
  const ContactProblem& gathered = merger_.gather(problem, answer_.p, answer_.V);
  system_.load(gathered, options.team);
  return gathered;
}

const ContactImpulses& ConeLaw::solve(const ContactProblem& problem, const ConeOptions& options) {
  if (problem.contacts.size() == 1) return solve_one_contact(problem, options.tolerance, answer_), answer_;
  system_.load(problem, options.team);
  answer_.outcome = SolveOutcome::kSolved;
  answer_.num_sweeps = answer_.num_newton_steps = 0;
  const double aim = std::min(options.aim, options.tolerance);
  if (!is_within(problem, std::max(aim, options.guess_tolerance))) {
    if (is_for_direct_normals(problem) && direct_.solve(problem, aim, answer_)) return answer_;
    const ContactProblem& start = start_from_merged(problem, options);
    if (&start == &problem || !is_within(start, aim)) sweep_until_solved(start, options);
  }
  system_.store(answer_);
  return answer_;
}

}  // namespace abut::response
