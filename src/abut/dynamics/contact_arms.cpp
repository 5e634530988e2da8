#include "abut/dynamics/contact_arms.h"

#include <algorithm>

#include "abut/dynamics/turning_normal.h"

namespace abut::dynamics {
namespace {

using contact::FoundContact;
using math::Twist;
using math::Vec3;

// How fast the contact point moves: with the vertex that it is of, with both where it is of two edges; of a round
// feature, with its core. (Where a ball rolls, its surface is at rest; the point of contact goes along with its
// centre.)
Vec3 compute_point_velocity(const FoundContact& found, const Vec3& x_a, const Twist& A, const Vec3& x_b,
                            const Twist& B) {
  const Vec3 core_a = found.p_WCa + found.radius_a * found.nhat_BA_W,
             core_b = found.p_WCb - found.radius_b * found.nhat_BA_W;
  const Vec3 with_a = A.v + A.w.cross(core_a - x_a), with_b = B.v + B.w.cross(core_b - x_b);
  if (found.feature_a.is_vertex() == found.feature_b.is_vertex()) return 0.5 * (with_a + with_b);
  return found.feature_a.is_vertex() ? with_a : with_b;
}

// A body that nothing moves is where it is when the impulse acts.
Vec3 compute_reference(const MovingBody& body, const BodyState& state, double s, double h) {
  return state.p_WBcm + ((body.is_dynamic ? body.s_impulse : s) * h) * body.flight.V0.v;
}

Vec3 compute_middle(const FoundContact& found) {
  return 0.5 * (found.p_WCa + found.p_WCb);
}

// A pair, to tell how the normals of its contacts turn: with the bodies as they are turned at the start of the step,
// which tells edges well enough; with centres of mass where they are when contacts are found.
struct TurningPair {
  const StepStage& stage;
  std::span<const BodyModel> models;
  const BodyPair& pair;
  const Vec3 &x_a, &x_b;
  bool is_turning;

  TurningPair(const StepStage& of, std::span<const BodyModel> all, const BodyPair& own, const Vec3& at_a,
              const Vec3& at_b)
      : stage(of), models(all), pair(own), x_a(at_a), x_b(at_b), is_turning(!is_still(of, own)) {}

