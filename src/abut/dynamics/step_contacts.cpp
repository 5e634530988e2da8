#include "abut/dynamics/step_contacts.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "abut/contact/recall_contacts.h"
#include "abut/contact/reduce_contacts.h"
#include "abut/dynamics/contact_arms.h"
#include "abut/dynamics/pair_room.h"

namespace abut::dynamics {
namespace {

using contact::ContactSet;
using contact::FoundContact;
using contact::TrackedContact;
using geometry::Shape;
using math::Pose;
using math::Twist;
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
                    compute_plane_depth(stage, pair), memory, room.finder, room.found);
  pair.closest = memory.convex.features;
  pair.X_AB = contact::compute_relative_pose(a.X0, b.X0);
  pair.phi0 = pair.phi = near.phi - near.phi_bound - pair.rounding;
  pair.parting = {near.nhat_BA_W, near.feature_a, near.feature_b};
  drop_distant(stage, pair, state, room.found);
  if (!is_struck(stage, pair)) drop_idle(state.contacts, pair, a.X0, room);
  contact::reduce_contacts(room.found, 0, 0, pair.touching_gap());
}

// Into the room: pairs write nothing that another reads.
void find_pair_contacts(const StepStage& stage, std::span<const BodyModel> models, const State& state,
                        const Settings& settings, BodyPair& pair, WorkRoom& room) {
  const ContactSet* set = get_set(state.contacts, pair);
  if (set != nullptr) pair.closest = {set->closest_a, set->closest_b}, pair.was_hit = !set->may_recall;
  room.found.clear(), pair.parting = {};
  if (set == nullptr || is_struck(stage, pair) || !recall(stage, models, state, *set, pair, room.found))
    find_anew(stage, models, state, pair, room);
  pair.d_min = std::min(pair.lengths.d_min, 0.5 * pair.phi0);
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

// Near, and not on its way from a bounce from which it may come back within a smooth part.
bool stays(const StepStage& stage, const Settings& settings, const StepContact& contact) {
  return contact.gap <= stage.pairs[contact.pair].lengths.breaking &&
         !(stage.mode == StageMode::kSmooth && bounces_off(stage, settings, contact));
}

// What the contact asks of the solve.
void classify(const StepStage& stage, const Settings& settings, StepContact& contact) {
  const BodyPair& pair = stage.pairs[contact.pair];
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  const double h = stage.h, room = contact.gap - pair.lengths.security;
  const double after = contact.compute_normal_speed(a.flight.V1, b.flight.V1);
  const double resting =
      compute_resting_speed(settings.tolerances, std::max(a.acceleration, b.acceleration), settings.step);
  contact.least_speed = contact.asked = stays(stage, settings, contact) ? 0.0 : compute_slowest(stage, contact);
  contact.is_sudden = stage.mode != StageMode::kSmooth && after < contact.least_speed - 2 * resting;
  if (stage.mode == StageMode::kSmooth || pair.restitution == 0 ||
      (contact.has_lasted && stage.mode == StageMode::kStep))
    return;
  const double before = contact.compute_normal_speed(a.flight.V0, b.flight.V0);
  const bool arrives = stage.mode == StageMode::kBlow ? contact.gap <= pair.lengths.breaking : room + h * after < 0;
  if (pair.restitution * before >= -settings.tolerances.resting_speed || !arrives) return;
  contact.is_impact = true;
  contact.s_impact = stage.mode == StageMode::kBlow ? 0.0 : std::clamp(room / (-before * h), 0.0, 1.0);
  const double arrival = before + contact.s_impact * (after - before);
  contact.least_speed = -pair.restitution * arrival + (1 - contact.s_impact) * (after - before);
  contact.drift = (1 - contact.s_impact) * (contact.compute_velocity(a.flight.V1, b.flight.V1) -
                                            contact.compute_velocity(a.flight.V0, b.flight.V0));
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
  for (StepContact& contact : contacts) classify(stage, settings, contact);  // here, while they are at hand
  for (std::uint32_t g = next.group - pair.num_found; g < next.group; ++g) share_normal_rate(stage, stage.groups[g]);
}

}  // namespace

