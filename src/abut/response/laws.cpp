#include "abut/response/laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "abut/base/input_error.h"
#include "abut/base/suggest.h"
#include "abut/response/cone_law.h"
#include "abut/response/gauss_law.h"
#include "abut/response/keep_passive.h"
#include "abut/response/lcp_law.h"
#include "abut/response/svd_law.h"

namespace abut::response {
namespace {

// A law's class with what it takes of the options, and the guard that its answers pass.
template <class Law, auto choose_options>
class NamedLaw : public ContactLaw {
 public:
  const ContactImpulses& solve(const ContactProblem& problem, const LawOptions& options) override {
    return guard_.pass(problem, law_.solve(problem, choose_options(options)), options.tolerance, options.team);
  }

 private:
  Law law_;
  PassiveGuard guard_;
};

// A law that some problems have no answer by, and the cone for these.
class LawOrCone : public ContactLaw {
 public:
  explicit LawOrCone(std::string_view name) : law_(make_law(name)), cone_(make_law(get_law_names().front())) {}

  const ContactImpulses& solve(const ContactProblem& problem, const LawOptions& options) override {
    const ContactImpulses& own = law_->solve(problem, options);
    if (own.outcome == SolveOutcome::kSolved) return own;
    answer_ = cone_->solve(problem, options);
    answer_.is_of_cone = true;
    return answer_;
  }

 private:
  std::unique_ptr<ContactLaw> law_, cone_;
  ContactImpulses answer_;
};

ConeOptions choose_cone_options(const LawOptions& options) {
  return {.tolerance = options.tolerance,
          .max_sweeps = options.max_sweeps,
          .aim = options.aim,
          .guess_tolerance = options.guess_tolerance,
          .team = options.team};
}
LcpOptions choose_lcp_options(const LawOptions& options) {
  return {.tolerance = std::min(options.tolerance, options.aim)};
}
SvdOptions choose_svd_options(const LawOptions& options) {
  return {.tolerance = std::min(options.tolerance, options.aim)};
}
GaussOptions choose_gauss_options(const LawOptions& options) {
  return {.tolerance = options.tolerance};
}

template <class Law, auto choose_options>
std::unique_ptr<ContactLaw> make_named() {
  return std::make_unique<NamedLaw<Law, choose_options>>();
}

struct LawRow {
  const char* name;
  std::unique_ptr<ContactLaw> (*make)();
};
constexpr std::array kLaws = {
    LawRow{"cone", make_named<ConeLaw, choose_cone_options>},
    LawRow{"lcp", make_named<LcpLaw, choose_lcp_options>},
    LawRow{"svd", make_named<SvdLaw, choose_svd_options>},
    LawRow{"gauss", make_named<GaussLaw, choose_gauss_options>},
};

}  // namespace

const std::vector<std::string>& get_law_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const LawRow& row : kLaws) all.emplace_back(row.name);
    return all;
  }();
  return names;
}

std::unique_ptr<ContactLaw> make_law(std::string_view name, std::string_view place) {
  for (const LawRow& row : kLaws)
    if (name == row.name) return row.make();
  const std::string nearest = find_nearest(name, get_law_names());
  throw InputError({.file = {},
                    .place = std::string(place),
                    .fault = fmt::format("unknown contact law \"{}\"", name),
                    .remedy = nearest.empty() ? fmt::format("use one of {}", fmt::join(get_law_names(), ", "))
                                              : fmt::format("did you mean \"{}\"?", nearest)});
}

std::unique_ptr<ContactLaw> make_law(const LawOptions& options) {
  const bool is_cone = options.name == get_law_names().front();
  std::unique_ptr<ContactLaw> law = is_cone ? make_law(options.name) : std::make_unique<LawOrCone>(options.name);
  return options.wrap ? options.wrap(std::move(law)) : std::move(law);
}

std::string_view get_outcome_name(SolveOutcome outcome) {
  switch (outcome) {
    case SolveOutcome::kSolved:
      return "solved";
    case SolveOutcome::kNotConverged:
      return "not converged";
    case SolveOutcome::kUnbounded:
      return "unbounded";
    case SolveOutcome::kTooLarge:
      return "too large";
    case SolveOutcome::kInconsistent:
      return "inconsistent";
    case SolveOutcome::kApproaching:
      return "approaching";
    case SolveOutcome::kWrongFriction:
      return "wrong friction";
    case SolveOutcome::kJammed:
      return "jammed";
  }
  return "unknown";
}

}  // namespace abut::response
