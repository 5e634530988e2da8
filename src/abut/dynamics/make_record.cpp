#include "abut/dynamics/make_record.h"

#include <algorithm>
#include <limits>

namespace abut::dynamics {
namespace {

ContactRecord make_contact(const StepStage& stage, std::span<const BodyModel> models, const StepContact& contact) {
  const BodyPair& pair = stage.pairs[contact.pair];
  ContactRecord record;
  record.id = contact.id;
  record.a = BodyId(pair.a), record.b = BodyId(pair.b);
  record.feature_a = get_source(models[pair.a].shape->pieces, contact.found.feature_a);
  record.feature_b = get_source(models[pair.b].shape->pieces, contact.found.feature_b);
  record.p_W = 0.5 * (contact.found.p_WCa + contact.found.p_WCb);
  record.nhat_BA_W = contact.nhat_BA_W;
  record.gap = contact.found.gap;
  record.mu = pair.mu;
  record.impulse_W = contact.impulse_W;
  record.is_impact = contact.has_struck;
  return record;
}

}  // namespace

void append_segment(const StepStage& stage, std::span<const BodyModel> models, const State& state, const State& next,
                    const Settings& settings, StepRecord& record) {
  SegmentRecord segment{state.t, next.t, {}, {}};
  segment.X_WB.reserve(models.size()), segment.bends.reserve(models.size());
  for (std::size_t i = 0; i < models.size(); ++i) {
    const MovingBody& body = stage.bodies[i];
    segment.X_WB.push_back(body.is_moving ? compute_body_pose(models[i], next.bodies[i]) : body.X0);
    segment.bends.push_back(body.is_moving ? body.get_bend() : math::Vec3(math::Vec3::Zero()));
    if (!body.is_moving) continue;
    const double asked = (stage.h * body.V_move.v).norm() + stage.h * body.V_move.w.norm() * body.reach;
    record.path_asked += asked;
    record.path_lost += (1 - body.share) * asked;
    record.num_held += body.share < 1;
    const math::Vec3 force = models[i].mass * settings.gravity + models[i].force;
    record.repositioning_energy += std::max(-stage.h * force.dot(body.push.v), 0.0);
  }
  record.segments.push_back(std::move(segment));
  for (const StepContact& contact : stage.contacts) {
    const BodyPair& pair = stage.pairs[contact.pair];
    if (contact.gap > pair.lengths.breaking && contact.impulse_W == math::Vec3::Zero()) continue;
    record.num_impacts += contact.has_struck;
    record.num_limited += contact.is_limited;
    if (settings.records_contacts) record.contacts.push_back(make_contact(stage, models, contact));
  }
  if (record.segments.size() == 1) record.least_separation = std::numeric_limits<double>::infinity();
  for (const BodyPair& pair : stage.pairs) {
    record.least_separation = std::min(record.least_separation, pair.separation);
    if (settings.records_certificates) record.certificates.push_back({BodyId(pair.a), BodyId(pair.b), pair.separation});
  }
  record.num_rounds = std::max(record.num_rounds, stage.num_rounds + 1);
  record.num_sweeps += stage.num_sweeps;
  for (const Island& island : stage.islands) {
    record.num_of_cone += island.solved.is_of_cone;
    record.residual = std::max(record.residual, island.solved.residual);
  }
  ++record.num_substeps;
  record.dropped_energy += stage.dropped_energy;
  record.dropped_momentum += stage.dropped_momentum;
}

void append_course(const StepRecord& course, std::span<const std::uint32_t> members, StepRecord& record) {
  const auto get_member = [&](BodyId local) { return BodyId(members[local.index()]); };
  for (const SegmentRecord& own : course.segments) {
    SegmentRecord segment = record.segments.back();
    segment.t0 = own.t0, segment.t = own.t;
    std::ranges::fill(segment.bends, math::Vec3::Zero());
    for (std::size_t k = 0; k < members.size(); ++k)
      segment.X_WB[members[k]] = own.X_WB[k], segment.bends[members[k]] = own.bends[k];
    record.segments.push_back(std::move(segment));
  }
  for (ContactRecord contact : course.contacts) {
    contact.a = get_member(contact.a), contact.b = get_member(contact.b);
    record.contacts.push_back(contact);
  }
  for (CertificateRecord certificate : course.certificates) {
    certificate.a = get_member(certificate.a), certificate.b = get_member(certificate.b);
    record.certificates.push_back(certificate);
  }
  record.least_separation = std::min(record.least_separation, course.least_separation);
  record.path_asked += course.path_asked, record.path_lost += course.path_lost;
  record.repositioning_energy += course.repositioning_energy;
  record.num_impacts += course.num_impacts, record.num_limited += course.num_limited;
  record.num_rounds = std::max(record.num_rounds, course.num_rounds);
  record.num_sweeps += course.num_sweeps, record.num_of_cone += course.num_of_cone;
  record.num_substeps += course.num_substeps;
  record.residual = std::max(record.residual, course.residual);
  add(course.energy, record.energy);
}

void set_errors(const StepErrors& errors, StepRecord& record) {
  record.error = errors.contacts.largest, record.error_rms = errors.contacts.rms();
  record.error_a = errors.a, record.error_b = errors.b;
  record.is_solved = record.outcome == StepOutcome::kAccepted && is_solved(errors);
}

void finish_record(std::span<const BodyModel> models, const Settings& settings, const State& state,
                   StepRecord& record) {
  record.t = state.t;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const BodyModel& model = models[i];
    const BodyState& body = state.bodies[i];
    record.V_WBcm.push_back({body.w_WB, body.v_WBcm});
    if (model.type != BodyType::kDynamic) continue;
    record.num_asleep += body.is_asleep();
    if (!body.is_asleep()) record.kinetic_energy += compute_kinetic_energy(model, body);
    record.potential_energy -= (model.mass * settings.gravity + model.force).dot(body.p_WBcm);
    record.momentum += model.mass * body.v_WBcm;
    record.angular_momentum += body.L_WBcm + model.mass * body.p_WBcm.cross(body.v_WBcm);
  }
}

}  // namespace abut::dynamics
