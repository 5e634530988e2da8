// abut scene check SCENE [--json], abut scene convert IN OUT
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <variant>

#include "abut/scene/load_scene.h"
#include "abut/scene/read_scene.h"
#include "abut/scene/write_scene.h"
#include "commands.h"
#include "output.h"

namespace abut::app {
namespace {

using geometry::BrepKind;
using geometry::Shape;

struct SceneArguments {
  std::string in, out;
  bool json = false;
};

std::string_view name_of(scene::BodyType type) {
  switch (type) {
    case scene::BodyType::kDynamic:
      return "dynamic";
    case scene::BodyType::kStatic:
      return "static";
    case scene::BodyType::kKinematic:
      return "kinematic";
  }
  return "";
}

std::string_view name_of(const Shape& shape) {
  if (shape.brep.kind == BrepKind::kSolid) return shape.is_convex ? "convex solid" : "solid";
  if (shape.brep.kind == BrepKind::kSheet) return "sheet";
  return shape.brep.triangles.empty() ? "points and segments" : "soup";
}

nlohmann::ordered_json make_json(const scene::LoadedScene& loaded, const std::string& file) {
  const scene::Scene& scene = loaded.scene;
  nlohmann::ordered_json bodies = nlohmann::ordered_json::array();
  for (const scene::LoadedBody& body : loaded.bodies) {
    const math::Vec3& cm = body.mass.p_BBcm;
    bodies.push_back({{"name", body.name},
                      {"type", name_of(scene.bodies[body.source].type)},
                      {"shape", name_of(*body.shape)},
                      {"num_triangles", body.shape->brep.triangles.size()},
                      {"num_pieces", body.shape->pieces.pieces.size()},
                      {"mass", body.mass.mass},
                      {"p_BBcm", {cm[0], cm[1], cm[2]}}});
  }
  return {{"file", file},
          {"description", scene.description},
          {"gravity", {scene.gravity[0], scene.gravity[1], scene.gravity[2]}},
          {"step", scene.step},
          {"duration", scene.duration},
          {"law", scene.law},
          {"num_materials", scene.materials.size()},
          {"bodies", std::move(bodies)},
          {"notes", loaded.notes}};
}

std::string count_of(std::size_t number, std::string_view one, std::string_view many) {
  return with_commas(number) + ' ' + std::string(number == 1 ? one : many);
}

// Bodies alike in all but name, as many as follow each other, share a row.
std::string make_text(const scene::LoadedScene& loaded, const std::string& file) {
  const scene::Scene& scene = loaded.scene;
  std::string text = bold(file) + (scene.description.empty() ? "" : ": " + scene.description) + "\n";
  text += fmt::format("  {}, {}, gravity ({:g}, {:g}, {:g}) m/s2, {:g} s in steps of {:g} s, law {}\n",
                      count_of(loaded.bodies.size(), "body", "bodies"),
                      count_of(scene.materials.size(), "material", "materials"), scene.gravity[0], scene.gravity[1],
                      scene.gravity[2], scene.duration, scene.step, scene.law);
  const auto describe = [&](const scene::LoadedBody& body) {
    return fmt::format("{:<9}  {:<19} {:>9} triangles {:>9} pieces  {:>10.6g} kg",
                       name_of(scene.bodies[body.source].type), name_of(*body.shape),
                       with_commas(body.shape->brep.triangles.size()), with_commas(body.shape->pieces.pieces.size()),
                       body.mass.mass);
  };
  for (std::size_t i = 0; i < loaded.bodies.size();) {
    const std::string row = describe(loaded.bodies[i]);
    std::size_t end = i + 1;
    while (end < loaded.bodies.size() && describe(loaded.bodies[end]) == row) ++end;
    const std::string& first = loaded.bodies[i].name;
    text += fmt::format("  {:<24} {}\n", end - i == 1 ? first : fmt::format("{} ({} alike)", first, end - i), row);
    i = end;
  }
  return text;
}

void check(const SceneArguments& arguments) {
  const scene::LoadedScene loaded = scene::load_scene(scene::read_scene(std::filesystem::path(arguments.in)));
  if (arguments.json) {
    fmt::print("{}\n",
               make_json(loaded, arguments.in).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    fmt::print("{}", make_text(loaded, arguments.in));
    for (const std::string& note : loaded.notes) print_note(note);
  }
}

// A path that means the same file, seen from the folder of the scene that is written.
void rebase_path(scene::FileMesh& mesh, const scene::SceneFile& file, const std::filesystem::path& folder) {
  for (const std::filesystem::path& candidate : file.mesh_folders) {
    if (!std::filesystem::exists(candidate / mesh.path)) continue;
    const auto target = std::filesystem::weakly_canonical(candidate / mesh.path);
    mesh.path = target.lexically_proximate(std::filesystem::weakly_canonical(folder)).generic_string();
    return;
  }
}

void convert(const SceneArguments& arguments) {
  scene::SceneFile file = scene::read_scene(std::filesystem::path(arguments.in));
  const std::filesystem::path folder = std::filesystem::absolute(arguments.out).parent_path();
  for (scene::Body& body : file.scene.bodies) {
    if (auto* mesh = std::get_if<scene::FileMesh>(&body.shape)) rebase_path(*mesh, file, folder);
    if (auto* pieces = std::get_if<scene::Pieces>(&body.shape)) {
      for (scene::PieceSource& piece : pieces->pieces) {
        if (auto* mesh = std::get_if<scene::FileMesh>(&piece.source)) rebase_path(*mesh, file, folder);
      }
    }
  }
  const std::string text = scene::write_scene(file.scene);
  write_file(arguments.out, [&](std::ostream& out) { out << text; });
  for (const std::string& note : file.notes) print_note(note);
}

}  // namespace

void add_scene_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("scene", "Check and convert scene files");
  command->require_subcommand(1);
  const auto arguments = std::make_shared<SceneArguments>();

  CLI::App* check_command = command->add_subcommand("check", "What is in this scene, and what is wrong with it?");
  check_command->add_option("SCENE", arguments->in, "our own format, or rigid-ipc's")->required();
  check_command->add_flag("--json", arguments->json, "for machines");
  check_command->footer("Example:\n  abut example arch && abut scene check arch.json");
  check_command->callback([arguments] { check(*arguments); });

  CLI::App* convert_command = command->add_subcommand("convert", "Write a scene in our own format");
  convert_command->add_option("IN", arguments->in, "scene to read, our own format or rigid-ipc's")->required();
  convert_command->add_option("OUT", arguments->out, "scene to write; - for standard output")->required();
  convert_command->footer("Example:\n  abut scene convert fixtures/3D/chain/10-links.json chain.json");
  convert_command->callback([arguments] { convert(*arguments); });
}

}  // namespace abut::app
