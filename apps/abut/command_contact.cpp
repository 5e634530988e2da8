// abut contact A B [--pose-a] [--pose-b] [--margin] [--units] [--json] [--svg FILE]
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>

#include "abut/base/input_error.h"
#include "abut/geometry/io/read_mesh.h"
#include "commands.h"
#include "contact_report.h"
#include "output.h"
#include "pose_argument.h"

namespace abut::app {
namespace {

struct ContactArguments {
  std::string file_a, file_b, pose_a, pose_b, units = "m", svg;
  double margin = 0.0;
  bool json = false;
};

geometry::Shape read_shape(const std::string& file, const std::string& units) {
  geometry::MeshFile read = geometry::read_mesh(file, {geometry::find_units(units)});
  for (const std::string& note : read.notes) print_note(file + ": " + note);
  return geometry::make_shape(read.mesh);
}

void report_contact(const ContactArguments& arguments) {
  if (!std::isfinite(arguments.margin) || arguments.margin < 0) {
    throw InputError(
        {"--margin", "", fmt::format("{} is no distance", arguments.margin), "give a length in metres, 0 or more"});
  }
  const math::Pose X_WA = parse_pose("--pose-a", arguments.pose_a), X_WB = parse_pose("--pose-b", arguments.pose_b);
  const geometry::Shape a = read_shape(arguments.file_a, arguments.units),
                        b = read_shape(arguments.file_b, arguments.units);
  ContactReport report = make_contact_report(a, b, X_WA, X_WB, arguments.margin);
  report.file_a = arguments.file_a, report.file_b = arguments.file_b;
  if (!arguments.svg.empty()) {
    write_file(arguments.svg, [&](std::ostream& out) { out << draw_manifold(report); });
    if (arguments.svg == "-") return;  // stdout holds the picture
  }
  fmt::print("{}", arguments.json ? make_json(report).dump(2) + "\n" : make_text(report));
}

}  // namespace

void add_contact_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("contact", "How do two shapes stand to each other? Distance or depth, normal, manifold");
  const auto arguments = std::make_shared<ContactArguments>();
  command->add_option("A", arguments->file_a, "OBJ, STL, PLY or OFF file")->required();
  command->add_option("B", arguments->file_b, "the other")->required();
  command->add_option("--pose-a", arguments->pose_a, "where A is: position in m and unit quaternion")
      ->type_name(kPoseFormat);
  command->add_option("--pose-b", arguments->pose_b, "where B is")->type_name(kPoseFormat);
  command->add_option("--units", arguments->units, "of both files' coordinates: m, cm, mm, um, in, ft")
      ->capture_default_str();
  command->add_option("--margin", arguments->margin, "also list all pairs of features within this distance [m]");
  command->add_option("--svg", arguments->svg, "draw the contact manifold in its plane");
  command->add_flag("--json", arguments->json, "for machines");
  command->footer(
      "Examples:\n  abut contact box.obj box.obj --pose-a 0,0,1.5\n"
      "  abut contact peg.stl hole.stl --units mm --pose-a 0,0,0.02,0.7071068,0,0,0.7071068 --json --svg touch.svg\n\n"
      "phi is the signed distance, negative if they overlap; the normal points from B to A.");
  command->callback([arguments] { report_contact(*arguments); });
}

}  // namespace abut::app
