// The command line. Exit codes: 0 done, 1 the answer is no, 2 bad input, 3 the program's own failure.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "abut/base/input_error.h"
#include "abut/base/suggest.h"
#include "commands.h"
#include "output.h"

namespace {

// A word that is no command gets the nearest one; anything else what the parser says.
void explain_fault(const CLI::App& app, const std::string& word, const CLI::ParseError& error) {
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
  const bool is_command = std::find(commands.begin(), commands.end(), word) != commands.end();
  if (word.empty() || word[0] == '-' || is_command) return abut::app::print_error(error.what());
  const std::string nearest = abut::find_nearest(word, commands);
  abut::app::print_error("there is no command '" + word + "'" +
                         (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
}

int run(int argc, char** argv) {
  using namespace abut::app;
  CLI::App app{"abut: exact rigid-body contact. Where, when and how bodies touch, and with what force.", "abut"};
  app.set_version_flag("--version", kProgramName);
  app.require_subcommand(1);
  app.footer(
      "Start with:\n  abut make bolt --out bolt.obj\n  abut info bolt.obj\n  abut draw bolt.obj --out bolt.svg\n"
      "  abut example stack && abut run stack.json --out stack.abut\n\n"
      "Exit codes: 0 done, 1 the answer is no, 2 bad input, 3 the program's own failure.");
  add_info_command(app);
  add_make_command(app);
  add_draw_command(app);
  add_contact_command(app);
  add_toc_command(app);
  add_scene_command(app);
  add_example_command(app);
  add_run_command(app);
  add_view_command(app);
  add_laws_command(app);
  add_solve_command(app);
  add_verify_command(app);
  add_replay_command(app);
  add_export_command(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    explain_fault(app, argc > 1 ? argv[1] : "", error);
    const CLI::App* command = &app;
    while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
    print_note("'" + (command == &app ? "" : command->get_parent()->get_name() + " ") + command->get_name() +
               " --help' says what can be given");
    return kBadInput;
  }
  return kDone;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const abut::app::AnswerIsNo&) {
    return abut::app::kAnswerIsNo;
  } catch (const abut::InputError& error) {
    abut::app::print_error(error.what());
    return abut::app::kBadInput;
  } catch (const std::bad_alloc&) {
    abut::app::print_error("out of memory; give a smaller input");
    return abut::app::kOwnFailure;
  } catch (const std::exception& error) {
    abut::app::print_error(std::string("a fault of abut itself: ") + error.what());
    return abut::app::kOwnFailure;
  }
}
