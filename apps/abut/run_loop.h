// Steps a simulation to its end, writes its trace, shows how far it is.
#pragma once

#include <cstdint>
#include <optional>

#include "abut/dynamics/simulation.h"
#include "abut/scene/load_scene.h"
#include "abut/scene/trace/trace_writer.h"
#include "run_summary.h"

namespace abut::app {

// From the state it is in, up to so many steps in all, or to an outcome. `summary` holds what was before, and then the
// whole. Ctrl-C ends it after the step at hand: the outcome is then "interrupted", and the trace has no end, so that it
// can be resumed.
void run_steps(dynamics::Simulation& simulation, const scene::LoadedScene& loaded, std::int64_t num_steps,
               scene::TraceWriter* writer, RunSummary& summary);

}  // namespace abut::app
