// abut export TRACE [--csv DIR] [--gltf FILE] [--svg DIR] [--html FILE] [--every N]
#include <memory>
#include <optional>
#include <string>

#include "abut/base/input_error.h"
#include "commands.h"
#include "export_csv.h"
#include "export_gltf.h"
#include "export_html.h"
#include "export_svg.h"

namespace abut::app {
namespace {

struct ExportArguments {
  std::string trace, csv, gltf, svg, html;
  std::optional<std::int64_t> every;
};

void export_all(const ExportArguments& arguments) {
  if (arguments.csv.empty() && arguments.gltf.empty() && arguments.svg.empty() && arguments.html.empty()) {
    throw InputError(
        {"abut export", "", "nothing is asked for", "give --csv DIR, --gltf FILE, --svg DIR or --html FILE"});
  }
  if (arguments.every && *arguments.every < 1)
    throw InputError({"--every", "", "it is less than 1", "give a number of steps"});
  if (!arguments.csv.empty()) export_csv(arguments.trace, arguments.csv, arguments.every.value_or(1));
  if (!arguments.gltf.empty()) export_gltf(arguments.trace, arguments.gltf, arguments.every);
  if (!arguments.svg.empty()) export_svg(arguments.trace, arguments.svg);
  if (!arguments.html.empty()) export_html(arguments.trace, arguments.html, arguments.every.value_or(1));
}

}  // namespace

void add_export_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("export", "Write a trace as tables, plots, an animated scene or a page to send");
  const auto arguments = std::make_shared<ExportArguments>();
  command->add_option("TRACE", arguments->trace, "that 'abut run' wrote")->required();
  command->add_option("--csv", arguments->csv, "poses.csv, contacts.csv and energy.csv into this folder")
      ->type_name("DIR");
  command->add_option("--gltf", arguments->gltf, "the bodies and how they move, for Blender, three.js and others")
      ->type_name("FILE.gltf|FILE.glb");
  command
      ->add_option("--svg", arguments->svg,
                   "plots of energy, momentum, contacts, least separation and lost motion into this folder")
      ->type_name("DIR");
  command
      ->add_option("--html", arguments->html,
                   "the viewer with this run inside, in one file that opens in any browser, without abut or a network")
      ->type_name("FILE.html");
  command->add_option("--every", arguments->every,
                      "of tables, animations and contacts in a page only each so many steps; if not given, every step, "
                      "and 60 keys a second");
  command->footer(
      "Examples:\n  abut export run.abut --csv tables --svg plots\n  abut export run.abut --gltf run.glb\n"
      "  abut export run.abut --html run.html --every 10\n\n"
      "Columns of the tables: docs/trace-format.md.");
  command->callback([arguments] { export_all(*arguments); });
}

}  // namespace abut::app
