#include "abut/response/law_trial.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace abut::response {
namespace {

using TrialClock = std::chrono::steady_clock;

// Repetitions are for problems that are solved faster than a cold cache is filled.
constexpr double kRepeatedWithin = 0.05;  // s

LawSample make_sample(const ContactProblem& problem, const ContactImpulses& answer) {
  LawSample sample;
  sample.residuals = compute_residuals(problem, answer.p);
  sample.energy_gained = compute_energy_gained(problem, answer.p);
  sample.num_sweeps = answer.num_sweeps;
  for (std::size_t i = 0; i < answer.p.size(); ++i) {
    const double p_n = problem.contacts[i].nhat_BA_W.dot(answer.p[i]);
    sample.largest_impulse = std::max(sample.largest_impulse, p_n);
    sample.total_impulse += p_n;
  }
  return sample;
}

}  // namespace

LawTrial try_law(ContactLaw& law, const ContactProblem& problem, const LawOptions& options, int num_repeats) {
  const ContactImpulses* answer = nullptr;
  double fastest = 0.0, all = 0.0;
  for (int k = 0; k == 0 || (k < num_repeats && all < kRepeatedWithin); ++k) {
    const auto begin = TrialClock::now();
    answer = &law.solve(problem, options);
    const double seconds = std::chrono::duration<double>(TrialClock::now() - begin).count();
    fastest = k == 0 ? seconds : std::min(fastest, seconds);
    all += seconds;
  }
  LawTrial trial;
  trial.outcome = answer->outcome;
  if (answer->outcome == SolveOutcome::kTooLarge || answer->outcome == SolveOutcome::kUnbounded) return trial;
  const LawSample sample = make_sample(problem, *answer);
  if (!std::isfinite(sample.residuals.largest())) return trial;
  trial.sample = sample;
  trial.sample->seconds = fastest;
  trial.p = answer->p;
  return trial;
}

double compute_energy_gained(const ContactProblem& problem, const std::vector<math::Vec3>& p) {
  std::vector<math::Twist> before;
  before.reserve(problem.bodies.size());
  for (const ProblemBody& body : problem.bodies) before.push_back(body.V);
  const std::vector<math::Twist> after = compute_velocities(problem, p);
  double twice = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    twice += p[i].dot(compute_contact_velocity(contact, before) + compute_contact_velocity(contact, after));
  }
  return 0.5 * twice;
}

}  // namespace abut::response
