// abut run SCENE [--out] [--time] [--step] [--law] [--impact] [--impact-order] [--sleep] [--threads] [--save-every]
// [--strict] [--json], abut run --resume TRACE [--strict] [--json]
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "abut/base/input_error.h"
#include "abut/scene/make_simulation.h"
#include "abut/scene/trace/trace_scene.h"
#include "abut/scene/trace/trace_writer.h"
#include "commands.h"
#include "output.h"
#include "run_loop.h"
#include "run_options.h"
#include "run_summary.h"
#include "trace_file.h"

namespace abut::app {
namespace {

struct RunArguments : RunOptions {
  std::string out, resume;
  int threads = 1;
  std::int64_t save_every = 100;
  bool strict = false, json = false;
};

void require_usable(const RunArguments& arguments) {
  if (arguments.scene.empty() == arguments.resume.empty()) {
    throw InputError({"abut run", "", "it takes a scene to run, or --resume with a trace to go on with",
                      "give one of them: abut run scene.json --out run.abut"});
  }
  const bool has_changes = !arguments.out.empty() || arguments.time || arguments.step || !arguments.law.empty() ||
                           arguments.sleep || !arguments.impact.empty() || !arguments.impact_order.empty();
  if (!arguments.resume.empty() && has_changes) {
    throw InputError({"--resume", "",
                      "a run goes on as it began: --out, --time, --step, --law, --impact and --sleep would change it",
                      "leave them out, or run the scene anew"});
  }
  check_run_options(arguments);
  if (arguments.threads < 1) throw InputError({"--threads", "", "a run takes at least one", "give 1 or more"});
  if (arguments.save_every < 0) throw InputError({"--save-every", "", "it is negative", "give steps; 0 for never"});
}

scene::TraceHeader make_header(const scene::LoadedScene& loaded, const dynamics::Simulation& simulation,
                               std::int64_t save_every) {
  scene::TraceHeader header = scene::make_trace_header(loaded, simulation);
  header.writer = kProgramName;
  header.save_every = save_every;
  return header;
}

std::ofstream open_for_writing(const std::string& path, std::ios::openmode mode) {
  std::ofstream file(path, std::ios::binary | mode);
  if (!file)
    throw InputError(
        {path, "", "the file cannot be written", "check that the folder exists, is writable and has room"});
  return file;
}

void report(const RunArguments& arguments, const std::string& trace, const scene::LoadedScene& loaded,
            RunSummary& summary) {
  summary.name_bodies(loaded);
  if (arguments.json) {
    nlohmann::ordered_json json = make_json(summary);
    json["trace"] = trace.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(trace);
    fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    fmt::print("{}\n{}", bold(trace.empty() ? arguments.scene : trace), make_text(summary));
    if (summary.outcome == "interrupted" && !trace.empty())
      print_note(fmt::format("'abut run --resume {}' goes on from here", trace));
  }
  const bool is_refused = arguments.strict && summary.num_unsolved > 0;
  if (is_refused) print_error("--strict: " + describe_solution(summary));
  if (summary.outcome != "finished" || is_refused) throw AnswerIsNo();
}

void run_scene(const RunArguments& arguments) {
  const scene::LoadedScene loaded = load_for_run(arguments);
  dynamics::Simulation simulation =
      call_for(arguments.scene, [&] { return scene::make_simulation(loaded, arguments.threads); });
  RunSummary summary;
  const std::int64_t num_steps = scene::count_steps(loaded.scene);
  if (arguments.out.empty()) {
    run_steps(simulation, loaded, num_steps, nullptr, summary);
  } else {
    const scene::TraceHeader header =
        call_for(arguments.scene, [&] { return make_header(loaded, simulation, arguments.save_every); });
    std::ofstream file = open_for_writing(arguments.out, std::ios::trunc);
    scene::TraceWriter writer(file, arguments.out, header, loaded.scene.outputs);
    run_steps(simulation, loaded, num_steps, &writer, summary);
  }
  report(arguments, arguments.out, loaded, summary);
}

// All steps that are whole, counted up to the last saved state.
RunSummary read_to_saved_state(scene::TraceReader& reader) {
  RunSummary all, saved;
  std::int64_t last = 0;
  try {
    while (const scene::TraceStep* step = reader.read_step()) {
      if (reader.resume_step() != last) saved = all, last = reader.resume_step();
      all.add(step->record);
    }
  } catch (const InputError& error) {
    print_warning(error.what());  // what follows the saved state is made again
  }
  if (reader.resume_step() != last) saved = all;
  return reader.ending() == scene::TraceEnding::kWhole ? all : saved;
}

void resume(const RunArguments& arguments) {
  TraceFile trace = open_trace(arguments.resume);
  scene::TraceReader& reader = *trace.reader;
  const scene::LoadedScene loaded = scene::load_trace_scene(reader.header(), arguments.resume);
  RunSummary summary = read_to_saved_state(reader);
  if (reader.hand()) {
    throw InputError({arguments.resume, "",
                      "a person steered this run, and nobody knows what they would have done next",
                      "look at it with 'abut view', or run its scene anew"});
  }
  if (reader.ending() == scene::TraceEnding::kWhole) {
    print_note(fmt::format("{}: the run has ended, there is nothing to go on with", arguments.resume));
    summary.outcome = scene::get_name(reader.end().outcome);
    if (!reader.end().culprit.is_none()) summary.culprit = reader.header().bodies[reader.end().culprit.index()].name;
    return report(arguments, arguments.resume, loaded, summary);
  }
  dynamics::Simulation simulation =
      call_for(arguments.resume, [&] { return scene::make_simulation(loaded, arguments.threads); });
  if (std::optional<dynamics::State> state = reader.find_saved_state(simulation.models())) {
    if (dynamics::compute_hash(*state) != summary.hash) {
      throw InputError(
          {arguments.resume, fmt::format("before byte {}", reader.resume_byte()),
           "the state saved there is not that of the step before it: another version of the program wrote it",
           "run the scene again from its start"});
    }
    simulation.restore(std::move(*state));
  }
  const std::uint64_t num_bytes = reader.resume_byte();
  trace.stream->close();
  std::filesystem::resize_file(arguments.resume, num_bytes);
  std::ofstream file = open_for_writing(arguments.resume, std::ios::app);
  print_note(fmt::format("{}: goes on after step {}", arguments.resume, simulation.state().num_steps));
  scene::TraceWriter writer(file, arguments.resume, reader.header(), loaded.scene.outputs, num_bytes);
  run_steps(simulation, loaded, scene::count_steps(loaded.scene), &writer, summary);
  report(arguments, arguments.resume, loaded, summary);
}

}  // namespace

void add_run_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("run", "Simulate a scene; no two bodies ever meet");
  const auto arguments = std::make_shared<RunArguments>();
  command->add_option("SCENE", arguments->scene, "our own format, or rigid-ipc's");
  command->add_option("--out,-o", arguments->out, "trace to write, with everything that happened")
      ->type_name("FILE.abut");
  add_run_options(*command, *arguments);
  command->add_option("--threads", arguments->threads, "of the machine; the answer is the same to the bit")
      ->capture_default_str();
  command
      ->add_option("--save-every", arguments->save_every,
                   "steps between saved states, from which a run that was killed can go on; 0 for none")
      ->capture_default_str();
  command->add_option("--resume", arguments->resume, "go on with a trace that was broken off, to the same bits")
      ->type_name("TRACE");
  command->add_flag("--strict", arguments->strict, "exit code 1 if the contact law was not solved in some step");
  command->add_flag("--json", arguments->json, "for machines");
  command->footer(
      "Examples:\n  abut example stack && abut run stack.json --out stack.abut\n"
      "  abut run scene.json --time 2 --step 0.001 --threads 2 --json\n"
      "  abut run --resume stack.abut\n\n"
      "Every step is proven free of contact before it is taken; 'abut verify' proves it again by other means.\n"
      "Outcomes: finished; squeezed (a kinematic body can no longer follow its script), unbounded (the contact law has "
      "no\n"
      "finite answer), too_fast (a step would be cut into too many parts), not_proven\n(bodies so near that no step "
      "could be certified), rattling (two bodies strike each other thousands of times in a step: take a shorter one),\n"
      "interrupted (by Ctrl-C). With any but the "
      "first\n"
      "the exit code is 1, and the trace is whole up to there. docs/trace-format.md describes the trace.\n\n"
      "The last line says in how many steps, those before --resume among them, the contact law was not solved: where "
      "the\n"
      "error of a contact is more than 1e-3 of the larger of g h and what impulses change its bodies by at that "
      "point.\n"
      "Nothing interpenetrates in these steps either; but velocities and forces are off by so much. With --strict the\n"
      "exit code is then 1.");
  command->callback([arguments] {
    require_usable(*arguments);
    arguments->resume.empty() ? run_scene(*arguments) : resume(*arguments);
  });
}

}  // namespace abut::app
