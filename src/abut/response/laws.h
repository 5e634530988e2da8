// Contact laws by name. A new law is one file with a class that solves a ContactProblem, one test, and one row of the
// table in laws.cpp.
//
//   cone   the true Coulomb cone, by sweeps (cone_law.h): the default, for problems of any size
//   lcp    a friction pyramid, by pivoting (lcp_law.h): exact, for small problems
//   svd    minimum-norm impulses, by singular values (svd_law.h): shares a load evenly where it is open
//   gauss  least constraint, by projection in the space of motions (gauss_law.h): exact, normals only, no friction
//
// Whatever the law and the outcome, impulses lie in their cones and add no energy (keep_passive.h). A simulation goes
// on where its law has no answer: with that of the cone.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "abut/base/thread_team.h"
#include "abut/response/contact_problem.h"

namespace abut::response {

enum class ImpactLaw : std::uint8_t { kStronge, kNewton, kPoisson };   // impact.h
enum class ImpactOrder : std::uint8_t { kSimultaneous, kSequential };  // island_impact.h

class ContactLaw;

struct LawOptions {
  std::string name = "cone";
  ImpactLaw impact = ImpactLaw::kStronge;
  ImpactOrder impact_order = ImpactOrder::kSimultaneous;
  double tolerance = 1e-3;  // of the residuals: what is within it is solved
  double aim = 1.0;         // gone on to, if it is less, as long as that takes few sweeps more
  int max_sweeps = 1000;
  double guess_tolerance = 0.0;      // a guess within it is the answer, if it is more than the tolerance
  const ThreadTeam* team = nullptr;  // to share a large problem's work; the answer is the same without
  // What stands around every law that is made of these options, if anything: it sees the problems (compare_laws.h).
  std::function<std::unique_ptr<ContactLaw>(std::unique_ptr<ContactLaw>)> wrap{};
};

// A law with room to work in; one for each thread.
class ContactLaw {
 public:
  virtual ~ContactLaw() = default;
  // The answer lies in the law until the next call. Of the options it takes tolerance, aim and max_sweeps.
  virtual const ContactImpulses& solve(const ContactProblem& problem, const LawOptions& options) = 0;
};

// The default first.
const std::vector<std::string>& get_law_names();

// The law itself: where it has no answer, its outcome says so. Throws InputError where there is no such law; place says
// where the name was given, and may be empty.
std::unique_ptr<ContactLaw> make_law(std::string_view name, std::string_view place = {});
// For a simulation: the law of the options' name; where its outcome is not kSolved, the cone's answer to the same
// problem, marked as such (is_of_cone). Wrapped.
std::unique_ptr<ContactLaw> make_law(const LawOptions& options);

// What a person reads: "solved", "not converged", ...
std::string_view get_outcome_name(SolveOutcome outcome);

}  // namespace abut::response
