#include "abut/dynamics/solve_impacts.h"

#include <algorithm>

namespace abut::dynamics {
namespace {

template <class Stage, class Call>
void for_each_contact(Stage& stage, std::span<const std::uint32_t> groups, const Call& call) {
  for (const std::uint32_t g : groups) {
    const StepGroup& group = stage.groups[g];
    for (std::uint32_t i = 0; i < group.count; ++i) call(stage.contacts[group.first + i]);
  }
}

}  // namespace

bool has_impacts(const StepStage& stage, std::span<const std::uint32_t> groups) {
  bool has = false;
  for_each_contact(stage, groups, [&](const StepContact& contact) { has |= contact.is_impact; });
  return has;
}

const response::ContactImpulses& solve_impacts(StepStage& stage, std::span<const std::uint32_t> groups, WorkRoom& room,
                                               const Settings& settings, const response::LawOptions& options) {
  room.arrivals.clear();
  double acceleration = 0.0;
  for_each_contact(stage, groups, [&](const StepContact& contact) {
    const BodyPair& pair = stage.pairs[contact.pair];
    room.arrivals.push_back({pair.restitution, contact.drift, contact.asked, contact.s_impact, contact.is_impact});
    acceleration = std::max({acceleration, stage.bodies[pair.a].acceleration, stage.bodies[pair.b].acceleration});
  });
  const double resting = stage.mode == StageMode::kBlow
                             ? settings.tolerances.resting_speed
                             : compute_resting_speed(settings.tolerances, acceleration, settings.step);
  const response::ContactImpulses& answer = room.impact.solve(room.problem, room.arrivals, resting, *room.law, options);
  auto mark = room.impact.marks().begin();
  for_each_contact(stage, groups, [&](StepContact& contact) {
    contact.has_struck = mark->has_struck, contact.is_limited = mark->is_limited;
    ++mark;
  });
  return answer;
}

}  // namespace abut::dynamics
