// The contact laws side by side: what each makes of the same contact problems.
//
// A comparison gives a problem to every law of the table (laws.h) and keeps how each fared: its outcome; where it gave
// impulses, their residuals by definition (compute_residuals), the time and the sweeps or pivots it took, and what the
// impulses p do to kinetic energy,
//
//   dT = 1/2 sum over contacts of p . (u before + u after),
//
// u the relative velocity there: the work of a kinematic body on what it carries is not in it.
//
// To see the problems of a simulation, its law is wrapped (LawOptions::wrap): each problem is compared, then answered
// as it would have been, so the run is the same to the bit. One thread; no problem is kept.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "abut/response/laws.h"

namespace abut::response {

// How a law fared with one problem.
struct LawSample {
  ContactResiduals residuals;
  double seconds = 0.0;
  double energy_gained = 0.0;  // J
  int num_sweeps = 0;          // or pivots, or rounds: what the law counts
};

struct LawFigures {
  static constexpr std::size_t kNumOutcomes = static_cast<std::size_t>(SolveOutcome::kWrongFriction) + 1;

  std::string name;
  std::array<std::int64_t, kNumOutcomes> num_by_outcome{};
  std::vector<LawSample> samples;  // of the problems that it gave finite impulses for
};

class LawComparison {
 public:
  // Of every `every`-th problem, beginning with the first.
  explicit LawComparison(const LawOptions& options, std::int64_t every = 1);

  void add(const ContactProblem& problem);
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
};

// J: what these impulses add to the kinetic energy of a problem's bodies.
double compute_energy_gained(const ContactProblem& problem, const std::vector<math::Vec3>& p);

}  // namespace abut::response
