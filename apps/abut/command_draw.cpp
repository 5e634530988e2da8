// abut draw MESH|SCENE... --out FILE.svg
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "abut/base/input_error.h"
#include "abut/geometry/brep.h"
#include "abut/geometry/io/read_mesh.h"
#include "abut/math/pose.h"
#include "abut/scene/load_scene.h"
#include "abut/scene/read_scene.h"
#include "commands.h"
#include "draw_svg.h"
#include "output.h"

namespace abut::app {
namespace {

struct DrawArguments {
  std::vector<std::string> files;
  std::string out;
  DrawOptions options;
};

// Every body of a scene where it stands at the start. A ball is drawn as its centre, a capsule as its axis.
void append_scene(const std::string& file, std::vector<geometry::Brep>& parts) {
  const scene::LoadedScene loaded = scene::load_scene(scene::read_scene(std::filesystem::path(file)));
  for (const scene::LoadedBody& body : loaded.bodies) {
    const math::Pose& X_WB = loaded.scene.bodies[body.source].X_WB;
    geometry::Brep part = body.shape->brep;
    for (math::Vec3& vertex : part.vertices) vertex = X_WB * vertex;
    parts.push_back(std::move(part));
  }
}

void draw(const DrawArguments& arguments) {
  std::vector<geometry::Brep> parts;
  for (const std::string& file : arguments.files) {
    if (std::filesystem::path(file).extension() == ".json") {
      append_scene(file, parts);
    } else {
      parts.push_back(geometry::make_brep(geometry::read_mesh(file).mesh));
    }
  }
  const std::string svg = draw_svg(parts, arguments.options);
  write_file(arguments.out, [&](std::ostream& out) { out << svg; });
}

}  // namespace

void add_draw_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("draw", "Draw meshes and scenes as an SVG picture");
  const auto arguments = std::make_shared<DrawArguments>();
  command
      ->add_option("FILE", arguments->files,
                   "meshes (OBJ, STL, PLY, OFF) and scenes (JSON); all in one picture, each part in its colour")
      ->required();
  command->add_option("--out,-o", arguments->out, "SVG file to write; - for standard output")->required();
  command->add_option("--azimuth", arguments->options.azimuth_deg, "where the eye stands, from -y towards +x [deg]")
      ->capture_default_str()
      ->check(CLI::Range(-360.0, 360.0));
  command->add_option("--elevation", arguments->options.elevation_deg, "and above the xy plane [deg]")
      ->capture_default_str()
      ->check(CLI::Range(-90.0, 90.0));
  command
      ->add_option("--least-angle", arguments->options.least_angle_deg, "edges that turn by less are not drawn [deg]")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 180.0));
  command->add_option("--width", arguments->options.width, "of the picture [pixels]")
      ->capture_default_str()
      ->check(CLI::Range(64, 8192));
  command->footer(
      "Examples:\n  abut make bolt --out bolt.obj && abut draw bolt.obj --out bolt.svg\n  abut example arch && abut "
      "draw arch.json --out arch.svg");
  command->callback([arguments] { draw(*arguments); });
}

}  // namespace abut::app
