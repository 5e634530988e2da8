// abut make MAKER --parameter value ... --out FILE: one subcommand for each maker of the library's table.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "abut/geometry/makers/registry.h"
#include "commands.h"
#include "output.h"

namespace abut::app {
namespace {

struct MakeArguments {
  std::string out;
  geometry::MakerArguments values;
};

std::string describe(const geometry::MakerParameter& parameter) {
  std::string text = parameter.help;
  if (!parameter.unit.empty()) text += fmt::format(" [{}]", parameter.unit);
  if (!parameter.default_value.empty() && parameter.default_value.size() <= 6) {
    text += fmt::format(" (default {:g})", fmt::join(parameter.default_value, ","));
  }
  return text;
}

// Names of makers and parameters are typed with hyphens; the library's own, with underscores, do as well.
std::string make_hyphens(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

void add_maker(CLI::App& make, const geometry::Maker& maker) {
  const std::string typed = make_hyphens(maker.name);
  CLI::App* command = make.add_subcommand(typed, maker.summary);
  if (typed != maker.name) command->alias(maker.name);
  const auto arguments = std::make_shared<MakeArguments>();
  command->add_option("--out,-o", arguments->out, "file to write, .obj or .ply; - for standard output (OBJ)")
      ->required();
  for (const geometry::MakerParameter& parameter : maker.parameters) {
    command
        ->add_option_function<std::vector<double>>(
            "--" + parameter.name,
            [arguments, name = parameter.name](const std::vector<double>& value) { arguments->values[name] = value; },
            describe(parameter))
        ->delimiter(',')
        ->type_name(parameter.is_list ? "x,y,..." : "x");
  }
  command->footer(fmt::format("Example:\n  abut make {0} --out {0}.obj", typed));
  command->callback([arguments, name = maker.name] {
    check_mesh_path(arguments->out);
    const geometry::Mesh mesh = geometry::make_mesh(name, arguments->values);
    write_mesh_file(arguments->out, mesh);
    print_note(fmt::format("{}: {} vertices, {} triangles", arguments->out, with_commas(mesh.vertices.size()),
                           with_commas(mesh.triangles.size())));
  });
}

}  // namespace

void add_make_command(CLI::App& app) {
  CLI::App* make = app.add_subcommand("make", "Make a mesh: a box, a gear, a bolt and its nut, ...");
  make->require_subcommand(1);
  make->footer(
      "Examples:\n  abut make box --size 1,2,3 --out box.obj\n  abut make gear --teeth 24 --out gear.ply\n\n"
      "'abut make MAKER --help' lists the parameters of one.");
  for (const geometry::Maker& maker : geometry::makers()) add_maker(*make, maker);
}

}  // namespace abut::app
