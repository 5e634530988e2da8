// abut example NAME [--out FILE], abut example --list
#include <fmt/format.h>

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "abut/base/input_error.h"
#include "abut/base/suggest.h"
#include "abut/scene/catalogue.h"
#include "commands.h"
#include "output.h"

namespace abut::app {
namespace {

struct ExampleArguments {
  std::string name;
  std::string out;
  bool list = false;
};

void print_list() {
  for (const scene::CatalogueScene& entry : scene::get_catalogue())
    fmt::print("{:<26} {}\n", entry.name, entry.summary);
}

[[noreturn]] void refuse(const std::string& name) {
  std::vector<std::string> names;
  for (const scene::CatalogueScene& entry : scene::get_catalogue()) names.emplace_back(entry.name);
  const std::string nearest = find_nearest(name, names);
  throw InputError({"", "", name.empty() ? "no example is named" : fmt::format("there is no example '{}'", name),
                    nearest.empty() ? "'abut example --list' names them" : fmt::format("did you mean '{}'?", nearest)});
}

void write_example(const ExampleArguments& arguments) {
  if (arguments.list) return print_list();
  const scene::CatalogueScene* entry = scene::find_catalogue_scene(arguments.name);
  if (entry == nullptr) refuse(arguments.name);
  const std::string out = arguments.out.empty() ? std::string(entry->name) + ".json" : arguments.out;
  write_file(out, [&](std::ostream& stream) { stream << entry->text; });
  if (out != "-") print_note(fmt::format("{}: {}", out, entry->summary));
}

}  // namespace

void add_example_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("example", "Write a ready scene");
  const auto arguments = std::make_shared<ExampleArguments>();
  command->add_option("NAME", arguments->name, "of the example");
  command->add_option("--out,-o", arguments->out, "file to write; NAME.json by default, - for standard output");
  command->add_flag("--list", arguments->list, "name the examples");
  command->footer("Example:\n  abut example arch && abut scene check arch.json");
  command->callback([arguments] { write_example(*arguments); });
}

}  // namespace abut::app
