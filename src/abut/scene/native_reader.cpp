#include "abut/scene/native_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "abut/base/suggest.h"
#include "abut/scene/body_reader.h"
#include "abut/scene/fields.h"
#include "abut/scene/tolerance_keys.h"

namespace abut::scene {
namespace {

constexpr std::string_view kDefaultMaterial = "default";

// Names that must be unique, each with the place where it was first given.
class NameTable {
 public:
  explicit NameTable(std::string what) : what_(std::move(what)) {}
  void add(const std::string& name, JsonValue value) {
    const auto [first, is_new] = lines_.emplace(name, value.line());
    if (is_new) return;
    value.fail(fmt::format("{} {} exists already, on line {}", what_, quote_short(name), first->second),
               "give each a name of its own");
  }

 private:
  std::string what_;
  std::map<std::string, std::size_t> lines_;
};

Material read_material(JsonValue value) {
  Material material;
  Fields fields(value, "a material");
  fields.required("name", material.name, text());
  fields.optional("density", material.density, number(positive("kg/m^3")));
  fields.optional("friction", material.friction, number(at_least(0.0)));
  fields.optional("restitution", material.restitution, number(between(0.0, 1.0)));
  fields.finish();
  return material;
}

std::vector<Material> read_materials(JsonValue value) {
  std::vector<Material> materials;
  NameTable names("a material");
  for (const JsonValue& element : read_array(value)) {
    materials.push_back(read_material(element));
    names.add(materials.back().name, element);
  }
  return materials;
}

MaterialId find_material(const Scene& scene, JsonValue value, const std::string& name) {
  std::vector<std::string> names;
  for (const Material& material : scene.materials) names.push_back(material.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return MaterialId(found - names.begin());
  const std::string nearest = find_nearest(name, names);
  value.fail(fmt::format("there is no material {}", quote_short(name)),
             nearest.empty() ? "add it to \"materials\"" : fmt::format("did you mean \"{}\"?", nearest));
}

MaterialPair read_pair(const Scene& scene, JsonValue value) {
  Fields fields(value, "a pair of materials");
  const JsonValue names = fields.require("materials");
  const std::vector<JsonValue> two = read_array(names, 2, 2);
  MaterialPair pair;
  pair.a = find_material(scene, two[0], read_text(two[0]));
  pair.b = find_material(scene, two[1], read_text(two[1]));
  const Meeting meeting = compute_meeting(scene, pair.a, pair.b);
  pair.friction = meeting.friction;
  pair.restitution = meeting.restitution;
  fields.optional("friction", pair.friction, number(at_least(0.0)));
  fields.optional("restitution", pair.restitution, number(between(0.0, 1.0)));
  fields.finish();
  return pair;
}

void read_pairs(Scene& scene, JsonValue value) {
  std::vector<MaterialPair> pairs;
  NameTable names("the pair");
  for (const JsonValue& element : read_array(value)) {
    pairs.push_back(read_pair(scene, element));
    const auto [low, high] = std::minmax(pairs.back().a, pairs.back().b);
    names.add(scene.materials[low.index()].name + ", " + scene.materials[high.index()].name, element);
  }
  scene.pairs = std::move(pairs);
}

Outputs read_outputs(JsonValue value) {
  Outputs outputs;
  Fields fields(value, "the outputs");
  fields.optional("contacts", outputs.contacts, boolean());
  fields.optional("forces", outputs.forces, boolean());
  fields.optional("certificates", outputs.certificates, boolean());
  fields.optional("every", outputs.every, integer(1, 1'000'000));
  fields.finish();
  return outputs;
}

Tolerances read_tolerances(JsonValue value) {
  Tolerances tolerances;
  Fields fields(value, "the tolerances");
  for (const ToleranceKey& entry : kToleranceKeys) {
    fields.optional(entry.key, tolerances.*entry.member, number(at_least(0.0)));
  }
  fields.finish();
  for (const InputFault& fault : check_tolerances(tolerances)) {
    // At the value at fault, unless that is the order of several.
    fields.find(fault.place).value_or(value).fail(fault.fault, fault.remedy);
  }
  return tolerances;
}

auto name_among(const std::vector<std::string>& names) {
  return [&names](JsonValue v) { return names[read_choice(v, names)]; };
}

// Bodies, and the built-in material if a body relies on it.
void read_bodies(SceneFile& file, JsonValue value) {
  NameTable names("a body");
  std::vector<std::pair<JsonValue, std::string>> materials;
  for (const JsonValue& element : read_array(value)) {
    BodyAsRead read = read_body(element, file.scene.bodies.size());
    names.add(read.body.name, element);
    materials.emplace_back(element, read.material.empty() ? kDefaultMaterial : read.material);
    for (const JsonValue& member : element.children()) {
      if (member.key() == "shape") file.places.push_back({element.place(), member.place()});
    }
    file.scene.bodies.push_back(std::move(read.body));
  }
  const auto is_default = [](const auto& named) { return named == kDefaultMaterial; };
  const bool needs_default =
      std::any_of(materials.begin(), materials.end(), [&](const auto& m) { return is_default(m.second); });
  const auto& listed = file.scene.materials;
  if (needs_default &&
      std::none_of(listed.begin(), listed.end(), [&](const Material& m) { return is_default(m.name); })) {
    Material material;
    material.name = kDefaultMaterial;
    file.scene.materials.push_back(std::move(material));
  }
  for (std::size_t i = 0; i < materials.size(); ++i) {
    file.scene.bodies[i].material = find_material(file.scene, materials[i].first, materials[i].second);
  }
}

}  // namespace

void require_few_steps(JsonValue root, const Scene& scene) {
  if (!(scene.duration / scene.step <= kMaxSteps)) {
    root.fail(fmt::format("{} s in steps of {} s are more than {:g} steps", scene.duration, scene.step, kMaxSteps),
              "lengthen the step or shorten the duration");
  }
}

SceneFile read_native_scene(const JsonDocument& document) {
  SceneFile file;
  file.name = document.name();
  Scene& scene = file.scene;
  Fields fields(document.root(), "a scene");
  std::int64_t version = 0;
  fields.required("abut_scene", version, integer(kSceneVersion, kSceneVersion));
  fields.find("$schema");
  fields.optional("description", scene.description, text());
  fields.optional("gravity", scene.gravity, vector3(any("m/s^2")));
  fields.optional("step", scene.step, number(positive("s")));
  fields.optional("duration", scene.duration, number(at_least(0.0, "s")));
  fields.optional("law", scene.law, name_among(get_law_names()));
  fields.optional("impact_law", scene.impact_law, name_among(get_impact_law_names()));
  fields.optional("impact_order", scene.impact_order, name_among(get_impact_order_names()));
  fields.optional("tolerances", scene.tolerances, &read_tolerances);
  fields.optional("contact_margin", scene.contact_margin, number(at_least(0.0, "m")));
  fields.optional("minimum_separation", scene.minimum_separation, number(at_least(0.0, "m")));
  fields.optional("sleep", scene.sleep, boolean());
  fields.optional("outputs", scene.outputs, &read_outputs);
  fields.optional("materials", scene.materials, &read_materials);
  const std::optional<JsonValue> pairs = fields.find("pairs");
  const JsonValue bodies = fields.require("bodies");
  fields.finish();
  read_bodies(file, bodies);
  if (pairs) read_pairs(scene, *pairs);
  require_few_steps(document.root(), scene);
  return file;
}

}  // namespace abut::scene
