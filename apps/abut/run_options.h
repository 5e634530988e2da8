// A scene to be simulated, as the command line gives it: the file, and what is to be otherwise than it says.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "abut/base/input_error.h"
#include "abut/scene/load_scene.h"

namespace abut::app {

struct RunOptions {
  std::string scene, law, impact, impact_order;
  std::optional<double> time, step;
  bool sleep = false;
};

// --time, --step, --law, --impact, --impact-order and --sleep.
void add_run_options(CLI::App& command, RunOptions& arguments);

// Throws InputError that names the option.
void check_run_options(const RunOptions& arguments);

// Its notes are printed.
scene::LoadedScene load_for_run(const RunOptions& arguments);

// Faults found at the start of a simulation, told as the file's.
template <class Call>
auto call_for(const std::string& file, const Call& call) {
  try {
    return call();
  } catch (const InputError& error) {
    if (!error.fault().file.empty()) throw;
    throw InputError({file, error.fault().place, error.fault().fault, error.fault().remedy});
  }
}

}  // namespace abut::app