double compute_slowest(const StepStage& stage, const StepContact& contact) {
  const BodyPair& pair = stage.pairs[contact.pair];
  const double room = contact.gap + contact.correction - pair.lengths.security, mean = -room / stage.h;
  // They go with the mean of the velocities before and after; where something may strike on the way, with those after.
  if (stage.mode != StageMode::kSmooth) return mean;
  return std::min(2 * mean, 0.0) -
         contact.compute_normal_speed(stage.bodies[pair.a].flight.V0, stage.bodies[pair.b].flight.V0);
}

double compute_start_speed(const StepStage& stage, const StepContact& contact) {
  const BodyPair& pair = stage.pairs[contact.pair];
  return contact.compute_normal_speed(stage.bodies[pair.a].flight.V0, stage.bodies[pair.b].flight.V0) -
         contact.turning_speed;
}

bool bounces_off(const StepStage& stage, const Settings& settings, const StepContact& contact) {
  if (contact.has_lasted) return false;
  return compute_start_speed(stage, contact) > settings.tolerances.resting_speed;
}

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

namespace {

// By threads, where there are many.
template <typename Item, typename Call>
void share_each(const StepStage& stage, std::span<Item> items, const Call& call) {
  constexpr std::size_t kGrain = 64;
  stage.team.share(items.size(), kGrain, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (Item& item : items.subspan(begin, end - begin)) call(item);
  });
}

// What sticks has no relative velocity where the contact is at the *end* of the step. Arms are those of when impulses
// act, at s; from there its point goes on with its velocity p', and bodies that turn have others there:
//
//   u_end = u + (1 - s) h (w_A x (p' - v_A) - w_B x (p' - v_B)).
//
// With u = 0 instead, what is carried round by a turntable would lag behind it by half a step, and creep outward by
// r w^2 h / 2. With u_end = 0 velocities at both ends of every step are those of one rigid body, and their mean carries
// it along its chord but for the third order. What sticks in several points has the same there at all of them; bodies
// that do not stick yet may not, and no velocities would do for all points: so the mean of a group is taken.
void set_sticking(const StepStage& stage, const StepGroup& group, std::span<StepContact> contacts) {
  const BodyPair& pair = stage.pairs[group.pair];
  if (pair.mu == 0 || is_still(stage, pair)) return;
  const Twist &A = stage.bodies[pair.a].flight.V0, &B = stage.bodies[pair.b].flight.V0;
  const double s = compute_impulse_share(stage, pair);
  std::uint32_t num_touching = 0;
  Vec3 velocity = Vec3::Zero();
  for (StepContact& contact : contacts) {
    contact.stick_velocity = Vec3::Zero();
    if (contact.gap <= pair.lengths.breaking) velocity += contact.v_W, ++num_touching;
  }
  if (num_touching == 0 || s != 0.5) return;
  velocity /= num_touching;
  const Vec3 gained = ((1 - s) * stage.h) * (A.w.cross(velocity - A.v) - B.w.cross(velocity - B.v));
  for (StepContact& contact : contacts) {
    const Vec3& nhat = contact.nhat_BA_W;
    contact.stick_velocity = nhat.dot(gained) * nhat - gained;
  }
}

// What touches keeps its distance and its energy: impulses that act halfway do no work if the velocities before and
// after, of where the contact is then, are opposite. Those before are not zero where surfaces turn: a corner that a
// body turns about has left its arm behind by then, and seems to rise by r w^2 h / 2; what slides out along a plate
// that turns seems to run into it. Without this each step would open the contact by that much times h / 2, and what
// presses would do the work, or stop what it turns. What lasts and opens at the start of the step, by what earlier
// steps left over, closes again by as much. Of a group the mean, so that what presses evenly goes on doing so; what is
// less than the law leaves is nothing.
void set_pressing(const StepStage& stage, const Settings& settings, const StepGroup& group,
                  std::span<StepContact> contacts) {
  constexpr double kNothing = 1e-6;
  const BodyPair& pair = stage.pairs[group.pair];
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  bool turns = false;
  for (StepContact& contact : contacts) {
    if (!contact.is_impact) contact.least_speed = contact.asked;
    turns |= contact.turning_speed != 0;
  }
  if (!turns || stage.mode == StageMode::kBlow || compute_impulse_share(stage, pair) != 0.5) return;
  std::uint32_t num_touching = 0;
  double speed = 0.0;
  for (const StepContact& contact : contacts) {
    if (!stays(stage, settings, contact)) continue;
    const double before = compute_start_speed(stage, contact);
    const bool opens = contact.has_lasted && before > 0 && before <= settings.tolerances.resting_speed;
    speed += contact.turning_speed + (opens ? before : 0.0), ++num_touching;
  }
  const double nothing = num_touching * kNothing * stage.h * std::max(a.acceleration, b.acceleration);
  if (!(std::abs(speed) > nothing)) return;
  for (StepContact& contact : contacts)
    if (!contact.is_impact && stays(stage, settings, contact)) contact.least_speed -= speed / num_touching;
}

