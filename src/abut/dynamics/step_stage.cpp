#include "abut/dynamics/step_stage.h"

#include <algorithm>

namespace abut::dynamics {

StepStage make_step_stage(const Settings& settings) {
  const std::vector<InputFault> faults = check_tolerances(settings.tolerances);
  if (!faults.empty()) throw InputError(faults.front());
  StepStage stage;
  stage.team = ThreadTeam(std::max(settings.num_threads, 1));
  stage.rooms = std::vector<WorkRoom>(static_cast<std::size_t>(stage.team.num_threads()));
  for (WorkRoom& room : stage.rooms) room.law = response::make_law(settings.law);
  return stage;
}

}  // namespace abut::dynamics
