#include "abut/dynamics/step.h"

#include <algorithm>

#include "abut/dynamics/candidates.h"
#include "abut/dynamics/certify_pairs.h"
#include "abut/dynamics/hold_back.h"
#include "abut/dynamics/islands.h"
#include "abut/dynamics/solve_island.h"
#include "abut/dynamics/step_contacts.h"

namespace abut::dynamics {
namespace {

using contact::ContactSet;
using contact::TrackedContact;
using math::Vec3;

constexpr int kMostAdditions = 6;  // to one pair, in one step

void reset_figures(StepStage& stage) {
  stage.contacts.clear(), stage.groups.clear(), stage.islands.clear();
  stage.num_rounds = stage.num_sweeps = stage.num_impacts = 0;
  stage.residual = stage.repositioning_energy = 0.0;
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
  return stage.contacts.size() > first_contact;
}

// By the velocity, not by the poses: these look alike again after a whole turn.
bool turns_too_far(const StepStage& stage) {
  constexpr double kMostTurn = 0.5;  // rad; 30 degrees are 0.5236
  return std::any_of(stage.bodies.begin(), stage.bodies.end(), [&](const MovingBody& body) {
    return body.is_moving && !(stage.h * body.V_move.w.norm() <= kMostTurn);
  });
}

// False where the law has no finite answer.
bool solve_dirty_islands(StepStage& stage, std::span<const BodyModel> models, const State& state,
                         const Settings& settings) {
  for (const Island& island : stage.islands) {
    if (island.is_dirty && island.needs_solve) {
      if (!solve_island(stage, island, models, state, settings)) return false;
    } else if (island.is_dirty) {
      reposition_island(stage, island, models, state, settings);
    }
  }
  return true;
}

}  // namespace

StepOutcome certify_step(StepStage& stage, std::span<const BodyModel> models, const State& state,
                         const Settings& settings, double h) {
  reset_figures(stage);
  predict(stage, models, state, settings, h);
  find_candidates(stage, models, settings);
  find_start_contacts(stage, models, state, settings, 0);
  classify_contacts(stage, state, settings, 0);
  update_islands(stage, 0);
  for (; stage.num_rounds < kMostRounds; ++stage.num_rounds) {
    if (!solve_dirty_islands(stage, models, state, settings)) return StepOutcome::kUnbounded;
    if (turns_too_far(stage)) return StepOutcome::kTooFast;
    if (add_missing_candidates(stage, models, state, settings)) continue;
    if (certify_pairs(stage, models) == 0) return StepOutcome::kAccepted;
    if (!add_contacts_of_hits(stage, models, state, settings)) break;
  }
  for (int i = 0; i < kMostRounds && !are_candidates_complete(stage, models); ++i)
    find_start_contacts(stage, models, state, settings, extend_candidates(stage, models, settings));
  hold_back(stage, models, state);
  return StepOutcome::kAccepted;
}

namespace {

BodyState compute_next_body(const BodyModel& model, const MovingBody& body, const BodyState& state,
                            const Settings& settings, double h) {
  if (model.type == BodyType::kStatic) return state;
  BodyState next = body.end;
  next.num_steps_held = body.share < 1 ? state.num_steps_held + 1 : 0;
  if (model.type == BodyType::kKinematic) {
    next.v_WBcm = body.share * body.V_move.v, next.w_WB = body.share * body.V_move.w;
    return next;
  }
  const double kept = compute_kept_share(model, body, settings.gravity, h);
  next.v_WBcm = kept * body.V1.v;
  next.L_WBcm = kept * body.L1;
  next.w_WB =
      next.L_WBcm == Vec3::Zero() ? Vec3(Vec3::Zero()) : Vec3(compute_inverse_inertia(model, next.q_WB) * next.L_WBcm);
  return next;
}

// Contacts that last: near enough, or with an impulse. Those of equal features are one.
void append_contact(contact::ContactSets& sets, ContactSet& set, const StepContact& contact, const math::Pose& X_WA,
                    std::uint64_t& next_id) {
  for (std::uint32_t i = 0; i < set.count; ++i) {
    TrackedContact& known = sets.contacts[set.first + i];
    if (known.feature_a == contact.found.feature_a && known.feature_b == contact.found.feature_b &&
        known.piece_a == contact.found.piece_a && known.piece_b == contact.found.piece_b) {
      known.impulse_W += contact.impulse_W;
      return;
    }
  }
  const Vec3 p_AC = math::compute_rotation(X_WA.q).transpose() * (contact.found.p_WCa - X_WA.p);
  sets.contacts.push_back({contact.id == 0 ? next_id++ : contact.id, contact.found.piece_a, contact.found.piece_b,
                           contact.found.feature_a, contact.found.feature_b, p_AC, contact.impulse_W});
  ++set.count;
}

}  // namespace

State compute_next_state(const StepStage& stage, std::span<const BodyModel> models, const State& state,
                         const Settings& settings) {
  State next;
  next.num_steps = state.num_steps, next.t = state.t + stage.h, next.next_contact_id = state.next_contact_id;
  next.bodies.reserve(models.size());
  for (std::size_t i = 0; i < models.size(); ++i)
    next.bodies.push_back(compute_next_body(models[i], stage.bodies[i], state.bodies[i], settings, stage.h));

  std::vector<std::uint32_t> by_pair(stage.pairs.size()), groups(stage.groups.size());
  for (std::uint32_t i = 0; i < by_pair.size(); ++i) by_pair[i] = i;
  for (std::uint32_t i = 0; i < groups.size(); ++i) groups[i] = i;
  const auto key = [&](std::uint32_t i) { return std::pair(stage.pairs[i].a, stage.pairs[i].b); };
  std::sort(by_pair.begin(), by_pair.end(), [&](std::uint32_t x, std::uint32_t y) { return key(x) < key(y); });
  std::stable_sort(groups.begin(), groups.end(), [&](std::uint32_t x, std::uint32_t y) {
    return key(stage.groups[x].pair) < key(stage.groups[y].pair);
  });
  auto group = groups.begin();
  for (const std::uint32_t p : by_pair) {
    const BodyPair& pair = stage.pairs[p];
    const proximity::ClosestFeatures& closest = stage.caches[pair.cache]->at_start.convex.features;
    ContactSet set{BodyId(pair.a), BodyId(pair.b), static_cast<std::uint32_t>(next.contacts.contacts.size()), 0,
                   closest.a,      closest.b};
    for (; group != groups.end() && stage.groups[*group].pair == p; ++group) {
      for (std::uint32_t i = 0; i < stage.groups[*group].count; ++i) {
        const StepContact& contact = stage.contacts[stage.groups[*group].first + i];
        if (contact.gap <= pair.lengths.breaking || contact.impulse_W != Vec3::Zero())
          append_contact(next.contacts, set, contact,
                         contact.is_added ? stage.bodies[pair.a].X1 : stage.bodies[pair.a].X0, next.next_contact_id);
      }
    }
    next.contacts.sets.push_back(set);
  }
  return next;
}

}  // namespace abut::dynamics
