#include "abut/dynamics/step_contacts.h"

#include <algorithm>
#include <cmath>

#include "abut/continuous/moving_piece.h"

namespace abut::dynamics {
namespace {

using contact::ContactSet;
using contact::FoundContact;
using contact::TrackedContact;
using math::Pose;
using math::Twist;
using math::Vec3;

const ContactSet* find_set(const contact::ContactSets& sets, const BodyPair& pair) {
  const auto is_before = [](const ContactSet& set, const BodyPair& p) {
    return set.a.value() < p.a || (set.a.value() == p.a && set.b.value() < p.b);
  };
  const auto set = std::lower_bound(sets.sets.begin(), sets.sets.end(), pair, is_before);
  if (set == sets.sets.end() || set->a.value() != pair.a || set->b.value() != pair.b) return nullptr;
  return &*set;
}

bool has_features(const TrackedContact& tracked, const FoundContact& found) {
  return tracked.feature_a == found.feature_a && tracked.feature_b == found.feature_b &&
         tracked.piece_a == found.piece_a && tracked.piece_b == found.piece_b;
}

// Contacts of the same features are the same. The impulse of one whose features are not found again goes to the nearest
// contact of the pair: bodies that stand on each other corner on corner change features by a rounding error, and what
// carries them must not be forgotten.
void take_over(std::span<StepContact> contacts, std::span<const TrackedContact> tracked, const Pose& X_WA) {
  if (contacts.empty()) return;
  const math::Mat3 R_WA = math::compute_rotation(X_WA.q);
  for (const TrackedContact& known : tracked) {
    const auto same = std::find_if(contacts.begin(), contacts.end(),
                                   [&](const StepContact& c) { return has_features(known, c.found); });
    if (same != contacts.end()) {
      same->id = known.id, same->impulse_W += known.impulse_W;
      continue;
    }
    if (known.impulse_W == Vec3::Zero()) continue;
    const Vec3 p_W = R_WA * known.p_AC + X_WA.p;
    const auto nearest = std::min_element(contacts.begin(), contacts.end(), [&](const auto& x, const auto& y) {
      return (x.found.p_WCa - p_W).squaredNorm() < (y.found.p_WCa - p_W).squaredNorm();
    });
    if (nearest->id == 0) nearest->id = known.id;
    nearest->impulse_W += known.impulse_W;
  }
}

// Velocity of A against B at a contact, along its normal.
double compute_normal_speed(const StepContact& contact, const Twist& A, const Twist& B) {
  return contact.found.nhat_BA_W.dot(A.v + A.w.cross(contact.arm_a) - B.v - B.w.cross(contact.arm_b));
}

// Where a point of the pair is after `duration` with the bodies' velocities: see the header.
Vec3 compute_followed(const FoundContact& found, const Vec3& p, const Vec3& x_a, const Twist& A, const Vec3& x_b,
                      const Twist& B, double duration) {
  const Vec3 with_a = A.v + A.w.cross(p - x_a), with_b = B.v + B.w.cross(p - x_b);
  if (found.feature_a.is_vertex() && !found.feature_b.is_vertex()) return p + duration * with_a;
  if (found.feature_b.is_vertex() && !found.feature_a.is_vertex()) return p + duration * with_b;
  return p + (0.5 * duration) * (with_a + with_b);
}

// Deeper than this share of the smaller body, how they overlap at the end says little of how they met.
constexpr double kDeepShare = 0.03;
// A hit before this share of a step is looked at here: nearer to its start, velocities have no time to change a gap.
constexpr double kEarliestLook = 0x1p-6;

Vec3 compute_reference(const MovingBody& body, const BodyState& state, double h) {
  return state.p_WBcm + (body.s_impulse * h) * body.flight.V0.v;
}

void set_arms(StepContact& contact, const Vec3& p_ref, const Vec3& x_a, const Vec3& x_b) {
  contact.arm_a = p_ref - x_a, contact.arm_b = p_ref - x_b;
}

void append_found(StepStage& stage, std::uint32_t pair) {
  for (const contact::FoundGroup& group : stage.found.groups)
    stage.groups.push_back({pair, group.first + static_cast<std::uint32_t>(stage.contacts.size()), group.count});
  for (const FoundContact& found : stage.found.contacts) {
    StepContact contact;
    contact.found = found, contact.pair = pair, contact.gap = found.gap;
    stage.contacts.push_back(contact);
  }
}

}  // namespace

void find_start_contacts(StepStage& stage, std::span<const BodyModel> models, const State& state, std::size_t first) {
  for (std::size_t i = first; i < stage.pairs.size(); ++i) {
    BodyPair& pair = stage.pairs[i];
    const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
    PairCaches& caches = *stage.caches[pair.cache];
    const ContactSet* set = find_set(state.contacts, pair);
    if (set != nullptr) {
      caches.at_start.convex.features = {set->closest_a, set->closest_b};
      caches.at_start.convex.is_set = true;
    }
    const double reach = pair.lengths.breaking + a.path + b.path;
    stage.found.clear();
    const contact::Nearness near = find_contacts(*models[pair.a].shape, *models[pair.b].shape, a.X0, b.X0, reach,
                                                 pair.lengths.breaking, caches.at_start, stage.finder, stage.found);
    pair.phi0 = near.phi - near.phi_bound;
    pair.d_min = std::min(pair.lengths.d_min, 0.5 * pair.phi0);
    const std::size_t num_before = stage.contacts.size();
    append_found(stage, static_cast<std::uint32_t>(i));
    for (std::size_t k = num_before; k < stage.contacts.size(); ++k) {
      StepContact& contact = stage.contacts[k];
      const Vec3 p = 0.5 * (contact.found.p_WCa + contact.found.p_WCb);
      set_arms(contact, p, state.bodies[pair.a].p_WBcm, state.bodies[pair.b].p_WBcm);
    }
    if (set != nullptr)
      take_over(std::span(stage.contacts).subspan(num_before),
                std::span(state.contacts.contacts).subspan(set->first, set->count), a.X0);
  }
}

void classify_contacts(StepStage& stage, const State& state, const Settings& settings, std::size_t first) {
  const double h = stage.h;
  for (std::size_t i = first; i < stage.contacts.size(); ++i) {
    StepContact& contact = stage.contacts[i];
    const BodyPair& pair = stage.pairs[contact.pair];
    MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
    const double room = contact.gap - pair.lengths.security;
    contact.least_speed = contact.gap <= pair.lengths.breaking ? 0.0 : -room / (contact.s * h);
    const double before = compute_normal_speed(contact, a.flight.V0, b.flight.V0),
                 after = compute_normal_speed(contact, a.flight.V1, b.flight.V1);
    const double resting =
        compute_resting_speed(settings.tolerances, std::max(a.acceleration, b.acceleration), settings.step);
    if (after < contact.least_speed - 2 * resting) {
      for (MovingBody* body : {&a, &b}) body->s_impulse = 0.0;  // too large a change for the mean of before and after
    }
    if (pair.restitution == 0 || before >= -resting || room + h * after >= 0) continue;
    contact.is_impact = true;
    contact.s_impact = std::clamp(room / (-before * h), 0.0, 1.0);
    contact.least_speed = -pair.restitution * (before + contact.s_impact * (after - before));
  }
  for (const StepContact& contact : std::span(stage.contacts).subspan(first)) {
    if (!contact.is_impact) continue;
    for (const std::uint32_t body : {stage.pairs[contact.pair].a, stage.pairs[contact.pair].b})
      stage.bodies[body].s_impulse =
          std::max(stage.bodies[body].s_impulse == 0.5 ? 0.0 : stage.bodies[body].s_impulse, contact.s_impact);
  }
  for (std::size_t i = first; i < stage.contacts.size(); ++i) {
    StepContact& contact = stage.contacts[i];
    const BodyPair& pair = stage.pairs[contact.pair];
    const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
    if (contact.is_added) continue;
    const Vec3 &x_a = state.bodies[pair.a].p_WBcm, &x_b = state.bodies[pair.b].p_WBcm;
    const Vec3 p = 0.5 * (contact.found.p_WCa + contact.found.p_WCb);
    const double s = a.is_dynamic && b.is_dynamic ? std::min(a.s_impulse, b.s_impulse)
                     : a.is_dynamic               ? a.s_impulse
                                                  : b.s_impulse;
    const Vec3 p_ref = compute_followed(contact.found, p, x_a, a.flight.V0, x_b, b.flight.V0, s * h);
    set_arms(contact, p_ref, compute_reference(a, state.bodies[pair.a], h),
             compute_reference(b, state.bodies[pair.b], h));
  }
}

std::size_t add_hit_contacts(StepStage& stage, std::span<const BodyModel> models, const State& state,
                             std::size_t index) {
  BodyPair& pair = stage.pairs[index];
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  PairCaches& caches = *stage.caches[pair.cache];
  const auto look = [&](double s) {
    stage.found.clear();
    const Pose X_WA = continuous::compute_placing(a.motion, s, a.reach).X_WB,
               X_WB = continuous::compute_placing(b.motion, s, b.reach).X_WB;
    return find_contacts(*models[pair.a].shape, *models[pair.b].shape, X_WA, X_WB, pair.lengths.breaking,
                         pair.lengths.breaking, caches.on_the_way, stage.finder, stage.found);
  };
  double s = 1.0;
  const contact::Nearness at_end = look(s);
  const double deep = kDeepShare * std::min(models[pair.a].shape->diagonal, models[pair.b].shape->diagonal);
  const bool is_crossing = at_end.is_meeting && at_end.phi >= 0;  // without a depth
  const bool is_useless = stage.found.contacts.empty() || is_crossing || at_end.phi < -deep ||
                          at_end.phi > 0.5 * pair.lengths.repositioning;
  if (is_useless) look(s = std::max(pair.s_safe, kEarliestLook));
  ++pair.num_additions;
  const std::size_t num_before = stage.contacts.size();
  append_found(stage, static_cast<std::uint32_t>(index));
  const double h = s * stage.h;
  const Vec3 x_a = state.bodies[pair.a].p_WBcm + h * a.V_move.v, x_b = state.bodies[pair.b].p_WBcm + h * b.V_move.v;
  for (std::size_t k = num_before; k < stage.contacts.size(); ++k) {
    StepContact& contact = stage.contacts[k];
    contact.is_added = true, contact.s = s;
    const Vec3 p = 0.5 * (contact.found.p_WCa + contact.found.p_WCb);
    set_arms(contact, p, x_a, x_b);
    // At s the gap is what was found, and it changes by h times the change of velocity.
    contact.gap = contact.found.gap - h * compute_normal_speed(contact, a.V_move, b.V_move);
  }
  return stage.contacts.size() - num_before;
}

}  // namespace abut::dynamics
