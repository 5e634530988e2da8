#include "abut/dynamics/energy_balance.h"

#include <algorithm>

#include "abut/dynamics/hold_back.h"

namespace abut::dynamics {
namespace {

using math::Mat3;
using math::Quat;
using math::Twist;
using math::Vec3;

double compute_turning_energy(const Mat3& inv_inertia, const Vec3& L) {
  return 0.5 * L.dot(inv_inertia * L);
}

double compute_turning_energy(const BodyModel& model, const Quat& q_WB, const Vec3& L) {
  return L == Vec3::Zero() ? 0.0 : compute_turning_energy(compute_inverse_inertia(model, q_WB), L);
}

// A dynamic body on its way from one state to the next.
struct BodyStep {
  const BodyModel& model;
  const MovingBody& body;
  const BodyState &start, &end;
  Vec3 force;  // N: that always acts
  double h;

  Vec3 torque_impulse() const { return body.flight.L1 - start.L_WBcm; }
  // Velocities of its points, where impulses act.
  Twist compute_mean_velocity() const {
    const double late = body.s_moved - 0.5;
    return {body.get_inverse_inertia() * (0.5 * (start.L_WBcm + body.L1) + late * torque_impulse()),
            0.5 * (start.v_WBcm + body.V1.v) + (late * h) * body.inv_mass.cwiseProduct(force)};
  }
};

// Of the constant torque, which acts half at the start and half at the end.
double compute_torque_work(const BodyStep& s) {
  const Vec3 T = s.torque_impulse();
  if (T == Vec3::Zero()) return 0.0;
  const Vec3 of_contacts = s.body.L1 - s.body.flight.L1;
  return T.dot(s.body.get_inverse_inertia() *
               (0.5 * (s.start.L_WBcm + s.body.L1) - (s.body.s_moved - 0.5) * of_contacts));
}

// J of the path that the body goes on beyond where its mean velocity, with impulses at s, takes it.
double compute_path_error(const BodyStep& s) {
  const FreeFlight& flight = s.body.flight;
  const Vec3 mean = flight.V_mid.v + (1 - s.body.s_moved) * (s.body.V1.v - flight.V1.v);
  return s.h * s.force.dot(mean - (s.body.V_move.v - s.body.push.v));
}

// Angular momenta as they are before and after impulses, with the inertia that these act on and the true ones; and what
// repositioning turned.
void add_turning_errors(const BodyStep& s, EnergyTerms& terms) {
  const Vec3 &L0 = s.start.L_WBcm, &L1 = s.body.L1;
  if (L0 == Vec3::Zero() && L1 == Vec3::Zero()) return;
  const Mat3& J = s.body.get_inverse_inertia();
  const double at_end = compute_turning_energy(s.model, s.end.q_WB, L1);
  double unpushed = at_end;
  if (s.body.push.w != Vec3::Zero()) {
    const BodyState moved = compute_moved(s.start, s.body.share * (s.body.V_move - s.body.push), s.h);
    unpushed = compute_turning_energy(s.model, moved.q_WB, L1);
  }
  terms.error_repositioning += at_end - unpushed;
  terms.error_rotation += (unpushed - compute_turning_energy(J, L1)) -
                          (compute_turning_energy(s.body.flight.inv_inertia, L0) - compute_turning_energy(J, L0));
}

// One that is held back goes a share of its path, and keeps a share of its velocities.
double compute_held_loss(const BodyStep& s, const Settings& settings) {
  if (s.body.share == 1.0) return 0.0;
  const double kept = compute_kept_share(s.model, s.body, settings.gravity, s.h);
  const double kinetic =
      0.5 * s.model.mass * s.body.V1.v.squaredNorm() + compute_turning_energy(s.model, s.end.q_WB, s.body.L1);
  return (1 - kept * kept) * kinetic - (1 - s.body.share) * s.h * s.force.dot(s.body.V_move.v);
}

// Returns how much kinetic and potential energy changed.
double add_body(const BodyStep& s, const Settings& settings, EnergyTerms& terms) {
  terms.work_forces += compute_torque_work(s);
  terms.error_curvature += compute_path_error(s);
  terms.error_repositioning -= s.h * s.force.dot(s.body.push.v);
  add_turning_errors(s, terms);
  terms.loss_held += compute_held_loss(s, settings);
  return compute_kinetic_energy(s.model, s.end) - compute_kinetic_energy(s.model, s.start) -
         s.force.dot(s.end.p_WBcm - s.start.p_WBcm);
}

void add_contact(const StepStage& stage, const StepContact& contact, EnergyTerms& terms) {
  const BodyPair& pair = stage.pairs[contact.pair];
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  const Vec3 &p = contact.impulse_W, &nhat = contact.nhat_BA_W;
  const Twist &A = stage.mean_velocities[pair.a], &B = stage.mean_velocities[pair.b];
  const Vec3 u = contact.compute_velocity(A, B);
  const double along_normal = p.dot(nhat) * nhat.dot(u);
  if (pair.mu > 0) terms.loss_friction -= p.dot(u) - along_normal;
  if (contact.has_lasted && !contact.has_struck) {
    terms.error_curvature += along_normal;
  } else {
    terms.loss_impacts -= along_normal;
  }
  if (!a.is_dynamic) terms.work_drives -= p.dot(A.v + A.w.cross(contact.arm_a));
  if (!b.is_dynamic) terms.work_drives += p.dot(B.v + B.w.cross(contact.arm_b));
}

// Of bodies, but for what contacts say. Returns how much kinetic and potential energy changed.
double add_bodies(StepStage& stage, std::span<const BodyModel> models, const State& state, const State& next,
                  const Settings& settings, EnergyTerms& terms) {
  stage.mean_velocities.resize(stage.bodies.size());
  double change = 0.0;
  for (std::size_t i = 0; i < stage.bodies.size(); ++i) {
    const MovingBody& body = stage.bodies[i];
    stage.mean_velocities[i] = body.V1;
    if (!body.is_dynamic || body.is_asleep || body.is_apart) continue;
    const BodyStep s{
        models[i], body, state.bodies[i], next.bodies[i], models[i].mass * settings.gravity + models[i].force, stage.h};
    stage.mean_velocities[i] = s.compute_mean_velocity();
    change += add_body(s, settings, terms);
  }
  return change;
}

// Each range by itself, so that sums have one order.
void add_contacts(StepStage& stage, EnergyTerms& terms) {
  constexpr std::size_t kGrain = 64;
  const std::size_t num_contacts = stage.contacts.size();
  stage.energy_parts.assign((num_contacts + kGrain - 1) / kGrain, {});
  stage.team.share(stage.energy_parts.size(), 1, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t part = begin; part < end; ++part)
      for (std::size_t i = part * kGrain; i < std::min((part + 1) * kGrain, num_contacts); ++i)
        if (stage.contacts[i].impulse_W != Vec3::Zero())
          add_contact(stage, stage.contacts[i], stage.energy_parts[part]);
  });
  for (const EnergyTerms& part : stage.energy_parts) add(part, terms);
}

}  // namespace

void add_energy_terms(StepStage& stage, std::span<const BodyModel> models, const State& state, const State& next,
                      const Settings& settings, EnergyTerms& terms) {
  EnergyTerms part;
  const double change = add_bodies(stage, models, state, next, settings, part);
  add_contacts(stage, part);
  part.loss_asleep = stage.dropped_energy;
  part.remainder = change - compute_explained(part);
  add(part, terms);
}

}  // namespace abut::dynamics