void set_group_arms(const StepStage& stage, const State& state, const Settings& settings, const StepGroup& group,
                    std::span<StepContact> contacts) {
  set_arms(stage, state, contacts);
  if (stage.mode == StageMode::kSmooth) {
    for (StepContact& contact : contacts)
      if (!stays(stage, settings, contact)) contact.least_speed = contact.asked = compute_slowest(stage, contact);
  }
  set_pressing(stage, settings, group, contacts);
  if (!contacts.front().is_added) set_sticking(stage, group, contacts);
}

// Contacts found at the start do, always; of those that certification added, any that bodies approach faster than they
// may, by more than the law leaves of such a speed.
bool asks_for_impulses(const StepStage& stage, const Settings& settings, const StepGroup& group) {
  constexpr double kLeftShare = 0.25;
  const BodyPair& pair = stage.pairs[group.pair];
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  const double resting =
      compute_resting_speed(settings.tolerances, std::max(a.acceleration, b.acceleration), settings.step);
  const double left = kLeftShare * settings.law.tolerance * resting;
  const auto contacts = std::span(stage.contacts).subspan(group.first, group.count);
  return std::any_of(contacts.begin(), contacts.end(), [&](const StepContact& contact) {
    return contact.compute_normal_speed(a.V1, b.V1) < contact.least_speed - left;
  });
}

// When impulses of bodies act: at the start where some change too much for the mean of before and after, but at an
// impact where there is one. Those that get none keep theirs, and the velocities that they have.
void set_instants(StepStage& stage, std::span<const StepGroup> groups) {
  const auto for_each_body = [&](bool StepContact::*which, const auto& call) {
    for (const StepGroup& group : groups) {
      if (!group.asks_for_impulses) continue;
      for (const StepContact& contact : std::span(stage.contacts).subspan(group.first, group.count)) {
        if (!(contact.*which)) continue;
        for (const std::uint32_t i : {stage.pairs[group.pair].a, stage.pairs[group.pair].b})
          if (stage.bodies[i].is_dynamic) call(contact, stage.bodies[i]);
      }
    }
  };
  for_each_body(&StepContact::is_sudden, [](const StepContact&, MovingBody& body) { body.s_impulse = 0.0; });
  for_each_body(&StepContact::is_impact, [](const StepContact& contact, MovingBody& body) {
    const bool is_first = body.s_impulse == 0.5;
    body.s_impulse = is_first ? contact.s_impact : std::max(body.s_impulse, contact.s_impact);
  });
}

}  // namespace

void classify_contacts(StepStage& stage, const State& state, const Settings& settings, std::size_t first) {
  const std::span<StepContact> contacts = std::span(stage.contacts).subspan(first);
  if (contacts.empty()) return;
  const auto first_group = std::ranges::lower_bound(stage.groups, first, {}, &StepGroup::first);
  const std::span<StepGroup> groups(first_group, stage.groups.end());
  if (contacts.front().is_added) {  // then all are
    share_each(stage, contacts, [&](StepContact& contact) { classify(stage, settings, contact); });
    share_each(stage, groups,
               [&](StepGroup& group) { group.asks_for_impulses = asks_for_impulses(stage, settings, group); });
  }
  set_instants(stage, groups);
  share_each(stage, std::span(stage.groups), [&](StepGroup& group) {
    const auto own = std::span(stage.contacts).subspan(group.first, group.count);
    if (group.first >= first || has_old_arms(stage, own.front())) set_group_arms(stage, state, settings, group, own);
  });
}

}  // namespace abut::dynamics
