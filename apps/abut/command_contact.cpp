// abut contact A B [--pose-a] [--pose-b] [--margin] [--units] [--json] [--svg FILE]
#include <fmt/format.h>

#include <memory>
#include <string>

#include "commands.h"
#include "contact_report.h"
#include "output.h"
#include "pose_argument.h"
#include "shape_arguments.h"

namespace abut::app {
namespace {

struct ContactArguments {
  ShapeArguments shapes;
  std::string pose_a, pose_b, svg;
  double margin = 0.0;
  bool json = false;
};

void report_contact(const ContactArguments& arguments) {
  require_distance("--margin", arguments.margin);
  const math::Pose X_WA = parse_pose("--pose-a", arguments.pose_a), X_WB = parse_pose("--pose-b", arguments.pose_b);
  const auto [a, b] = read_shapes(arguments.shapes);
  ContactReport report = make_contact_report(a, b, X_WA, X_WB, arguments.margin);
  report.file_a = arguments.shapes.file_a, report.file_b = arguments.shapes.file_b;
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
  add_shape_arguments(*command, arguments->shapes);
  command->add_option("--pose-a", arguments->pose_a, "where A is: position in m and unit quaternion")
      ->type_name(kPoseFormat);
  command->add_option("--pose-b", arguments->pose_b, "where B is")->type_name(kPoseFormat);
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