  Vec3 compute_rate(const FoundContact& found) const {
    if (!is_turning && found.radius_a + found.radius_b == 0) return Vec3::Zero();
    const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
    return compute_normal_rate(found, {*models[pair.a].shape, math::compute_rotation(a.X0.q), x_a, a.flight.V0},
                               {*models[pair.b].shape, math::compute_rotation(b.X0.q), x_b, b.flight.V0});
  }
};

// At share s of the step.
Vec3 compute_normal(const StepContact& contact, double s, double h) {
  if (contact.nhat_rate_W == Vec3::Zero()) return contact.found.nhat_BA_W;
  return (contact.found.nhat_BA_W + ((s - contact.s_hit) * h) * contact.nhat_rate_W).normalized();
}

// What the contact, where it is at the start, has for a normal speed then.
double compute_speed_at_start(const StepStage& stage, const State& state, const StepContact& contact) {
  const BodyPair& pair = stage.pairs[contact.pair];
  StepContact at_start;
  at_start.nhat_BA_W = compute_normal(contact, 0.0, stage.h);
  at_start.reach_from(contact.p_W, state.bodies[pair.a].p_WBcm, state.bodies[pair.b].p_WBcm);
  return at_start.compute_normal_speed(stage.bodies[pair.a].flight.V0, stage.bodies[pair.b].flight.V0);
}

}  // namespace

bool is_still(const StepStage& stage, const BodyPair& pair) {
  constexpr double kNothing = 1e-9;  // rad
  const Vec3 &w_a = stage.bodies[pair.a].flight.V0.w, &w_b = stage.bodies[pair.b].flight.V0.w;
  return std::max(w_a.squaredNorm(), w_b.squaredNorm()) * (stage.h * stage.h) <= kNothing * kNothing;
}

void place_start_contacts(const StepStage& stage, std::span<const BodyModel> models, const State& state,
                          const BodyPair& pair, std::span<StepContact> contacts) {
  const Vec3 &x_a = state.bodies[pair.a].p_WBcm, &x_b = state.bodies[pair.b].p_WBcm;
  const Twist &A = stage.bodies[pair.a].flight.V0, &B = stage.bodies[pair.b].flight.V0;
  const TurningPair turning(stage, models, pair, x_a, x_b);
  for (StepContact& contact : contacts) {
    contact.nhat_BA_W = contact.found.nhat_BA_W, contact.nhat_rate_W = turning.compute_rate(contact.found);
    contact.p_W = compute_middle(contact.found);
    contact.v_W = compute_point_velocity(contact.found, x_a, A, x_b, B);
    contact.reach_from(contact.p_W, x_a, x_b);
  }
}

void place_hit_contact(const StepStage& stage, std::span<const BodyModel> models, const State& state, double s,
                       StepContact& contact) {
  const BodyPair& pair = stage.pairs[contact.pair];
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  // The momentum of a body that nothing moves need not be kept.
  const double share_a = !b.is_dynamic ? 1.0 : !a.is_dynamic ? 0.0 : 0.5, t = s * stage.h;
  const auto mix = [&](const Twist& A, const Twist& B) -> Vec3 { return share_a * A.v + (1 - share_a) * B.v; };
  const Vec3 p = compute_middle(contact.found);
  contact.p_W = p - t * mix(a.V_move, b.V_move);
  contact.v_W = mix(a.flight.V0, b.flight.V0);
  const Vec3 x_a = state.bodies[pair.a].p_WBcm + t * a.V_move.v, x_b = state.bodies[pair.b].p_WBcm + t * b.V_move.v;
  contact.reach_from(p, x_a, x_b);
  contact.s_hit = s;
  contact.nhat_BA_W = contact.found.nhat_BA_W;
  contact.nhat_rate_W = TurningPair(stage, models, pair, x_a, x_b).compute_rate(contact.found);
}

void share_normal_rate(StepStage& stage, const StepGroup& group) {
  const auto contacts = std::span(stage.contacts).subspan(group.first, group.count);
  const auto has_normal_of_first = [&](const StepContact& contact) {
    return contact.found.nhat_BA_W == contacts.front().found.nhat_BA_W;
  };
  if (group.count < 2 || is_still(stage, stage.pairs[group.pair])) return;
  if (!std::ranges::all_of(contacts, has_normal_of_first)) return;
  Vec3 sum = Vec3::Zero();
  for (const StepContact& contact : contacts) sum += contact.nhat_rate_W;
  for (StepContact& contact : contacts) contact.nhat_rate_W = sum / group.count;
}

double compute_impulse_share(const StepStage& stage, const BodyPair& pair) {
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  return std::min(a.is_dynamic ? a.s_impulse : 1.0, b.is_dynamic ? b.s_impulse : 1.0);
}

void set_arms(const StepStage& stage, const State& state, std::span<StepContact> contacts) {
  const BodyPair& pair = stage.pairs[contacts.front().pair];
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  const double s = compute_impulse_share(stage, pair);
  const Vec3 x_a = compute_reference(a, state.bodies[pair.a], s, stage.h),
             x_b = compute_reference(b, state.bodies[pair.b], s, stage.h);
  const bool is_turning = !is_still(stage, pair);
  for (StepContact& contact : contacts) {
    const bool has_end_gap = contact.is_added || contact.correction != 0;  // that it keeps
    const double speed = has_end_gap ? contact.compute_normal_speed(a.V_move, b.V_move) : 0.0;
    contact.nhat_BA_W = compute_normal(contact, s, stage.h);
    contact.reach_from(contact.p_W + (s * stage.h) * contact.v_W, x_a, x_b);
    if (has_end_gap) {
      const double change = stage.h * (speed - contact.compute_normal_speed(a.V_move, b.V_move));
      if (contact.is_added) contact.gap += change;
      if (contact.correction != 0) contact.correction += change;
    }
    contact.s_a = a.s_impulse, contact.s_b = b.s_impulse;
    contact.turning_speed = 0.0;
    if (!is_turning && contact.nhat_rate_W == Vec3::Zero()) continue;
    contact.turning_speed =
        contact.compute_normal_speed(a.flight.V0, b.flight.V0) - compute_speed_at_start(stage, state, contact);
  }
}

bool has_old_arms(const StepStage& stage, const StepContact& contact) {
  const BodyPair& pair = stage.pairs[contact.pair];
  return contact.s_a != stage.bodies[pair.a].s_impulse || contact.s_b != stage.bodies[pair.b].s_impulse;
}

}  // namespace abut::dynamics
