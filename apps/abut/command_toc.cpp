// abut toc A B [--motion-a] [--motion-b] [--duration] [--separation] [--resolution] [--units] [--json]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "abut/base/input_error.h"
#include "abut/base/tolerances.h"
#include "commands.h"
#include "motion_argument.h"
#include "pose_argument.h"
#include "shape_arguments.h"
#include "toc_report.h"

namespace abut::app {
namespace {

struct TocArguments {
  ShapeArguments shapes;
  std::string motion_a, motion_b;
  double duration = 1.0;
  double resolution = continuous::FirstContactOptions().resolution;
  std::optional<double> separation;
  bool json = false;
};

void require_motions(const TocArguments& arguments) {
  if (arguments.motion_a.empty() && arguments.motion_b.empty()) {
    throw InputError({"abut toc", "", "neither --motion-a nor --motion-b is given, so nothing moves",
                      "give one, or ask 'abut contact' about one instant"});
  }
  if (!std::isfinite(arguments.duration) || arguments.duration <= 0) {
    throw InputError({"--duration", "", fmt::format("{} s is no time in which anything moves", arguments.duration),
                      "give seconds, more than 0"});
  }
}

void report_toc(const TocArguments& arguments) {
  require_motions(arguments);
  if (arguments.separation) require_distance("--separation", *arguments.separation);
  const math::Motion motion_a = parse_motion("--motion-a", arguments.motion_a, arguments.duration),
                     motion_b = parse_motion("--motion-b", arguments.motion_b, arguments.duration);
  const auto [a, b] = read_shapes(arguments.shapes);
  TocReport report;
  report.file_a = arguments.shapes.file_a, report.file_b = arguments.shapes.file_b;
  report.duration = arguments.duration;
  report.d_min = arguments.separation.value_or(Tolerances{}.d_min_share * std::min(a.diagonal, b.diagonal));
  report.time = continuous::find_first_contact(a, motion_a, b, motion_b,
                                               {.d_min = report.d_min, .resolution = arguments.resolution});
  report.X_WA = math::compute_pose(motion_a, report.time.s_lower);
  report.X_WB = math::compute_pose(motion_b, report.time.s_lower);
  fmt::print("{}", arguments.json ? make_json(report).dump(2) + "\n" : make_text(report));
}

}  // namespace

void add_toc_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("toc", "When do two shapes on their way first touch? Time, points, normals");
  const auto arguments = std::make_shared<TocArguments>();
  add_shape_arguments(*command, arguments->shapes);
  command->add_option("--motion-a", arguments->motion_a, "how A moves; at rest at the origin if not given")
      ->type_name("MOTION");
  command->add_option("--motion-b", arguments->motion_b, "how B moves")->type_name("MOTION");
  command->add_option("--duration", arguments->duration, "of both motions [s]")->capture_default_str();
  command->add_option("--separation", arguments->separation,
                      "nearer than this is contact [m]; if not given, 1e-9 of the smaller shape's diagonal");
  command->add_option("--resolution", arguments->resolution, "share of the motion within which a hit is looked for")
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "for machines");
  command->footer(
      "A MOTION is fields with / between them; a POSE is x,y,z or x,y,z,qw,qx,qy,qz:\n"
      "  from=POSE/to=POSE                            by two poses\n"
      "  from=POSE/v=x,y,z/w=x,y,z[/about=x,y,z]      by velocities, m/s and rad/s, of the body's point 'about'\n"
      "  from=POSE/axis=x,y,z/angle=r[/along=d][/through=x,y,z]   by a screw: r rad about a line, d m along it\n"
      "  from=POSE                                    at rest\n\n"
      "Examples:\n  abut toc box.obj box.obj --motion-a from=0,0,3/v=0,0,-1 --duration 3\n"
      "  abut toc peg.stl hole.stl --units mm --motion-a from=0,0,0.1/to=0,0,0 --separation 1e-5 --json\n"
      "  abut toc blade.obj post.obj --motion-a axis=0,0,1/angle=6.2832 --motion-b from=1,0,0\n\n"
      "s is the share of the motion, t = s times the duration; until s they are proven apart. docs/toc.md has the "
      "rest.");
  command->callback([arguments] { report_toc(*arguments); });
}

}  // namespace abut::app
