#include "abut/scene/make_simulation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace abut::scene {
namespace {

dynamics::BodyType convert(BodyType type) {
  if (type == BodyType::kStatic) return dynamics::BodyType::kStatic;
  return type == BodyType::kKinematic ? dynamics::BodyType::kKinematic : dynamics::BodyType::kDynamic;
}

response::ImpactLaw convert_impact_law(const std::string& name) {
  if (name == "newton") return response::ImpactLaw::kNewton;
  return name == "poisson" ? response::ImpactLaw::kPoisson : response::ImpactLaw::kStronge;
}

dynamics::BodyScript make_script(const Body& body) {
  dynamics::BodyScript script;
  script.poses.push_back({0.0, body.X_WB});
  for (const Keyframe& keyframe : body.script.keyframes) script.poses.push_back({keyframe.t, keyframe.X_WB});
  script.V_WBcm = {body.w_WB, body.v_WBcm};
  script.until = body.script.until;
  return script;
}

// Of what can turn about every axis; what cannot has locks, and its inverse is taken of the free axes alone.
math::Mat3 compute_inverse(const math::Mat3& I) {
  const math::Mat3 inverse = I.inverse();
  return inverse.allFinite() ? inverse : math::Mat3(math::Mat3::Zero());
}

dynamics::BodyModel make_model(const LoadedBody& loaded, const Body& body) {
  dynamics::BodyModel model;
  model.shape = loaded.shape;
  model.type = convert(body.type);
  model.mass = loaded.mass.mass;
  if (model.type != dynamics::BodyType::kStatic) model.p_BBcm = loaded.mass.p_BBcm;
  model.I_BBcm_B = loaded.mass.I_BBcm_B;
  model.inv_I_BBcm_B = compute_inverse(model.I_BBcm_B);
  model.force = body.force;
  model.torque = body.torque;
  model.locks = {body.locks.translation, body.locks.rotation};
  if (model.type == dynamics::BodyType::kKinematic) model.script = make_script(body);
  model.material = body.material;
  return model;
}

dynamics::Settings make_settings(const Scene& scene) {
  dynamics::Settings settings;
  settings.gravity = scene.gravity;
  settings.step = scene.step;
  settings.tolerances = scene.tolerances;
  settings.contact_margin = scene.contact_margin;
  settings.minimum_separation = scene.minimum_separation;
  settings.allows_sleep = scene.sleep;
  settings.law.name = scene.law;
  settings.law.impact = convert_impact_law(scene.impact_law);
  settings.law.impact_order =
      scene.impact_order == "sequential" ? response::ImpactOrder::kSequential : response::ImpactOrder::kSimultaneous;
  settings.num_materials = scene.materials.size();
  settings.meetings.clear();
  for (std::size_t a = 0; a < scene.materials.size(); ++a) {
    for (std::size_t b = 0; b < scene.materials.size(); ++b) {
      const Meeting meeting = compute_meeting(scene, MaterialId(a), MaterialId(b));
      settings.meetings.push_back({meeting.friction, meeting.restitution});
    }
  }
  settings.records_contacts = scene.outputs.contacts;
  settings.records_certificates = scene.outputs.certificates;
  return settings;
}

}  // namespace

SimulationParts make_simulation_parts(const LoadedScene& loaded) {
  SimulationParts parts;
  std::map<std::string, std::uint32_t> groups;
  for (const LoadedBody& loaded_body : loaded.bodies) {
    const Body& body = loaded.scene.bodies[loaded_body.source];
    dynamics::BodyModel model = make_model(loaded_body, body);
    if (!body.group.empty()) {
      model.group = groups.emplace(body.group, static_cast<std::uint32_t>(groups.size() + 1)).first->second;
    }
    parts.bodies.push_back(dynamics::make_body_state(model, body.X_WB, {body.w_WB, body.v_WBcm}));
    parts.models.push_back(std::move(model));
    parts.names.push_back(loaded_body.name);
  }
  parts.settings = make_settings(loaded.scene);
  return parts;
}

dynamics::Simulation make_simulation(const LoadedScene& loaded, int num_threads) {
  SimulationParts parts = make_simulation_parts(loaded);
  parts.settings.num_threads = num_threads;
  return {std::move(parts.models), std::move(parts.bodies), std::move(parts.settings), std::move(parts.names)};
}

std::int64_t count_steps(const Scene& scene) {
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(scene.duration / scene.step * (1 - 1e-9))));
}

}  // namespace abut::scene
