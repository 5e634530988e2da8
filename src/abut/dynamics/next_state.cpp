#include "abut/dynamics/next_state.h"

#include <algorithm>
#include <utility>

#include "abut/dynamics/hold_back.h"

namespace abut::dynamics {

using contact::ContactSet;
using contact::TrackedContact;
using math::Vec3;

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
void append_contact(contact::ContactSets& sets, ContactSet& set, StepContact& contact, const math::Pose& X_WA,
                    std::uint64_t& next_id) {
  for (std::uint32_t i = 0; i < set.count; ++i) {
    TrackedContact& known = sets.contacts[set.first + i];
    if (known.feature_a == contact.found.feature_a && known.feature_b == contact.found.feature_b &&
        known.piece_a == contact.found.piece_a && known.piece_b == contact.found.piece_b) {
      known.impulse_W += contact.impulse_W;
      contact.id = known.id;
      return;
    }
  }
  const Vec3 p_AC = math::compute_rotation(X_WA.q).transpose() * (contact.found.p_WCa - X_WA.p);
  if (contact.id == 0) contact.id = next_id++;
  sets.contacts.push_back({contact.id, contact.found.piece_a, contact.found.piece_b, contact.found.feature_a,
                           contact.found.feature_b, p_AC, contact.impulse_W});
  ++set.count;
}

}  // namespace

State compute_next_state(StepStage& stage, std::span<const BodyModel> models, const State& state,
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
        StepContact& contact = stage.contacts[stage.groups[*group].first + i];
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
