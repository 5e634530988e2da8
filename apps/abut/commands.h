// The commands of the program. Each adds itself to the command line; what it does runs after parsing and returns an
// exit code by throwing nothing and setting `exit_code` (kDone unless it says otherwise).
#pragma once

#include <CLI/CLI.hpp>

namespace abut::app {

enum ExitCode { kDone = 0, kBadInput = 2, kOwnFailure = 3 };

void add_info_command(CLI::App& app);
void add_make_command(CLI::App& app);
void add_draw_command(CLI::App& app);
void add_contact_command(CLI::App& app);
void add_toc_command(CLI::App& app);
void add_scene_command(CLI::App& app);
void add_example_command(CLI::App& app);

}  // namespace abut::app
