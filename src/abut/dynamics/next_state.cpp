#include "abut/dynamics/next_state.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "abut/contact/recall_contacts.h"
#include "abut/dynamics/hold_back.h"
#include "abut/dynamics/sleep.h"

namespace abut::dynamics {

using contact::ContactSet;
using contact::TrackedContact;
using math::Vec3;

namespace {

BodyState compute_next_body(const BodyModel& model, const MovingBody& body, const BodyState& state,
                            const Settings& settings, double h) {
  if (model.type == BodyType::kStatic || body.is_asleep) return state;
  BodyState next = body.end;
  next.num_steps_held = body.share < 1 ? state.num_steps_held + 1 : 0;
  if (model.type == BodyType::kKinematic) {
    next.v_WBcm = body.share * body.V1.v, next.w_WB = body.share * body.V1.w;
    return next;
  }
  const double kept = compute_kept_share(model, body, settings.gravity, h);
  next.v_WBcm = kept * body.V1.v;
  next.L_WBcm = kept * body.L1;
  next.w_WB =
      next.L_WBcm == Vec3::Zero() ? Vec3(Vec3::Zero()) : Vec3(compute_inverse_inertia(model, next.q_WB) * next.L_WBcm);
  return next;
}

// Seen from a body.
struct Frame {
  math::Mat3 R_BW;
  Vec3 p_WB;
  explicit Frame(const math::Pose& X_WB) : R_BW(math::compute_rotation(X_WB.q).transpose()), p_WB(X_WB.p) {}
  Vec3 locate(const Vec3& p_W) const { return R_BW * (p_W - p_WB); }
};

// Of both bodies of a pair, made when they are asked for.
struct Frames {
  struct Both {
    Frame a, b;
  };
  const MovingBody &a, &b;
  std::optional<Both> start, end;

