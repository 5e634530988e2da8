#include "abut/view/step_packet.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "abut/scene/trace/trace_writer.h"
#include "abut/view/packet.h"
#include "abut/view/patches.h"

namespace abut::view {
namespace {

using dynamics::StepRecord;
using nlohmann::ordered_json;

void append(std::vector<double>& numbers, const math::Vec3& v) {
  numbers.insert(numbers.end(), {v.x(), v.y(), v.z()});
}

ordered_json make_triple(const math::Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

ordered_json make_body_pair(BodyId a, BodyId b) {
  if (a.is_none() || b.is_none()) return nullptr;
  return {a.value(), b.value()};
}

ordered_json make_energy_terms(const dynamics::EnergyTerms& energy) {
  ordered_json terms = ordered_json::object();
  for (const dynamics::EnergyTerm& term : dynamics::kEnergyTerms) terms[term.name] = energy.*term.value;
  return terms;
}

// What is known of a step that was made.
ordered_json make_figures(const StepRecord& r) {
  const bool is_accepted = r.outcome == dynamics::StepOutcome::kAccepted;
  return {{"outcome", is_accepted ? "accepted" : get_name(scene::make_run_outcome(r.outcome))},
          {"rounds", r.num_rounds},
          {"sweeps", r.num_sweeps},
          {"substeps", r.num_substeps},
          {"impacts", r.num_impacts},
          {"limited", r.num_limited},
          {"held", r.num_held},
          {"asleep", r.num_asleep},
          {"residual", r.residual},
          {"error", r.error},
          {"error_rms", r.error_rms},
          {"error_bodies", make_body_pair(r.error_a, r.error_b)},
          {"is_solved", r.is_solved},
          {"least_separation", r.least_separation},
          {"path_asked", r.path_asked},
          {"path_lost", r.path_lost},
          {"kinetic_energy", r.kinetic_energy},
          {"potential_energy", r.potential_energy},
          {"repositioning_energy", r.repositioning_energy},
          {"dropped_energy", r.dropped_energy},
          {"energy_terms", make_energy_terms(r.energy)},
          {"momentum", make_triple(r.momentum)},
          {"angular_momentum", make_triple(r.angular_momentum)},
          {"hash", fmt::format("{:016x}", r.hash)}};
}

ordered_json make_step_head(const scene::TraceStep& step, std::uint64_t id) {
  ordered_json head{{"type", "step"},
                    {"id", id},
                    {"index", step.record.index},
                    {"t", step.record.t},
                    {"has_contacts", step.has_contacts},
                    {"has_impulses", step.has_impulses},
                    {"has_certificates", step.has_certificates}};
  if (step.record.index > 0) head.update(make_figures(step.record));  // the start is no step: it has none, not zeros
  return head;
}

void add_contacts(std::span<const dynamics::ContactRecord> contacts, PacketWriter& packet) {
  std::vector<std::uint64_t> ids;
  std::vector<std::uint32_t> bodies, features;
  std::vector<double> p, normal, gap, mu, impulse;
  std::vector<std::uint8_t> impact;
  for (const dynamics::ContactRecord& c : contacts) {
    ids.push_back(c.id);
    bodies.insert(bodies.end(), {c.a.value(), c.b.value()});
    features.insert(features.end(), {c.feature_a.bits(), c.feature_b.bits()});
    append(p, c.p_W), append(normal, c.nhat_BA_W), append(impulse, c.impulse_W);
    gap.push_back(c.gap), mu.push_back(c.mu);
    impact.push_back(c.is_impact ? 1 : 0);
  }
  packet.add("contact_id", ids);
  packet.add("contact_bodies", bodies);
  packet.add("contact_features", features);
  packet.add("contact_p", p);
  packet.add("contact_normal", normal);
  packet.add("contact_gap", gap);
  packet.add("contact_mu", mu);
  packet.add("contact_impulse", impulse);
  packet.add("contact_impact", impact);
  const Patches patches = make_patches(contacts);
  packet.add("patch_first", patches.first);
  packet.add("patch_contacts", patches.contacts);
}

void add_certificates(std::span<const dynamics::CertificateRecord> certificates, PacketWriter& packet) {
  std::vector<std::uint32_t> bodies;
  std::vector<double> separation;
  for (const dynamics::CertificateRecord& c : certificates) {
    bodies.insert(bodies.end(), {c.a.value(), c.b.value()});
    separation.push_back(c.separation);
  }
  packet.add("certificate_bodies", bodies);
  packet.add("certificate_separation", separation);
}

}  // namespace

void PoseList::add(double t_end, std::span<const math::Pose> poses) {
  t.push_back(t_end);
  for (const math::Pose& X : poses) {
    append(X_WB, X.p);
    X_WB.insert(X_WB.end(), {X.q.w(), X.q.x(), X.q.y(), X.q.z()});
  }
}

std::string make_poses_packet(std::int64_t first, const PoseList& poses, std::uint64_t id) {
  PacketWriter packet(ordered_json{{"type", "poses"}, {"id", id}, {"first", first}, {"count", poses.t.size()}}.dump());
  packet.add("t", poses.t);
  packet.add("X_WB", poses.X_WB);
  return packet.finish();
}

std::string make_step_packet(const scene::TraceStep& step, std::uint64_t id) {
  PacketWriter packet(make_step_head(step, id).dump());
  std::vector<double> V_WBcm;
  for (const math::Twist& V : step.record.V_WBcm) append(V_WBcm, V.w), append(V_WBcm, V.v);
  packet.add("V_WBcm", V_WBcm);
  add_contacts(step.record.contacts, packet);
  add_certificates(step.record.certificates, packet);
  return packet.finish();
}

}  // namespace abut::view
