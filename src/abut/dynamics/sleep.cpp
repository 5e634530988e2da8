#include "abut/dynamics/sleep.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "abut/dynamics/candidates.h"

namespace abut::dynamics {
namespace {

using contact::ContactSet;
using contact::ContactSets;

// Bodies of the island's contacts, each as often as it has some.
template <class Visit>
void visit_bodies(const StepStage& stage, const Island& island, const Visit& visit) {
  for (std::uint32_t i = 0; i < island.num_groups; ++i) {
    const BodyPair& pair = stage.pairs[stage.groups[stage.island_groups[island.first_group + i]].pair];
    visit(pair.a), visit(pair.b);
  }
}

bool is_slow(const MovingBody& body, const BodyState& next, double speed) {
  const auto is_below = [&](const math::Vec3& w, const math::Vec3& v) {
    return v.norm() + w.norm() * body.reach <= speed;
  };
  return body.share == 1.0 && is_below(next.w_WB, next.v_WBcm) && is_below(body.V_move.w, body.V_move.v);
}

bool can_sleep(const StepStage& stage, const Island& island, const State& next) {
  bool can = true;
  visit_bodies(stage, island, [&](std::uint32_t i) {
    const MovingBody& body = stage.bodies[i];
    can &= body.is_dynamic ? next.bodies[i].time_slow >= kSleepTime : !changes_place(body);
  });
  return can;
}

void put_to_sleep(StepStage& stage, const Island& island, std::span<const BodyModel> models, State& next) {
  BodyId least;  // none, which is greater than any
  visit_bodies(stage, island, [&](std::uint32_t i) {
    if (stage.bodies[i].is_dynamic) least = std::min(least, BodyId(i));
  });
  visit_bodies(stage, island, [&](std::uint32_t i) {
    BodyState& body = next.bodies[i];
    if (!stage.bodies[i].is_dynamic || body.is_asleep()) return;
    stage.dropped_energy += compute_kinetic_energy(models[i], body);
    stage.dropped_momentum += models[i].mass * body.v_WBcm;
    body.v_WBcm = body.w_WB = body.L_WBcm = math::Vec3::Zero();
    body.time_slow = 0.0;
    body.asleep_with = least;
  });
}

// Contacts of which a body is awake into `contacts`, the others into `sleeping`.
void sort_contacts(std::span<const BodyModel> models, State& state) {
  const ContactSets all =
      state.sleeping == nullptr ? std::move(state.contacts) : contact::merge_sets(state.contacts, state.sleeping->sets);
  const auto is_awake = [&](BodyId body) {
    return models[body.index()].type == BodyType::kDynamic && !state.bodies[body.index()].is_asleep();
  };
  ContactSets awake, asleep;
  for (const ContactSet& set : all.sets)
    contact::append_set(is_awake(set.a) || is_awake(set.b) ? awake : asleep, all, set);
  state.contacts = std::move(awake);
  state.sleeping = make_sleeping_contacts(std::move(asleep));
}

}  // namespace

void fall_asleep(StepStage& stage, std::span<const BodyModel> models, const Settings& settings, State& next) {
  for (std::size_t i = 0; i < models.size(); ++i) {
    const MovingBody& body = stage.bodies[i];
    if (!body.is_dynamic || body.is_asleep || body.is_apart) continue;
    BodyState& end = next.bodies[i];
    end.time_slow = is_slow(body, end, settings.tolerances.resting_speed) ? end.time_slow + stage.h : 0.0;
  }
  if (stage.island_groups.size() != stage.groups.size()) return;
  bool has_changed = false;
  for (const Island& island : stage.islands) {
    if (!can_sleep(stage, island, next)) continue;
    put_to_sleep(stage, island, models, next);
    has_changed = true;
  }
  if (has_changed) sort_contacts(models, next);
}

bool touches_sleepers(const StepStage& stage) {
  return std::any_of(stage.groups.begin(), stage.groups.end(), [&](const StepGroup& group) {
    const BodyPair& pair = stage.pairs[group.pair];
    return stage.bodies[pair.a].is_asleep || stage.bodies[pair.b].is_asleep;
  });
}

void wake_touched(const StepStage& stage, std::span<const BodyModel> models, State& state) {
  std::vector<BodyId> touched;
  for (const StepGroup& group : stage.groups) {
    for (const std::uint32_t i : {stage.pairs[group.pair].a, stage.pairs[group.pair].b})
      if (state.bodies[i].is_asleep()) touched.push_back(state.bodies[i].asleep_with);
  }
  std::sort(touched.begin(), touched.end());
  for (BodyState& body : state.bodies) {
    if (!body.is_asleep() || !std::binary_search(touched.begin(), touched.end(), body.asleep_with)) continue;
    body.asleep_with = BodyId::none();
  }
  sort_contacts(models, state);
}

void wake_all(std::span<const BodyModel> models, State& state) {
  for (BodyState& body : state.bodies) body.asleep_with = BodyId::none(), body.time_slow = 0.0;
  if (state.sleeping != nullptr) sort_contacts(models, state);
}

}  // namespace abut::dynamics
