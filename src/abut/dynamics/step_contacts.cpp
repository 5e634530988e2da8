#include "abut/dynamics/step_contacts.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "abut/contact/recall_contacts.h"
#include "abut/contact/reduce_contacts.h"
#include "abut/dynamics/classify_contacts.h"
#include "abut/dynamics/contact_arms.h"
#include "abut/dynamics/pair_room.h"

namespace abut::dynamics {
namespace {

using contact::ContactSet;
using contact::FoundContact;
using contact::TrackedContact;
using geometry::Shape;
using math::Pose;
using math::Vec3;

const ContactSet* get_set(const contact::ContactSets& sets, const BodyPair& pair) {
  return pair.set == BodyPair::kNoSet ? nullptr : &sets.sets[pair.set];
}

// Both are by their bodies, but for pairs that were found later.
void find_sets(const contact::ContactSets& sets, std::span<BodyPair> pairs) {
  const auto is_before = [](const ContactSet& set, const BodyPair& p) {
    return set.a.value() < p.a || (set.a.value() == p.a && set.b.value() < p.b);
  };
  auto set = sets.sets.begin();
  for (BodyPair& pair : pairs) {
    const bool is_in_order = set == sets.sets.begin() || is_before(*(set - 1), pair);
    if (!is_in_order) set = std::lower_bound(sets.sets.begin(), set, pair, is_before);
    while (set != sets.sets.end() && is_before(*set, pair)) ++set;
    const bool is_known = set != sets.sets.end() && set->a.value() == pair.a && set->b.value() == pair.b;
    pair.set = is_known ? static_cast<std::uint32_t>(set - sets.sets.begin()) : BodyPair::kNoSet;
  }
}

std::span<const TrackedContact> get_tracked(const contact::ContactSets& sets, const ContactSet& set) {
  return std::span(sets.contacts).subspan(set.first, set.count);
}

const FoundContact& get_found(const FoundContact& contact) {
  return contact;
}
const FoundContact& get_found(const StepContact& contact) {
  return contact.found;
}

// Contacts of the same features are the same. What one carried whose features are not found again is carried by the
// nearest contact of the pair: bodies that stand on each other corner on corner change features by a rounding error,
// and what carries them must not be forgotten. Calls with each contact that goes on, what it was, and whether it is the
// same.
template <class Contact, class Call>
void visit_successors(std::span<Contact> contacts, std::span<const TrackedContact> tracked, const Pose& X_WA,
                      const Call& call) {
  if (contacts.empty()) return;
  const math::Mat3 R_WA = math::compute_rotation(X_WA.q);
  for (const TrackedContact& known : tracked) {
    const auto same = std::find_if(contacts.begin(), contacts.end(),
                                   [&](const Contact& c) { return contact::has_features(known, get_found(c)); });
    if (same != contacts.end()) {
      call(*same, known, true);
      continue;
    }
    if (known.impulse_W == Vec3::Zero()) continue;
    const Vec3 p_W = R_WA * known.p_AC + X_WA.p;
    const auto compute_distance = [&](const Contact& c) { return (get_found(c).p_WCa - p_W).squaredNorm(); };
    call(*std::ranges::min_element(contacts, {}, compute_distance), known, false);
  }
}

void take_over(std::span<StepContact> contacts, std::span<const TrackedContact> tracked, const Pose& X_WA) {
  visit_successors(contacts, tracked, X_WA, [](StepContact& contact, const TrackedContact& known, bool is_same) {
    if (is_same || contact.id == 0) contact.id = known.id;
    contact.impulse_W += known.impulse_W;
    contact.has_lasted |= known.has_lasted;
  });
}

// Farther away than this share of the smaller body's reach, features that are nearest now say little of where the two
// will meet: their planes, taken as without end, would stop what flies past, or through a hole.
constexpr double kFarShare = 0.25;

// Drops groups in which `is_wanted` holds for no contact.
template <class Call>
void keep_groups(contact::FoundContacts& found, const Call& is_wanted) {
  std::uint32_t num_kept = 0;
  std::size_t num_groups = 0;
  for (const contact::FoundGroup& group : found.groups) {
    const auto first = found.contacts.begin() + group.first, last = first + group.count;
    if (std::none_of(first, last, is_wanted)) continue;
    std::copy(first, last, found.contacts.begin() + num_kept);
    found.groups[num_groups++] = {num_kept, group.count};
    num_kept += group.count;
  }
  found.contacts.resize(num_kept), found.groups.resize(num_groups);
}

// Drops groups of which no contact is near, or can be by the end of the step if bodies go on as they do. Where that is
// wrong because others push them, and of what comes from far away, certification finds out.
void drop_distant(const StepStage& stage, const BodyPair& pair, const State& state, contact::FoundContacts& found) {
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  const double far = kFarShare * std::min(a.reach, b.reach);
  const auto is_near = [&](const FoundContact& one) {
    if (one.gap <= pair.lengths.breaking) return true;
    if (one.gap > far) return false;
    StepContact contact;
    contact.found = one, contact.nhat_BA_W = one.nhat_BA_W;
    contact.reach_from(0.5 * (one.p_WCa + one.p_WCb), state.bodies[pair.a].p_WBcm, state.bodies[pair.b].p_WBcm);
    const double speed = std::min(contact.compute_normal_speed(a.flight.V0, b.flight.V0),
                                  contact.compute_normal_speed(a.flight.V1, b.flight.V1));
    return one.gap + stage.h * speed <= pair.lengths.breaking;
  };
  keep_groups(found, is_near);
}

// Drops groups that are of no face and carried nothing: the direction between an edge and an edge or a corner says how
// bodies touch only once they do. What slides from tile to tile has a seam right before it, and would be struck from
// the side by all but a rounding error. Where such features do meet, certification finds them, and from then on they
// carry, or are struck.
void drop_idle(const contact::ContactSets& sets, const BodyPair& pair, const Pose& X_WA, WorkRoom& room) {
  const std::span<const FoundContact> contacts = room.found.contacts;
  if (std::ranges::all_of(contacts, &FoundContact::is_of_surface)) return;
  room.carriers.clear();
  if (const ContactSet* set = get_set(sets, pair)) {
    visit_successors(contacts, get_tracked(sets, *set), X_WA,
                     [&](const FoundContact& contact, const TrackedContact& known, bool) {
                       if (known.impulse_W != Vec3::Zero()) room.carriers.push_back(&contact - contacts.data());
                     });
  }
  keep_groups(room.found, [&](const FoundContact& one) {
    return one.is_of_surface || std::ranges::find(room.carriers, &one - contacts.data()) != room.carriers.end();
  });
}

// m: how far points of the bodies are to be found from a contact, at most.
double compute_contact_reach(const StepStage& stage, const BodyPair& pair) {
  return pair.lengths.breaking + stage.bodies[pair.a].path + stage.bodies[pair.b].path;
}

// How far apart the pair is, from below, by how far it was when its contacts were found and what it moved since.
// Returns the latter.
double recall_distance(const StepStage& stage, const Shape& shape_b, const ContactSet& set, BodyPair& pair) {
  const double reach_b = shape_b.bounds.lower.cwiseAbs().cwiseMax(shape_b.bounds.upper.cwiseAbs()).norm();
  const Pose X_AB = contact::compute_relative_pose(stage.bodies[pair.a].X0, stage.bodies[pair.b].X0);
  const double shift = contact::compute_shift(X_AB, set.X_AB, reach_b);
  pair.X_AB = set.X_AB, pair.phi = set.phi;
  pair.phi0 = set.phi - shift - 2 * pair.rounding;
  return shift;
}

// m: how far it goes on in a step as it starts, with its farthest point. What stands stays: it does not fall.
double compute_start_path(const MovingBody& body, double h) {
  return h * (body.flight.V0.v.norm() + body.flight.V0.w.norm() * body.reach);
}

// What stood still against each other since its contacts were found, and does not move far in this step, keeps them.
// What had none, and cannot have come near since, has none.
bool recall(const StepStage& stage, std::span<const BodyModel> models, const State& state, const ContactSet& set,
            BodyPair& pair, contact::FoundContacts& found) {
  constexpr double kStillShare = 1e-6;  // of the breaking distance
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  const bool moves_little = compute_start_path(a, stage.h) + compute_start_path(b, stage.h) <= pair.lengths.breaking;
  if (!(set.may_recall && moves_little) && set.count > 0) return false;
  const Shape &shape_a = *models[pair.a].shape, &shape_b = *models[pair.b].shape;
  const double shift = recall_distance(stage, shape_b, set, pair);
  if (set.count == 0 && pair.phi0 > compute_contact_reach(stage, pair)) return pair.is_recalled = true;
  if (!set.may_recall || !moves_little || !(shift <= kStillShare * pair.lengths.breaking)) return false;
  pair.is_recalled = true;
  contact::recall_contacts(shape_a, shape_b, a.X0, b.X0, get_tracked(state.contacts, set), found);
  if (!found.contacts.empty()) {
    const FoundContact& one = found.contacts.front();
    pair.parting = {one.nhat_BA_W, one.feature_a, one.feature_b};
  }
  return true;
}

// How far from a contact plane corners count as on it: those that the bodies, as they turn, bring near it within the
// step too. What is left out here certification has to find, in another round.
double compute_plane_depth(const StepStage& stage, const BodyPair& pair) {
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  const double reach = std::min(a.reach, b.reach), turn = stage.h * (a.flight.V0.w - b.flight.V0.w).norm();
  return pair.lengths.breaking + std::min(turn * reach, kFarShare * reach);
}

bool is_struck(const StepStage& stage, const BodyPair& pair) {
  return stage.mode == StageMode::kBlow &&
         std::ranges::any_of(stage.struck, [&](const MetBodies& met) { return met.a == pair.a && met.b == pair.b; });
}

void find_anew(const StepStage& stage, std::span<const BodyModel> models, const State& state, BodyPair& pair,
               WorkRoom& room) {
  contact::PairMemory& memory = stage.caches[pair.cache]->at_start;
  memory.convex.is_set = pair.set != BodyPair::kNoSet;  // what the state does not know is not remembered
  if (memory.convex.is_set) memory.convex.features = pair.closest;
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  const contact::Nearness near =
      find_contacts(*models[pair.a].shape, *models[pair.b].shape, a.X0, b.X0, compute_contact_reach(stage, pair),
                    compute_plane_depth(stage, pair), memory, room.finder, room.found,
                    contact::WhichContacts::kLocalMinima, pair.lengths.breaking);
  room.num_looks += near.num_pairs;
  pair.closest = memory.convex.features;
  pair.X_AB = contact::compute_relative_pose(a.X0, b.X0);
  pair.phi0 = pair.phi = near.phi - near.phi_bound - pair.rounding;
  pair.parting = {near.nhat_BA_W, near.feature_a, near.feature_b};
  drop_distant(stage, pair, state, room.found);
  if (!is_struck(stage, pair)) drop_idle(state.contacts, pair, a.X0, room);
  contact::reduce_contacts(room.found, 0, 0, pair.touching_gap());
}

// m: what the step must keep. Bodies that are nearer may come nearer still, by half: others may press on them. Where
// rounding would soon be all that is left between them they come no nearer.
double compute_kept(const BodyPair& pair) {
  constexpr double kFewRoundings = 4.0;
  const double nearest = std::min(pair.phi0 - pair.rounding, kFewRoundings * pair.rounding);
  return std::max(std::min(pair.lengths.d_min, std::max(0.5 * pair.phi0, nearest)), 0.0);
}

// Into the room: pairs write nothing that another reads.
void find_pair_contacts(const StepStage& stage, std::span<const BodyModel> models, const State& state,
                        const Settings& settings, BodyPair& pair, WorkRoom& room) {
  const ContactSet* set = get_set(state.contacts, pair);
  if (set != nullptr) pair.closest = {set->closest_a, set->closest_b}, pair.was_hit = !set->may_recall;
  room.found.clear(), pair.parting = {};
  if (set == nullptr || is_struck(stage, pair) || !recall(stage, models, state, *set, pair, room.found))
    find_anew(stage, models, state, pair, room);
  pair.d_min = compute_kept(pair);
  share_room(room.found, settings.tolerances, pair.lengths);
  pair.num_found = static_cast<std::uint32_t>(room.found.groups.size());
}

// Ids and impulses of the last step.
void remember(const State& state, const BodyPair& pair, const Pose& X_WA, std::span<StepContact> contacts) {
  const ContactSet* set = get_set(state.contacts, pair);
  if (set == nullptr) return;
  const std::span<const TrackedContact> tracked = get_tracked(state.contacts, *set);
  if (!pair.is_recalled) return take_over(contacts, tracked, X_WA);
  for (std::uint32_t k = 0; k < set->count; ++k) {
    contacts[k].tracked = set->first + k;
    contacts[k].id = tracked[k].id, contacts[k].impulse_W = tracked[k].impulse_W;
    contacts[k].has_lasted = tracked[k].has_lasted;
  }
}

// Of one pair, as contacts of the step, from `next` on.
std::span<StepContact> place_found(StepStage& stage, std::uint32_t pair, std::span<const contact::FoundGroup> groups,
                                   std::span<const FoundContact> contacts, ContactPlace& next) {
  const std::uint32_t first = next.contact;
  for (const contact::FoundGroup& group : groups) {
    stage.groups[next.group++] = {pair, next.contact, group.count};
    for (const FoundContact& found : contacts.subspan(group.first, group.count)) {
      StepContact& contact = *std::construct_at(&stage.contacts[next.contact++]);
      contact.found = found, contact.pair = pair, contact.gap = found.gap, contact.nhat_BA_W = found.nhat_BA_W;
    }
  }
  return std::span(stage.contacts).subspan(first, next.contact - first);
}

// After those from `next` on, which it moves on.
void count_found(std::span<const contact::FoundGroup> groups, ContactPlace& next) {
  next.group += static_cast<std::uint32_t>(groups.size());
  for (const contact::FoundGroup& group : groups) next.contact += group.count;
}

void place_pair(StepStage& stage, std::span<const BodyModel> models, std::uint32_t index,
                const contact::FoundContacts& found, std::size_t first_group, const State& state,
                const Settings& settings, ContactPlace& next) {
  BodyPair& pair = stage.pairs[index];
  pair.first_group = next.group;
  const std::span<StepContact> contacts =
      place_found(stage, index, std::span(found.groups).subspan(first_group, pair.num_found), found.contacts, next);
  remember(state, pair, stage.bodies[pair.a].X0, contacts);
  place_start_contacts(stage, models, state, pair, contacts);
  for (StepContact& contact : contacts) classify_contact(stage, settings, contact);  // here, while they are at hand
  for (std::uint32_t g = next.group - pair.num_found; g < next.group; ++g) share_normal_rate(stage, stage.groups[g]);
}

}  // namespace

std::span<StepContact> append_found(StepStage& stage, std::uint32_t pair, std::span<const contact::FoundGroup> groups,
                                    std::span<const FoundContact> contacts) {
  ContactPlace next{static_cast<std::uint32_t>(stage.groups.size()), static_cast<std::uint32_t>(stage.contacts.size())},
      end = next;
  count_found(groups, end);
  stage.groups.resize(end.group), stage.contacts.resize(end.contact);
  return place_found(stage, pair, groups, contacts, next);
}

// In ranges that threads share: found first, then, when it is known how many there are, put in their places.
void find_start_contacts(StepStage& stage, std::span<const BodyModel> models, const State& state,
                         const Settings& settings, std::size_t first) {
  constexpr std::size_t kGrain = 16;
  find_sets(state.contacts, std::span(stage.pairs).subspan(first));
  const std::size_t num_pairs = stage.pairs.size() - first, num_ranges = (num_pairs + kGrain - 1) / kGrain;
  stage.found.resize(std::max(stage.found.size(), num_ranges));
  stage.team.share(num_pairs, kGrain, [&](std::size_t begin, std::size_t end, std::size_t thread) {
    contact::FoundContacts& found = stage.found[begin / kGrain];
    found.clear();
    for (std::size_t i = begin; i < end; ++i) {
      find_pair_contacts(stage, models, state, settings, stage.pairs[first + i], stage.rooms[thread]);
      found.append(stage.rooms[thread].found);
    }
  });
  ContactPlace next;
  if (first > 0)
    next = {static_cast<std::uint32_t>(stage.groups.size()), static_cast<std::uint32_t>(stage.contacts.size())};
  stage.places.clear();
  for (std::size_t r = 0; r < num_ranges; ++r) stage.places.push_back(next), count_found(stage.found[r].groups, next);
  stage.groups.resize(next.group), stage.contacts.resize(next.contact);
  stage.team.share(num_pairs, kGrain, [&](std::size_t begin, std::size_t end, std::size_t) {
    ContactPlace place = stage.places[begin / kGrain];
    std::size_t group = 0;  // of those of its range
    for (std::size_t i = begin; i < end; group += stage.pairs[first + i++].num_found)
      place_pair(stage, models, static_cast<std::uint32_t>(first + i), stage.found[begin / kGrain], group, state,
                 settings, place);
  });
}

}  // namespace abut::dynamics
