// The commands of the program. Each adds itself to the command line; what it does runs after parsing, and ends with
// kDone unless it throws.
#pragma once

#include <CLI/CLI.hpp>

#ifndef ABUT_VERSION
#error "ABUT_VERSION is set by the build"
#endif

namespace abut::app {

inline constexpr const char* kProgramName = "abut " ABUT_VERSION;

enum ExitCode { kDone = 0, kAnswerIsNo = 1, kBadInput = 2, kOwnFailure = 3 };

// Thrown by a command that has said what there is to say, and whose answer is no.
struct AnswerIsNo {};

void add_info_command(CLI::App& app);
void add_make_command(CLI::App& app);
void add_draw_command(CLI::App& app);
void add_contact_command(CLI::App& app);
void add_toc_command(CLI::App& app);
void add_scene_command(CLI::App& app);
void add_run_command(CLI::App& app);
void add_laws_command(CLI::App& app);
void add_solve_command(CLI::App& app);
void add_verify_command(CLI::App& app);
void add_replay_command(CLI::App& app);
void add_export_command(CLI::App& app);
void add_example_command(CLI::App& app);
void add_view_command(CLI::App& app);

}  // namespace abut::app