  const Both& at_start() { return start ? *start : start.emplace(Frame(a.X0), Frame(b.X0)); }
  const Both& at_end() { return end ? *end : end.emplace(Frame(a.X1), Frame(b.X1)); }
};

// Those of equal features are one.
void append_contact(contact::ContactSets& sets, ContactSet& set, const StepContact& contact, std::uint32_t group,
                    bool has_lasted, const Frames::Both& from) {
  const contact::FoundContact& found = contact.found;
  sets.contacts.push_back({contact.id, found.piece_a, found.piece_b, found.feature_a, found.feature_b, group,
                           from.a.locate(found.p_WCa), from.b.locate(found.p_WCb), from.a.R_BW * found.nhat_BA_W,
                           contact.impulse_W, has_lasted});
  ++set.count;
}

TrackedContact* find_same(contact::ContactSets& sets, const ContactSet& set, const contact::FoundContact& found) {
  for (std::uint32_t i = 0; i < set.count; ++i) {
    TrackedContact& known = sets.contacts[set.first + i];
    if (contact::has_features(known, found)) return &known;
  }
  return nullptr;
}

// Near enough, or with an impulse.
bool lasts(const BodyPair& pair, const StepContact& contact) {
  return contact.gap <= pair.lengths.breaking || contact.impulse_W != Vec3::Zero();
}

// Through this step; or bodies have been struck there and stay, or stayed while others were.
bool has_touched(const StepStage& stage, const Settings& settings, const BodyPair& pair, const StepContact& contact) {
  if (contact.gap > pair.lengths.breaking) return false;
  const bool carries = contact.impulse_W != Vec3::Zero();
  if (stage.mode != StageMode::kBlow) return carries && !contact.has_struck;
  if (!carries && !contact.has_lasted) return false;
  const double speed = contact.compute_normal_speed(stage.bodies[pair.a].V1, stage.bodies[pair.b].V1);
  return speed <= settings.tolerances.resting_speed;
}

// In the order of their pairs. One that turns out to be another's double leaves its number unused.
void number_contacts(StepStage& stage, State& next) {
  for (const std::uint32_t g : stage.groups_by_pair) {
    const StepGroup& group = stage.groups[g];
    for (StepContact& contact : std::span(stage.contacts).subspan(group.first, group.count))
      if (contact.id == 0 && lasts(stage.pairs[group.pair], contact)) contact.id = next.next_contact_id++;
  }
}

// Contacts of one pair that last.
void append_set(StepStage& stage, std::uint32_t p, std::span<const std::uint32_t> groups, const State& state,
                const Settings& settings, contact::ContactSets& sets) {
  const BodyPair& pair = stage.pairs[p];
  Frames frames{stage.bodies[pair.a], stage.bodies[pair.b], {}, {}};
  ContactSet set{BodyId(pair.a),
                 BodyId(pair.b),
                 static_cast<std::uint32_t>(sets.contacts.size()),
                 0,
                 pair.closest.a,
                 pair.closest.b,
                 pair.X_AB,
                 pair.phi,
                 pair.num_additions == 0};
  for (std::uint32_t k = 0; k < groups.size(); ++k) {
    const StepGroup& group = stage.groups[groups[k]];
    for (StepContact& contact : std::span(stage.contacts).subspan(group.first, group.count)) {
      if (!lasts(pair, contact)) continue;
      if (pair.is_recalled && !contact.is_added) {
        sets.contacts.push_back(state.contacts.contacts[contact.tracked]);
        sets.contacts.back().impulse_W = contact.impulse_W;
        sets.contacts.back().has_lasted = has_touched(stage, settings, pair, contact);
        ++set.count;
      } else if (TrackedContact* known = find_same(sets, set, contact.found)) {
        known->impulse_W += contact.impulse_W;
        known->has_lasted |= has_touched(stage, settings, pair, contact);
        contact.id = known->id;
      } else {
        append_contact(sets, set, contact, k, has_touched(stage, settings, pair, contact),
                       contact.is_added ? frames.at_end() : frames.at_start());
      }
    }
  }
  sets.sets.push_back(set);
}

// Pairs by their bodies, and groups by their pairs, with where those of each pair end. Most are in order: what was
// found later follows at the end.
void sort_groups(StepStage& stage) {
  std::vector<std::uint32_t>&by_pair = stage.pairs_in_order, &groups = stage.groups_by_pair;
  by_pair.resize(stage.pairs.size()), groups.resize(stage.groups.size());
  std::iota(by_pair.begin(), by_pair.end(), 0u), std::iota(groups.begin(), groups.end(), 0u);
  const auto key = [&](std::uint32_t i) { return std::pair(stage.pairs[i].a, stage.pairs[i].b); };
  const auto is_pair_before = [&](std::uint32_t x, std::uint32_t y) { return key(x) < key(y); };
  const auto is_group_before = [&](std::uint32_t x, std::uint32_t y) {
    return key(stage.groups[x].pair) < key(stage.groups[y].pair);
  };
  if (stage.num_sorted_pairs < by_pair.size()) std::sort(by_pair.begin(), by_pair.end(), is_pair_before);
  if (!std::is_sorted(groups.begin(), groups.end(), is_group_before))
    std::stable_sort(groups.begin(), groups.end(), is_group_before);
  stage.group_ends.clear();
  std::uint32_t next = 0;
  for (const std::uint32_t p : by_pair) {
    while (next < groups.size() && stage.groups[groups[next]].pair == p) ++next;
    stage.group_ends.push_back(next);
  }
}

// Those of ranges of pairs one after another.
void join_sets(std::span<contact::ContactSets> parts, contact::ContactSets& all) {
  if (parts.size() == 1) return std::swap(all, parts[0]);
  all.sets.clear(), all.contacts.clear();
  for (const contact::ContactSets& part : parts) {
    const auto offset = static_cast<std::uint32_t>(all.contacts.size());
    for (ContactSet set : part.sets) set.first += offset, all.sets.push_back(set);
    all.contacts.insert(all.contacts.end(), part.contacts.begin(), part.contacts.end());
  }
}

// In ranges that threads share; for one thread there is one.
void compute_next_contacts(StepStage& stage, const State& state, const Settings& settings, State& next) {
  constexpr std::size_t kFewPairs = 64;
  sort_groups(stage);
  number_contacts(stage, next);
  const std::size_t num_pairs = stage.pairs.size(),
                    grain = stage.team.num_threads() > 1 ? kFewPairs : std::max<std::size_t>(num_pairs, 1);
  stage.set_parts.resize(std::max<std::size_t>((num_pairs + grain - 1) / grain, 1));
  stage.set_parts[0].sets.clear(), stage.set_parts[0].contacts.clear();
  stage.team.share(num_pairs, grain, [&](std::size_t begin, std::size_t end, std::size_t) {
    contact::ContactSets& part = stage.set_parts[begin / grain];
    part.sets.clear(), part.contacts.clear();
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t first = i == 0 ? 0 : stage.group_ends[i - 1];
      append_set(stage, stage.pairs_in_order[i],
                 std::span(stage.groups_by_pair).subspan(first, stage.group_ends[i] - first), state, settings, part);
    }
  });
  join_sets(stage.set_parts, next.contacts);
}

}  // namespace

void compute_next_state(StepStage& stage, std::span<const BodyModel> models, const State& state,
                        const Settings& settings, std::uint64_t next_contact_id, State& next) {
  constexpr std::size_t kGrain = 64;
  next.num_steps = state.num_steps, next.t = state.t + stage.h, next.next_contact_id = next_contact_id;
  next.sleeping = state.sleeping;
  next.bodies.resize(models.size());
  stage.team.share(models.size(), kGrain, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i)
      next.bodies[i] = compute_next_body(models[i], stage.bodies[i], state.bodies[i], settings, stage.h);
  });

  compute_next_contacts(stage, state, settings, next);
  if (settings.allows_sleep) fall_asleep(stage, models, settings, next);
}

}  // namespace abut::dynamics
