#include "run_loop.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <csignal>

#include "progress.h"

namespace abut::app {
namespace {

volatile std::sig_atomic_t g_is_interrupted = 0;

// While it lives, Ctrl-C only leaves a mark.
class InterruptGuard {
 public:
  InterruptGuard() : before_(std::signal(SIGINT, [](int) { g_is_interrupted = 1; })) { g_is_interrupted = 0; }
  ~InterruptGuard() { std::signal(SIGINT, before_); }
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  void (*before_)(int);
};

std::string describe(const dynamics::StepRecord& record) {
  std::string text = fmt::format("{} contacts", record.contacts.size());
  if (std::isfinite(record.least_separation))
    text += fmt::format("  least separation {:.3g} m", record.least_separation);
  return text;
}

}  // namespace

void run_steps(dynamics::Simulation& simulation, const scene::LoadedScene& loaded, std::int64_t num_steps,
               scene::TraceWriter* writer, RunSummary& summary) {
  using Clock = std::chrono::steady_clock;
  const InterruptGuard guard;
  const auto begin = Clock::now();
  const std::int64_t first = simulation.state().num_steps;
  scene::TraceEnd end;
  {
    Progress progress(static_cast<double>(num_steps) * simulation.settings().step, first);
    while (simulation.state().num_steps < num_steps && end.outcome == scene::RunOutcome::kFinished &&
           g_is_interrupted == 0) {
      const dynamics::StepRecord& record = simulation.step();
      summary.add(record);
      if (writer) writer->write_step(record, simulation.state());
      end.outcome = scene::make_run_outcome(record.outcome);
      end.culprit = record.culprit;
      if (!progress.is_due()) continue;
      progress.show(simulation.state().t, simulation.state().num_steps, describe(record));
      if (writer) writer->flush();
    }
  }
  const bool is_interrupted = g_is_interrupted != 0;
  summary.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  summary.num_timed_steps = simulation.state().num_steps - first;
  summary.outcome = is_interrupted ? "interrupted" : scene::get_name(end.outcome);
  if (!end.culprit.is_none()) summary.culprit = loaded.bodies[end.culprit.index()].name;
  if (!writer) return;
  end.num_steps = simulation.state().num_steps;
  end.t = simulation.state().t;
  end.hash = summary.hash;
  if (is_interrupted)
    writer->flush();
  else
    writer->write_end(end);
}

}  // namespace abut::app
