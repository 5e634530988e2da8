#include "abut/response/compare_laws.h"

#include <utility>

namespace abut::response {
namespace {

class ComparingLaw : public ContactLaw {
 public:
  ComparingLaw(LawComparison& comparison, std::unique_ptr<ContactLaw> inner)
      : comparison_(comparison), inner_(std::move(inner)) {}

  const ContactImpulses& solve(const ContactProblem& problem, const LawOptions& options) override {
    comparison_.add(problem, options);
    return inner_->solve(problem, options);
  }

 private:
  LawComparison& comparison_;
  std::unique_ptr<ContactLaw> inner_;
};

}  // namespace

LawComparison::LawComparison(const LawOptions& options, std::int64_t every, const std::vector<std::string>& names)
    : options_(options), every_(every) {
  for (const std::string& name : names) {
    laws_.push_back(make_law(name));
    figures_.push_back({name, {}, {}});
  }
}

void LawComparison::add(const ContactProblem& problem, const LawOptions& asked) {
  const std::int64_t number = num_met_++;
  if (number % every_ != 0) return;
  if (watcher_) watcher_(problem, asked, number);
  num_contacts_.push_back(problem.contacts.size());
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    const LawTrial trial = try_law(*laws_[i], problem, options_);
    ++figures_[i].num_by_outcome[static_cast<std::size_t>(trial.outcome)];
    if (trial.sample) figures_[i].samples.push_back(*trial.sample);
  }
}

std::unique_ptr<ContactLaw> LawComparison::wrap(std::unique_ptr<ContactLaw> inner) {
  return std::make_unique<ComparingLaw>(*this, std::move(inner));
}

}  // namespace abut::response
