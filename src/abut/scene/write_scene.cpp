#include "abut/scene/write_scene.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "abut/scene/json_writer.h"
#include "abut/scene/native_reader.h"
#include "abut/scene/tolerance_keys.h"
#include "abut/scene/write_shape.h"

namespace abut::scene {
namespace {

// Bits, not values: -0 differs from 0.
bool is_same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool is_same(const math::Vec3& a, const math::Vec3& b) {
  return is_same(a.x(), b.x()) && is_same(a.y(), b.y()) && is_same(a.z(), b.z());
}
bool is_same(const math::Quat& a, const math::Quat& b) {
  return is_same(a.w(), b.w()) && is_same(a.vec(), b.vec());
}

// Members, where they differ from their default.
void write_unless(JsonWriter& json, std::string_view key, double value, double fallback) {
  if (is_same(value, fallback)) return;
  json.key(key);
  json.number(value);
}
void write_unless(JsonWriter& json, std::string_view key, const math::Vec3& value, const math::Vec3& fallback) {
  if (is_same(value, fallback)) return;
  json.key(key);
  json.vector(value);
}
void write_unless(JsonWriter& json, std::string_view key, const std::string& value, const std::string& fallback) {
  if (value == fallback) return;
  json.key(key);
  json.text(value);
}
void write_unless(JsonWriter& json, std::string_view key, bool value, bool fallback) {
  if (value == fallback) return;
  json.key(key);
  json.boolean(value);
}
void write_if(JsonWriter& json, std::string_view key, const std::optional<double>& value) {
  if (!value) return;
  json.key(key);
  json.number(*value);
}

void write_pose(JsonWriter& json, const math::Pose& pose) {
  write_unless(json, "position", pose.p, math::Vec3::Zero());
  if (is_same(pose.q, math::Quat::Identity())) return;
  json.key("rotation");
  json.numbers(std::array{pose.q.w(), pose.q.x(), pose.q.y(), pose.q.z()});
}

void write_mass(JsonWriter& json, const MassSource& m) {
  write_if(json, "density", m.density);
  write_if(json, "areal_density", m.areal_density);
  write_if(json, "line_density", m.line_density);
  write_if(json, "lumped_density", m.lumped_density);
  write_if(json, "mass", m.mass);
  if (m.I_BBcm_B) {
    std::vector<std::string> rows;
    for (int i = 0; i < 3; ++i) {
      const math::Vec3 row = m.I_BBcm_B->row(i);
      rows.push_back(make_json_row({row.data(), 3}));
    }
    json.key("inertia");
    json.rows(rows);
  }
  if (m.p_BBcm) {
    json.key("center_of_mass");
    json.vector(*m.p_BBcm);
  }
}

void write_script(JsonWriter& json, const Script& script) {
  if (script.keyframes.empty() && std::isinf(script.until)) return;
  json.key("motion");
  json.begin_object();
  if (!script.keyframes.empty()) {
    json.key("keyframes");
    json.begin_array();
    for (const Keyframe& keyframe : script.keyframes) {
      json.begin_object();
      json.key("time");
      json.number(keyframe.t);
      write_pose(json, keyframe.X_WB);
      json.end_object();
    }
    json.end_array();
  }
  if (!std::isinf(script.until)) {
    json.key("until");
    json.number(script.until);
  }
  json.end_object();
}

void write_locks(JsonWriter& json, const Locks& locks) {
  constexpr std::array kNames{"x", "y", "z", "rx", "ry", "rz"};
  std::vector<std::string> locked;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (i < 3 ? locks.translation[i] : locks.rotation[i - 3]) locked.emplace_back(kNames[i]);
  }
  if (locked.empty()) return;
  json.key("locks");
  json.texts(locked);
}

void write_body(JsonWriter& json, const Scene& scene, const Body& body) {
  const Body fallback;
  json.begin_object();
  json.key("name");
  json.text(body.name);
  write_unless(json, "description", body.description, "");
  json.key("shape");
  write_shape(json, body.shape);
  write_unless(json, "split", body.split, false);
  if (body.type != BodyType::kDynamic) {
    json.key("type");
    json.text(body.type == BodyType::kStatic ? "static" : "kinematic");
  }
  write_pose(json, body.X_WB);
  write_unless(json, "velocity", body.v_WBcm, fallback.v_WBcm);
  write_unless(json, "angular_velocity", body.w_WB, fallback.w_WB);
  write_unless(json, "force", body.force, fallback.force);
  write_unless(json, "torque", body.torque, fallback.torque);
  write_mass(json, body.mass);
  write_script(json, body.script);
  write_locks(json, body.locks);
  write_unless(json, "group", body.group, "");
  json.key("material");
  json.text(scene.materials[body.material.index()].name);
  json.end_object();
}

void write_materials(JsonWriter& json, const Scene& scene) {
  json.key("materials");
  json.begin_array();
  for (const Material& material : scene.materials) {
    json.begin_object();
    json.key("name");
    json.text(material.name);
    json.key("density");
    json.number(material.density);
    json.key("friction");
    json.number(material.friction);
    json.key("restitution");
    json.number(material.restitution);
    json.end_object();
  }
  json.end_array();
  if (scene.pairs.empty()) return;
  json.key("pairs");
  json.begin_array();
  for (const MaterialPair& pair : scene.pairs) {
    json.begin_object();
    json.key("materials");
    json.texts({scene.materials[pair.a.index()].name, scene.materials[pair.b.index()].name});
    json.key("friction");
    json.number(pair.friction);
    json.key("restitution");
    json.number(pair.restitution);
    json.end_object();
  }
  json.end_array();
}

void write_tolerances(JsonWriter& json, const Tolerances& tolerances) {
  const Tolerances fallback;
  bool is_open = false;
  for (const ToleranceKey& entry : kToleranceKeys) {
    if (is_same(tolerances.*entry.member, fallback.*entry.member)) continue;
    if (!is_open) {
      json.key("tolerances");
      json.begin_object();
      is_open = true;
    }
    json.key(entry.key);
    json.number(tolerances.*entry.member);
  }
  if (is_open) json.end_object();
}

void write_outputs(JsonWriter& json, const Outputs& outputs) {
  json.key("outputs");
  json.begin_object();
  json.key("contacts");
  json.boolean(outputs.contacts);
  json.key("forces");
  json.boolean(outputs.forces);
  json.key("certificates");
  json.boolean(outputs.certificates);
  json.key("every");
  json.number(static_cast<double>(outputs.every));
  json.end_object();
}

}  // namespace

std::string write_scene(const Scene& scene) {
  const Scene fallback;
  JsonWriter json;
  json.begin_object();
  json.key("abut_scene");
  json.number(kSceneVersion);
  write_unless(json, "description", scene.description, "");
  json.key("gravity");
  json.vector(scene.gravity);
  json.key("step");
  json.number(scene.step);
  json.key("duration");
  json.number(scene.duration);
  write_unless(json, "law", scene.law, fallback.law);
  write_unless(json, "impact_law", scene.impact_law, fallback.impact_law);
  write_unless(json, "impact_order", scene.impact_order, fallback.impact_order);
  write_tolerances(json, scene.tolerances);
  write_unless(json, "contact_margin", scene.contact_margin, fallback.contact_margin);
  write_unless(json, "minimum_separation", scene.minimum_separation, fallback.minimum_separation);
  write_unless(json, "sleep", scene.sleep, fallback.sleep);
  write_outputs(json, scene.outputs);
  write_materials(json, scene);
  json.key("bodies");
  json.begin_array();
  for (const Body& body : scene.bodies) write_body(json, scene, body);
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace abut::scene
