// The contact laws side by side: what each makes of the same contact problems.
//
// A comparison gives a problem to every law of the table (laws.h), or to some of them, and keeps how each fared
// (law_trial.h).
//
// To see the problems of a simulation, its law is wrapped (LawOptions::wrap): each problem is compared, then answered
// as it would have been, so the run is the same to the bit. One thread; no problem is kept.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "abut/response/law_trial.h"
#include "abut/response/laws.h"

namespace abut::response {

struct LawFigures {
  static constexpr std::size_t kNumOutcomes = static_cast<std::size_t>(SolveOutcome::kJammed) + 1;

  std::string name;
  std::array<std::int64_t, kNumOutcomes> num_by_outcome{};
  std::vector<LawSample> samples;  // of the problems that it gave finite impulses for
};

// Told of every problem that is compared, before a law gets it: what was asked of it, and its number among those met,
// from 0.
using ProblemWatcher = std::function<void(const ContactProblem&, const LawOptions& asked, std::int64_t number)>;

class LawComparison {
 public:
  // Of every `every`-th problem, beginning with the first. Throws InputError where there is no law of such a name.
  explicit LawComparison(const LawOptions& options, std::int64_t every = 1,
                         const std::vector<std::string>& names = get_law_names());

  // All laws get the comparison's own options; those asked are only for the watcher.
  void add(const ContactProblem& problem, const LawOptions& asked);
  void add(const ContactProblem& problem) { add(problem, options_); }
  void watch(ProblemWatcher watcher) { watcher_ = std::move(watcher); }
  // A law that answers as the inner one does, and adds every problem here. Must not outlive the comparison.
  std::unique_ptr<ContactLaw> wrap(std::unique_ptr<ContactLaw> inner);

  const std::vector<LawFigures>& figures() const { return figures_; }
  std::int64_t num_met() const { return num_met_; }
  // Of every problem compared.
  const std::vector<std::size_t>& num_contacts() const { return num_contacts_; }

 private:
  LawOptions options_;
  std::int64_t every_, num_met_ = 0;
  std::vector<std::unique_ptr<ContactLaw>> laws_;
  std::vector<LawFigures> figures_;
  std::vector<std::size_t> num_contacts_;
  ProblemWatcher watcher_;
};

}  // namespace abut::response
