#include "abut/dynamics/step.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "abut/dynamics/candidates.h"
#include "abut/dynamics/certify_pairs.h"
#include "abut/dynamics/classify_contacts.h"
#include "abut/dynamics/hit_contacts.h"
#include "abut/dynamics/hold_back.h"
#include "abut/dynamics/islands.h"
#include "abut/dynamics/sleep.h"
#include "abut/dynamics/solve_island.h"
#include "abut/dynamics/step_contacts.h"

namespace abut::dynamics {
namespace {

constexpr int kMostAdditions = 12;  // to one pair, in one step

void reset_figures(StepStage& stage) {
  stage.islands.clear(), stage.corrected.clear();
  stage.num_rounds = stage.num_sweeps = 0;
  stage.dropped_energy = 0.0;
  stage.dropped_momentum = math::Vec3::Zero();
}

// Where motions changed so that bodies left the boxes their partners were looked for in.
bool add_missing_candidates(StepStage& stage, std::span<const BodyModel> models, const State& state,
                            const Settings& settings) {
  if (are_candidates_complete(stage, models)) return false;
  const std::size_t first_contact = stage.contacts.size(), first_group = stage.groups.size();
  find_start_contacts(stage, models, state, settings, extend_candidates(stage, models, settings));
  classify_contacts(stage, state, settings, first_contact);
  update_islands(stage, first_group);
  return true;
}

bool add_contacts_of_hits(StepStage& stage, std::span<const BodyModel> models, const State& state,
                          const Settings& settings) {
  const std::size_t first_contact = stage.contacts.size(), first_group = stage.groups.size();
  for (std::size_t i = 0; i < stage.pairs.size(); ++i) {
    const BodyPair& pair = stage.pairs[i];
    if (pair.is_hit && pair.num_additions < kMostAdditions) add_hit_contacts(stage, models, state, i);
  }
  classify_contacts(stage, state, settings, first_contact);
  update_islands(stage, first_group);
  return stage.contacts.size() > first_contact || !stage.corrected.empty();
}

// By the velocity, not by the poses: these look alike again after a whole turn.
bool turns_too_far(const StepStage& stage) {
  constexpr double kMostTurn = 0.5;  // rad; 30 degrees are 0.5236
  return std::any_of(stage.bodies.begin(), stage.bodies.end(), [&](const MovingBody& body) {
    return body.is_moving && !(stage.h * body.V_move.w.norm() <= kMostTurn);
  });
}

// The largest first: what one thread has to do alone for it, others do not wait for.
void list_dirty_islands(StepStage& stage) {
  stage.dirty_islands.clear();
  for (std::uint32_t i = 0; i < stage.islands.size(); ++i)
    if (stage.islands[i].is_dirty) stage.dirty_islands.push_back(i);
  if (stage.team.num_threads() > 1)
    std::ranges::stable_sort(stage.dirty_islands, std::greater{},
                             [&](std::uint32_t i) { return stage.islands[i].num_groups; });
}

// Islands share no body that moves. False where the law has no finite answer.
bool solve_dirty_islands(StepStage& stage, std::span<const BodyModel> models, const State& state,
                         const Settings& settings) {
  list_dirty_islands(stage);
  stage.team.share(stage.dirty_islands.size(), 1, [&](std::size_t i, std::size_t, std::size_t thread) {
    Island& island = stage.islands[stage.dirty_islands[i]];
    if (island.needs_solve) {
      solve_island(stage, island, stage.rooms[thread], models, state, settings);
    } else {
      reposition_island(stage, island, stage.rooms[thread], models, state);
    }
  });
  for (const std::uint32_t g : stage.corrected) stage.groups[g].is_corrected = false;
  stage.corrected.clear();
  bool is_bounded = true;
  for (const std::uint32_t i : stage.dirty_islands) {
    Island& island = stage.islands[i];
    stage.num_sweeps += std::exchange(island.num_sweeps, 0);
    is_bounded &= !island.is_unbounded;
    island.is_dirty = island.needs_solve = island.is_to_finish = false;
  }
  return is_bounded;
}

// Nothing if something touches what is asleep: that has to wake first.
std::optional<StepOutcome> try_step(StepStage& stage, std::span<const BodyModel> models, const State& state,
                                    const Settings& settings, double h) {
  reset_figures(stage);
  predict(stage, models, state, settings, h);
  find_candidates(stage, models, settings);
  find_start_contacts(stage, models, state, settings, 0);
  classify_contacts(stage, state, settings, 0);
  update_islands(stage, 0);
  stage.first_added_group = stage.groups.size();
  for (; stage.num_rounds < kMostRounds; ++stage.num_rounds) {
    if (touches_sleepers(stage)) return std::nullopt;
    if (!solve_dirty_islands(stage, models, state, settings)) return StepOutcome::kUnbounded;
    if (turns_too_far(stage)) return StepOutcome::kTooFast;
    if (add_missing_candidates(stage, models, state, settings)) continue;
    const bool is_proven = certify_pairs(stage, models) == 0;
    if (!is_proven && !add_contacts_of_hits(stage, models, state, settings)) break;
    if (stage.is_guess) return StepOutcome::kAccepted;
    const bool has_loose = finish_loose_islands(stage);
    if (is_proven && !has_loose) return StepOutcome::kAccepted;
  }
  // A body that is held moves another way, so its partners are looked for again.
  for (int i = 0; i < kMostRounds; ++i) {
    if (!are_candidates_complete(stage, models))
      find_start_contacts(stage, models, state, settings, extend_candidates(stage, models, settings));
    if (!hold_back(stage, models, state)) return StepOutcome::kNotProven;
    if (are_candidates_complete(stage, models)) return StepOutcome::kAccepted;
  }
  return StepOutcome::kNotProven;
}

}  // namespace

StepOutcome certify_step(StepStage& stage, std::span<const BodyModel> models, State& state, const Settings& settings,
                         double h) {
  // All tries but the last wake an island.
  for (std::size_t i = 0; i <= models.size(); ++i) {
    if (const std::optional<StepOutcome> outcome = try_step(stage, models, state, settings, h)) return *outcome;
    wake_touched(stage, models, state);
  }
  return StepOutcome::kNotProven;
}

}  // namespace abut::dynamics
