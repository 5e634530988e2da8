// A trace file, open for reading.
#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "abut/scene/trace/trace_reader.h"

namespace abut::app {

struct TraceFile {
  std::unique_ptr<std::ifstream> stream;
  std::unique_ptr<scene::TraceReader> reader;
};

// Throws InputError if there is no such file, or if it is no trace.
TraceFile open_trace(const std::filesystem::path& path);

// s: of the scene that was run.
double find_duration(const scene::TraceReader& reader);

// Once all steps are read: a note where the trace is cut.
void note_cut(const scene::TraceReader& reader);

}  // namespace abut::app
