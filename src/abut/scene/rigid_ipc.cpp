#include "abut/scene/rigid_ipc.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "abut/scene/fields.h"
#include "abut/scene/native_reader.h"
#include "abut/scene/rigid_ipc_body.h"

namespace abut::scene {
namespace {

constexpr double kDefaultSteps = 1000;
constexpr std::string_view kSceneType = "distance_barrier_rb_problem";

void set_aside(SceneFile& file, const std::vector<JsonValue>& settings) {
  for (const JsonValue& setting : settings) {
    if (setting.key().starts_with('#')) continue;
    file.notes.push_back(
        fmt::format("{}: a setting of rigid-ipc, {}, is set aside", setting.place(), setting.describe()));
  }
}

double read_duration(Fields& fields, double step) {
  double max_time = -1.0;
  double max_iterations = -1.0;
  fields.optional("max_time", max_time, number(any("s")));
  fields.optional("max_iterations", max_iterations, number());
  if (max_time > 0.0) return max_time;
  return step * (max_iterations > 0.0 ? max_iterations : kDefaultSteps);
}

void read_constraint(SceneFile& file, JsonValue value) {
  Fields fields(value, "the constraint");
  fields.optional("initial_barrier_activation_distance", file.scene.contact_margin, number(at_least(0.0, "m")));
  fields.optional("minimum_separation_distance", file.scene.minimum_separation, number(at_least(0.0, "m")));
  set_aside(file, fields.find_unknown());
}

// One group for all bodies that are not dynamic and for the dynamic ones that share a group with any of them.
void merge_fixed_groups(std::vector<Body>& bodies) {
  constexpr std::string_view kFixed = "fixed";
  std::set<std::string> fixed_groups;
  for (const Body& body : bodies) {
    if (body.type != BodyType::kDynamic && !body.group.empty()) fixed_groups.insert(body.group);
  }
  for (Body& body : bodies) {
    if (body.type != BodyType::kDynamic || fixed_groups.contains(body.group)) body.group = kFixed;
  }
}

void read_problem(SceneFile& file, JsonValue value) {
  Scene& scene = file.scene;
  Fields fields(value, "the rigid body problem");
  Material material{.name = "rigid-ipc", .density = 1000.0, .friction = 0.0, .restitution = 0.0};
  scene.gravity.setZero();
  fields.optional("gravity", scene.gravity, vector3(any("m/s^2")));
  fields.optional("coefficient_friction", material.friction, number(at_least(0.0)));
  fields.optional("coefficient_restitution", material.restitution, number(at_most(1.0)));
  material.restitution = std::max(material.restitution, 0.0);  // negative means none
  scene.materials.push_back(std::move(material));
  if (const std::optional<JsonValue> bodies = fields.find("rigid_bodies")) {
    for (const JsonValue& element : read_array(*bodies)) {
      std::optional<Body> body = find_rigid_ipc_body(element, scene.step, file.notes);
      if (!body) continue;
      scene.bodies.push_back(std::move(*body));
      file.places.push_back({element.place(), element.place()});
    }
  }
  merge_fixed_groups(scene.bodies);
  note_unknown_keys(fields, file.notes);
}

void note_scene_type(SceneFile& file, Fields& fields) {
  const std::optional<JsonValue> value = fields.find("scene_type");
  if (!value || read_text(*value) == kSceneType) return;
  file.notes.push_back(fmt::format("{}: {} is another method of rigid-ipc; the bodies are read all the same",
                                   value->place(), value->describe()));
}

}  // namespace

bool is_rigid_ipc_scene(JsonValue root) {
  return root.has("scene_type") || root.has("rigid_body_problem");
}

SceneFile read_rigid_ipc_scene(const JsonDocument& document) {
  SceneFile file;
  file.name = document.name();
  file.format = SceneFormat::kRigidIpc;
  Scene& scene = file.scene;
  Fields fields(document.root(), "a scene of rigid-ipc");
  note_scene_type(file, fields);
  scene.step = 0.01;
  fields.optional("timestep", scene.step, number(positive("s")));
  scene.duration = read_duration(fields, scene.step);
  require_few_steps(document.root(), scene);
  scene.contact_margin = 1e-3;
  if (const auto constraint = fields.find("distance_barrier_constraint")) read_constraint(file, *constraint);
  for (const char* section : {"solver", "ipc_solver", "newton_solver", "friction_constraints"}) {
    const std::optional<JsonValue> settings = fields.find(section);
    if (settings) set_aside(file, settings->is(JsonKind::kObject) ? settings->children() : std::vector{*settings});
  }
  read_problem(file, fields.require("rigid_body_problem"));
  note_unknown_keys(fields, file.notes);
  return file;
}

std::vector<std::filesystem::path> find_rigid_ipc_mesh_folders(const std::filesystem::path& scene_path) {
  std::vector<std::filesystem::path> folders;
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(scene_path, error).lexically_normal();
  // One turn a component of the path.
  for (std::filesystem::path folder = absolute.parent_path(); !folder.empty(); folder = folder.parent_path()) {
    if (std::filesystem::is_directory(folder / "meshes", error)) folders.push_back(folder / "meshes");
    if (folder == folder.parent_path()) break;
  }
  folders.push_back(scene_path.parent_path());
  return folders;
}

}  // namespace abut::scene
