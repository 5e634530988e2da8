#include "run_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "abut/base/suggest.h"
#include "abut/scene/read_scene.h"
#include "output.h"

namespace abut::app {
namespace {

void require_positive(const char* option, const std::optional<double>& value) {
  if (!value || (std::isfinite(*value) && *value > 0)) return;
  throw InputError({option, "", fmt::format("{} is no time to simulate", *value), "give seconds, more than 0"});
}

void require_law(const char* option, const std::string& name, const std::vector<std::string>& laws) {
  if (name.empty() || std::find(laws.begin(), laws.end(), name) != laws.end()) return;
  const std::string nearest = find_nearest(name, laws);
  throw InputError({option, "", fmt::format("there is no \"{}\"", name),
                    nearest.empty() ? fmt::format("choose one of {}", fmt::join(laws, ", "))
                                    : fmt::format("did you mean \"{}\"?", nearest)});
}

}  // namespace

void add_run_options(CLI::App& command, RunOptions& arguments) {
  command.add_option("--time", arguments.time, "simulate so long [s]; if not given, the scene's duration");
  command.add_option("--step", arguments.step, "in steps of so long [s]; if not given, the scene's");
  command.add_option("--law", arguments.law,
                     "of contact forces: cone, lcp, svd, gauss (which knows no friction); if not given, the scene's");
  command.add_option("--impact", arguments.impact,
                     "law of restitution: stronge, newton, poisson; if not given, the scene's");
  command.add_option("--impact-order", arguments.impact_order,
                     "of impacts of bodies that touch each other: simultaneous, sequential; if not given, the scene's");
  command.add_flag("--sleep", arguments.sleep, "let islands at rest fall asleep, even if the scene does not");
}

void check_run_options(const RunOptions& arguments) {
  require_positive("--time", arguments.time);
  require_positive("--step", arguments.step);
  require_law("--law", arguments.law, scene::get_law_names());
  require_law("--impact", arguments.impact, scene::get_impact_law_names());
  require_law("--impact-order", arguments.impact_order, scene::get_impact_order_names());
}

scene::LoadedScene load_for_run(const RunOptions& arguments) {
  scene::SceneFile file = scene::read_scene(std::filesystem::path(arguments.scene));
  file.scene.duration = arguments.time.value_or(file.scene.duration);
  file.scene.step = arguments.step.value_or(file.scene.step);
  if (!arguments.law.empty()) file.scene.law = arguments.law;
  if (!arguments.impact.empty()) file.scene.impact_law = arguments.impact;
  if (!arguments.impact_order.empty()) file.scene.impact_order = arguments.impact_order;
  file.scene.sleep |= arguments.sleep;
  if (file.scene.duration / file.scene.step > 1e9) {
    throw InputError(
        {arguments.scene, "",
         fmt::format("{:g} s in steps of {:g} s are more than 1e9 steps", file.scene.duration, file.scene.step),
         "simulate a shorter time, or take larger steps"});
  }
  scene::LoadedScene loaded = scene::load_scene(file);
  for (const std::string& note : loaded.notes) print_note(note);
  return loaded;
}

}  // namespace abut::app
