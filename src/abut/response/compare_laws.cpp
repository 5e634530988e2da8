#include "abut/response/compare_laws.h"

#include <chrono>
#include <cmath>
#include <utility>

namespace abut::response {
namespace {

class ComparingLaw : public ContactLaw {
 public:
  ComparingLaw(LawComparison& comparison, std::unique_ptr<ContactLaw> inner)
      : comparison_(comparison), inner_(std::move(inner)) {}

  const ContactImpulses& solve(const ContactProblem& problem, const LawOptions& options) override {
    comparison_.add(problem);
    return inner_->solve(problem, options);
  }

 private:
  LawComparison& comparison_;
  std::unique_ptr<ContactLaw> inner_;
};

void compare(ContactLaw& law, const ContactProblem& problem, const LawOptions& options, LawFigures& figures) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const ContactImpulses& answer = law.solve(problem, options);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  ++figures.num_by_outcome[static_cast<std::size_t>(answer.outcome)];
  if (answer.outcome == SolveOutcome::kTooLarge || answer.outcome == SolveOutcome::kUnbounded) return;
  const ContactResiduals residuals = compute_residuals(problem, answer.p);
  if (!std::isfinite(residuals.largest())) return;
  figures.samples.push_back({residuals, seconds, compute_energy_gained(problem, answer.p), answer.num_sweeps});
}

}  // namespace

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

LawComparison::LawComparison(const LawOptions& options, std::int64_t every) : options_(options), every_(every) {
  for (const std::string& name : get_law_names()) {
    laws_.push_back(make_law(name));
    figures_.push_back({name, {}, {}});
  }
}

void LawComparison::add(const ContactProblem& problem) {
  if (num_met_++ % every_ != 0) return;
  num_contacts_.push_back(problem.contacts.size());
  for (std::size_t i = 0; i < laws_.size(); ++i) compare(*laws_[i], problem, options_, figures_[i]);
}

std::unique_ptr<ContactLaw> LawComparison::wrap(std::unique_ptr<ContactLaw> inner) {
  return std::make_unique<ComparingLaw>(*this, std::move(inner));
}

}  // namespace abut::response
