#include "abut/dynamics/step_errors.h"

#include <algorithm>

#include "abut/dynamics/hold_back.h"

namespace abut::dynamics {
namespace {

using response::ContactErrors;
using response::JudgedBody;

JudgedBody make_judged(const BodyModel& model, const MovingBody& body, const Settings& settings, double h) {
  if (body.is_asleep) return {};
  const math::Mat3& inv_inertia = body.get_inverse_inertia();
  JudgedBody judged{body.inv_mass, inv_inertia, body.V1, {}, body.acceleration * settings.step, 0.0};
  if (!body.is_dynamic) return judged;
  judged.change = {inv_inertia * (body.L1 - body.flight.L1), body.V1.v - body.flight.V1.v};
  judged.most_change = judged.change.v.norm() + 2 * body.reach * judged.change.w.norm();  // points lie within reach
  if (body.share < 1) judged.V = compute_kept_share(model, body, settings.gravity, h) * body.V1;
  return judged;
}

double compute_error(const StepStage& stage, const StepContact& contact) {
  const BodyPair& pair = stage.pairs[contact.pair];
  const JudgedBody &a = stage.judged_bodies[pair.a], &b = stage.judged_bodies[pair.b];
  response::ProblemContact judged{
      0, 1, contact.nhat_BA_W, contact.arm_a, contact.arm_b, pair.mu, contact.least_speed, contact.stick_velocity};
  if (!contact.is_impact && !contact.has_struck) return compute_contact_error(a, b, judged, contact.impulse_W);
  if (contact.is_impact) judged.least_speed = judged.nhat_BA_W.dot(contact.drift);
  return compute_impact_error(a, b, judged, contact.impulse_W);
}

}  // namespace

void StepErrors::add(const StepErrors& later) {
  if (later.contacts.largest > contacts.largest) a = later.a, b = later.b;
  contacts.add(later.contacts);
}

StepErrors compute_step_errors(StepStage& stage, std::span<const BodyModel> models, const Settings& settings) {
  constexpr std::size_t kGrain = 64;
  if (stage.contacts.empty()) return {};
  stage.judged_bodies.resize(stage.bodies.size());
  stage.team.share(stage.bodies.size(), kGrain, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i)
      stage.judged_bodies[i] = make_judged(models[i], stage.bodies[i], settings, stage.h);
  });
  // Each range by itself, so that sums have one order.
  const std::size_t num_contacts = stage.contacts.size();
  stage.error_parts.assign((num_contacts + kGrain - 1) / kGrain, {});
  stage.team.share(stage.error_parts.size(), 1, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t part = begin; part < end; ++part)
      for (std::size_t i = part * kGrain; i < std::min((part + 1) * kGrain, num_contacts); ++i)
        stage.error_parts[part].add(i, compute_error(stage, stage.contacts[i]));
  });
  StepErrors errors;
  for (const ContactErrors& part : stage.error_parts) errors.contacts.add(part);
  if (errors.contacts.worst == ContactErrors::kNone) return errors;
  const BodyPair& worst = stage.pairs[stage.contacts[errors.contacts.worst].pair];
  errors.a = BodyId(worst.a), errors.b = BodyId(worst.b);
  return errors;
}

bool is_solved(const StepErrors& errors) {
  return errors.contacts.largest <= kSolvedError;
}

}  // namespace abut::dynamics
