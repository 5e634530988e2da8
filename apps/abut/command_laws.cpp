// abut laws SCENE [--time] [--step] [--law] [--every] [--compare] [--dump DIR] [--json]
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "abut/response/compare_laws.h"
#include "abut/scene/make_simulation.h"
#include "commands.h"
#include "law_report.h"
#include "output.h"
#include "problem_dump.h"
#include "run_loop.h"
#include "run_options.h"

namespace abut::app {
namespace {

struct LawsArguments : RunOptions {
  std::int64_t every = 1;
  std::vector<std::string> compared = response::get_law_names();
  std::string dump;
  bool json = false;
};

void run_compared(const LawsArguments& arguments, const scene::LoadedScene& loaded, scene::SimulationParts parts,
                  response::LawComparison& comparison, RunSummary& summary) {
  std::optional<ProblemDump> dump;
  if (!arguments.dump.empty()) dump.emplace(arguments.dump, arguments.scene);
  parts.settings.law.wrap = [&](std::unique_ptr<response::ContactLaw> law) { return comparison.wrap(std::move(law)); };
  dynamics::Simulation simulation = call_for(arguments.scene, [&] {
    return dynamics::Simulation(std::move(parts.models), std::move(parts.bodies), std::move(parts.settings),
                                std::move(parts.names));
  });
  if (dump) {
    comparison.watch([&](const response::ContactProblem& problem, const response::LawOptions& asked,
                         std::int64_t number) { dump->write(problem, asked, number, simulation.state().t); });
  }
  run_steps(simulation, loaded, scene::count_steps(loaded.scene), nullptr, summary);
  comparison.watch({});
  if (dump) dump->print_end();
}

void compare_laws(const LawsArguments& arguments) {
  check_run_options(arguments);
  for (const std::string& name : arguments.compared) response::make_law(name, "--compare");  // throws where none is
  const scene::LoadedScene loaded = load_for_run(arguments);
  scene::SimulationParts parts = scene::make_simulation_parts(loaded);
  response::LawComparison comparison(parts.settings.law, arguments.every, arguments.compared);
  RunSummary summary;
  run_compared(arguments, loaded, std::move(parts), comparison, summary);
  const LawReport report{arguments.scene, loaded.scene.law, summary.num_steps, summary.t, summary.outcome, &comparison};
  if (arguments.json)
    fmt::print("{}\n", make_json(report).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  else
    fmt::print("{}", make_text(report));
  if (comparison.num_met() == 0) print_note("nothing touched, so there was nothing to compare");
}

}  // namespace

void add_laws_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("laws", "Compare the contact laws on the contact problems of a scene");
  const auto arguments = std::make_shared<LawsArguments>();
  command->add_option("SCENE", arguments->scene, "our own format, or rigid-ipc's")->required();
  add_run_options(*command, *arguments);
  command
      ->add_option("--every", arguments->every,
                   "give only every so-many-th problem to the laws: for scenes in which pivoting takes its time")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--compare", arguments->compared, "only these laws, by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LAW,...")
      ->capture_default_str();
  command
      ->add_option("--dump", arguments->dump,
                   "write every problem compared into this folder, a JSON each (docs/contact-problem-format.md)")
      ->type_name("DIR");
  command->add_flag("--json", arguments->json, "for machines");
  command->footer(
      "Examples:\n  abut example stack && abut laws stack.json --time 0.5\n"
      "  abut laws scene.json --time 1 --step 0.01 --every 20 --json\n"
      "  abut laws stack.json --time 0.5 --every 10 --compare cone --dump problems\n\n"
      "The scene is run with one law; each problem that is solved (one for each island of bodies that touch, each "
      "round)\n"
      "is given to every law. What stands in the table:\n"
      "  answered     problems for which the law gave impulses; below it all outcomes by name. lcp and svd are for\n"
      "               small problems, gauss for at most 100 bodies; they call others too large\n"
      "  normal, cone, dissipation\n"
      "               how far the answer is from Coulomb's law, as a speed relative to that of the problem: contacts "
      "that\n"
      "               approach or pull; friction beyond mu times the normal force; friction that does not oppose "
      "slip.\n"
      "               lcp has a pyramid for the cone, so its sliding friction may be off by its angle; svd fixes the\n"
      "               direction of friction beforehand; gauss knows normals only, and where there is friction its\n"
      "               dissipation is the slip that it leaves\n"
      "  time         of one problem. cone and gauss begin with the impulses of the last step, the others with "
      "nothing\n"
      "  sweeps       of cone; pivots of lcp; rounds of svd; steps of gauss\n"
      "  energy       what impulses add to kinetic energy: the largest rise by one problem (less than 0: all took "
      "some\n"
      "               away), and the change by all of them\n"
      "  impulse      along the normals: the largest of one contact, and the sum over all contacts of all problems. "
      "Forces\n"
      "               are impulses divided by the step\n\n"
      "What is dumped is read by 'abut solve', and by whoever wants to try another solver on it.");
  command->callback([arguments] { compare_laws(*arguments); });
}

}  // namespace abut::app
