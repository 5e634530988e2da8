#include "abut/response/island_impact.h"

#include <utility>

#include "abut/response/sequential_impact.h"
#include "abut/response/simultaneous_impact.h"

namespace abut::response {

const ContactImpulses& IslandImpact::solve(const ContactProblem& problem, std::span<const Arrival> arrivals,
                                           double resting_speed, ContactLaw& law, const LawOptions& options) {
  marks_.assign(arrivals.size(), {});
  if (options.impact_order == ImpactOrder::kSequential) {
    answer_ = strike_in_sequence(problem, arrivals, resting_speed, law, options, marks_);
    return answer_;
  }
  StruckProblem struck = strike(problem, arrivals, law, options);
  answer_ = std::move(struck.impulses);
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    const bool has_struck = arrivals[i].is_impact && answer_.p[i] != math::Vec3::Zero();
    marks_[i] = {has_struck, has_struck && struck.is_limited};
  }
  return answer_;
}

}  // namespace abut::response
