#include "abut/dynamics/classify_contacts.h"

#include <algorithm>
#include <cmath>

#include "abut/dynamics/contact_arms.h"
#include "abut/dynamics/pair_room.h"

namespace abut::dynamics {

using math::Twist;
using math::Vec3;

namespace {

// Near, and not on its way from a bounce from which it may come back within a smooth part.
bool stays(const StepStage& stage, const Settings& settings, const StepContact& contact) {
  return contact.gap <= compute_touching_gap(stage, contact) &&
         !(stage.mode == StageMode::kSmooth && bounces_off(stage, settings, contact));
}

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

double compute_arrival_gap(const BodyPair& pair) {
  return pair.restitution == 0 ? pair.lengths.security : 0.5 * (pair.lengths.security + pair.lengths.breaking);
}

double compute_touching_gap(const StepStage& stage, const StepContact& contact) {
  constexpr double kLater = 0.25;  // of the way from where contacts rest to where they end
  const BodyPair& pair = stage.pairs[contact.pair];
  const PairLengths& lengths = pair.lengths;
  if (contact.has_lasted || stage.mode == StageMode::kStep) return lengths.breaking;
  return compute_arrival_gap(pair) + kLater * (lengths.breaking - lengths.security);
}

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

void classify_contact(const StepStage& stage, const Settings& settings, StepContact& contact) {
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
  const bool arrives =
      stage.mode == StageMode::kBlow ? contact.gap <= compute_touching_gap(stage, contact) : room + h * after < 0;
  if (pair.restitution * before >= -settings.tolerances.resting_speed || !arrives) return;
  contact.is_impact = true;
  contact.s_impact = stage.mode == StageMode::kBlow ? 0.0 : std::clamp(room / (-before * h), 0.0, 1.0);
  const double arrival = before + contact.s_impact * (after - before);
  contact.least_speed = -pair.restitution * arrival + (1 - contact.s_impact) * (after - before);
  contact.drift = (1 - contact.s_impact) * (contact.compute_velocity(a.flight.V1, b.flight.V1) -
                                            contact.compute_velocity(a.flight.V0, b.flight.V0));
}

void classify_contacts(StepStage& stage, const State& state, const Settings& settings, std::size_t first) {
  const std::span<StepContact> contacts = std::span(stage.contacts).subspan(first);
  if (contacts.empty()) return;
  const auto first_group = std::ranges::lower_bound(stage.groups, first, {}, &StepGroup::first);
  const std::span<StepGroup> groups(first_group, stage.groups.end());
  if (contacts.front().is_added) {  // then all are
    share_each(stage, contacts, [&](StepContact& contact) { classify_contact(stage, settings, contact); });
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
