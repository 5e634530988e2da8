// abut info MESH... [--units] [--density] [--fix] [--out] [--json]
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "abut/base/input_error.h"
#include "abut/geometry/io/read_mesh.h"
#include "abut/geometry/repair.h"
#include "commands.h"
#include "mesh_report.h"
#include "output.h"

namespace abut::app {
namespace {

struct InfoArguments {
  std::vector<std::string> files;
  std::string units = "m";
  std::string out;
  double density = 1000;
  bool fix = false, json = false;
};

struct Part {
  geometry::Mesh mesh;
  std::vector<std::string> repairs;  // what --fix did, one sentence each
  MeshReport report;
};

Part read_part(const std::string& file, const InfoArguments& arguments) {
  geometry::MeshFile read = geometry::read_mesh(file, {geometry::find_units(arguments.units)});
  Part part;
  part.mesh = std::move(read.mesh);
  if (arguments.fix) {
    const geometry::RepairReport repaired = geometry::repair(part.mesh);
    for (const geometry::RepairAction& action : repaired.actions) {
      part.repairs.push_back(geometry::describe_action(action, repaired.weld_distance));
    }
    if (!repaired.is_settled) part.repairs.push_back("stopped before nothing changed any more; run it again");
  }
  part.report = make_mesh_report(file, part.mesh, std::move(read.notes), arguments.density);
  return part;
}

std::string make_text(const std::vector<Part>& parts, bool fix) {
  std::string text;
  for (const Part& part : parts) {
    text += make_text(part.report);
    if (fix && part.repairs.empty()) text += "  nothing to fix\n";
    for (const std::string& action : part.repairs) text += fmt::format("  {} {}\n", good("fixed:"), action);
  }
  return text;
}

std::string make_json(const std::vector<Part>& parts, bool fix) {
  nlohmann::ordered_json json{{"meshes", nlohmann::ordered_json::array()}};
  for (const Part& part : parts) {
    json["meshes"].push_back(make_json(part.report));
    if (fix) json["meshes"].back()["repairs"] = part.repairs;
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void inform(const InfoArguments& arguments) {
  if (!arguments.out.empty()) {
    check_mesh_path(arguments.out);
    if (arguments.files.size() > 1) {
      throw InputError({arguments.out, "",
                        fmt::format("{} meshes cannot be written to one file", arguments.files.size()),
                        "give one mesh with --out"});
    }
  }
  std::vector<Part> parts;
  for (const std::string& file : arguments.files) parts.push_back(read_part(file, arguments));
  if (!arguments.out.empty()) write_mesh_file(arguments.out, parts.front().mesh);
  if (arguments.out == "-") return;  // stdout holds the mesh
  fmt::print("{}", arguments.json ? make_json(parts, arguments.fix) : make_text(parts, arguments.fix));
  if (arguments.fix && arguments.out.empty()) print_note("nothing was written; give --out FILE to keep what was fixed");
}

}  // namespace

void add_info_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("info", "What is this mesh, and what is wrong with it?");
  const auto arguments = std::make_shared<InfoArguments>();
  command->add_option("MESH", arguments->files, "OBJ, STL, PLY or OFF files")->required();
  command->add_option("--units", arguments->units, "of the file's coordinates: m, cm, mm, um, in, ft")
      ->capture_default_str();
  command->add_option("--density", arguments->density, "kg/m3 of a solid, kg/m2 of a sheet, kg/m of wires")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command->add_flag("--fix", arguments->fix,
                    "weld, drop degenerate and duplicate faces, wind consistently, turn shells outward");
  command->add_option("--out,-o", arguments->out, "write the mesh, fixed or not, as .obj or .ply (in metres)");
  command->add_flag("--json", arguments->json, "for machines");
  command->footer(
      "Examples:\n  abut info part.stl --units mm\n  abut info scan.obj --fix --out part.ply\n  abut info *.obj "
      "--json");
  command->callback([arguments] { inform(*arguments); });
}

}  // namespace abut::app
