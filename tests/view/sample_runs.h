// Scenes that ship, run for a few steps, and their traces in files of their own.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "abut/scene/catalogue.h"
#include "abut/scene/load_scene.h"
#include "abut/scene/make_simulation.h"
#include "abut/scene/read_scene.h"
#include "abut/scene/trace/trace_scene.h"
#include "abut/scene/trace/trace_writer.h"

namespace abut::view {

inline scene::LoadedScene load_sample(const std::string& name) {
  for (const scene::CatalogueScene& each : scene::get_catalogue())
    if (each.name == name) return scene::load_scene(scene::read_scene(each.text, name));
  throw std::logic_error("there is no scene " + name);
}

// A file of this test alone, gone with it.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& name = "run.abut") {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    std::string own = fmt::format("abut-{}-{}-{}", test.test_suite_name(), test.name(), ::getpid());
    std::replace(own.begin(), own.end(), '/', '-');
    folder_ = std::filesystem::temp_directory_path() / own;
    std::filesystem::create_directories(folder_);
    path_ = folder_ / name;
  }
  ~ScratchFile() { std::filesystem::remove_all(folder_); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path folder_, path_;
};

struct SampleRun {
  std::vector<std::vector<math::Pose>> X_WB;  // of every step, the start first
  std::vector<dynamics::StepRecord> records;
};

// Writes the trace of a scene's first steps.
inline SampleRun write_sample(const std::string& name, int num_steps, const std::filesystem::path& path,
                              bool is_whole = true) {
  const scene::LoadedScene loaded = load_sample(name);
  dynamics::Simulation simulation = scene::make_simulation(loaded);
  scene::TraceHeader header = scene::make_trace_header(loaded, simulation);
  header.writer = "a test", header.save_every = 7;
  std::ofstream file(path, std::ios::binary);
  scene::TraceWriter writer(file, path.string(), header, loaded.scene.outputs);
  SampleRun run;
  run.X_WB.emplace_back();
  for (const scene::TraceBody& body : header.bodies) run.X_WB.front().push_back(body.X_WB);
  for (int i = 0; i < num_steps; ++i) {
    const dynamics::StepRecord& record = simulation.step();
    writer.write_step(record, simulation.state());
    run.records.push_back(record);
    run.X_WB.push_back(record.segments.back().X_WB);
  }
  if (is_whole)
    writer.write_end({scene::RunOutcome::kFinished, {}, num_steps, run.records.back().t, run.records.back().hash});
  return run;
}

}  // namespace abut::view
