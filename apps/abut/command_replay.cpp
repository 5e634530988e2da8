// abut replay TRACE [--threads] [--json]
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "abut/scene/make_simulation.h"
#include "abut/scene/trace/trace_scene.h"
#include "commands.h"
#include "output.h"
#include "progress.h"
#include "run_summary.h"
#include "trace_file.h"

namespace abut::app {
namespace {

struct ReplayArguments {
  std::string trace;
  int threads = 1;
  bool json = false;
};

struct ReplayReport {
  std::int64_t num_steps = 0;  // that agree
  std::uint64_t hash = 0;      // of the last of them
  // Of the first step that does not.
  std::optional<std::int64_t> different;
  std::uint64_t recorded_hash = 0, computed_hash = 0;
};

ReplayReport replay(const ReplayArguments& arguments) {
  const TraceFile trace = open_trace(arguments.trace);
  scene::TraceReader& reader = *trace.reader;
  const scene::LoadedScene loaded = scene::load_trace_scene(reader.header(), arguments.trace);
  dynamics::Simulation simulation = scene::make_simulation(loaded, arguments.threads);
  scene::HandOnRun hand(simulation);
  Progress progress(loaded.scene.duration);
  ReplayReport report;
  while (const scene::TraceStep* step = reader.read_step()) {
    if (reader.hand() && *reader.hand() != hand.hand()) hand.set(*reader.hand(), simulation);
    hand.act(simulation);
    const dynamics::StepRecord& computed = simulation.step();
    const bool is_same = computed.hash == step->record.hash && computed.outcome == step->record.outcome;
    if (!is_same) {
      report.different = step->record.index;
      report.recorded_hash = step->record.hash, report.computed_hash = computed.hash;
      return report;
    }
    report.num_steps = step->record.index;
    report.hash = computed.hash;
    if (progress.is_due()) progress.show(computed.t, report.num_steps, "same so far");
  }
  note_cut(reader);
  return report;
}

void print(const ReplayArguments& arguments, const ReplayReport& report) {
  const bool is_same = !report.different;
  if (arguments.json) {
    nlohmann::ordered_json json{{"trace", arguments.trace},
                                {"is_same", is_same},
                                {"num_steps", report.num_steps},
                                {"hash", make_hash_text(report.hash)}};
    if (!is_same) {
      json["different"] = {{"step", *report.different},
                           {"recorded", make_hash_text(report.recorded_hash)},
                           {"computed", make_hash_text(report.computed_hash)}};
    }
    fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else if (is_same) {
    fmt::print("{}: {} to the bit in {} steps, hash {}\n", arguments.trace, good("the same"),
               with_commas(static_cast<std::size_t>(report.num_steps)), make_hash_text(report.hash));
  } else {
    fmt::print("{}: {} in step {}: recorded {}, computed {}; the {} before it are the same\n", arguments.trace,
               bad("different"), *report.different, make_hash_text(report.recorded_hash),
               make_hash_text(report.computed_hash), with_commas(static_cast<std::size_t>(report.num_steps)));
  }
  if (!is_same) throw AnswerIsNo();
}

}  // namespace

void add_replay_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("replay", "Run a trace's scene again: is every step the same, to the bit?");
  const auto arguments = std::make_shared<ReplayArguments>();
  command->add_option("TRACE", arguments->trace, "that 'abut run' wrote")->required();
  command->add_option("--threads", arguments->threads, "of the machine")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "for machines");
  command->footer(
      "Examples:\n  abut run stack.json --out stack.abut && abut replay stack.abut --threads 2\n\n"
      "Everything needed is in the trace; scene and mesh files are not read. Exit code 1 if a step differs.");
  command->callback([arguments] { print(*arguments, replay(*arguments)); });
}

}  // namespace abut::app
