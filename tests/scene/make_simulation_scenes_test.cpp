// Every scene that ships, and every public one, run for a while and proven free of intersections by the verifier, which
// shares nothing with what simulated it. The full run (ABUT_FULL) takes each to its end, the pile for a second.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "abut/scene/catalogue.h"
#include "abut/scene/make_simulation.h"
#include "abut/scene/read_scene.h"
#include "abut/scene/trace/trace_header.h"
#include "abut/scene/trace/trace_scene.h"
#include "abut/scene/trace/verify_trace.h"
#include "full_run.h"

namespace abut::scene {
namespace {

using dynamics::StepOutcome;
using dynamics::StepRecord;

constexpr std::size_t kToTheEnd = 1'000'000;  // steps: more than any has

struct SceneRun {
  VerifyReport report;
  double asked = 0.0, lost = 0.0;
  std::uint32_t longest_held = 0;  // steps in a row, of any body
  StepOutcome outcome = StepOutcome::kAccepted;
};

SceneRun run_and_verify(const SceneFile& file, std::int64_t num_steps) {
  const LoadedScene loaded = load_scene(file);
  dynamics::Simulation simulation = make_simulation(loaded);
  const TraceHeader header = make_trace_header(loaded, simulation);
  std::vector<math::Pose> poses;
  std::vector<VerifiedBody> bodies;
  for (const TraceBody& body : header.bodies) {
    poses.push_back(body.X_WB);
    bodies.push_back(make_verified_body(header.shapes[body.shape]));
  }
  std::vector<BodyPair> exempt;
  for (const auto& [a, b] : header.exempt_pairs) exempt.push_back({a.value(), b.value()});
  Verifier verifier(std::move(bodies), std::move(exempt));
  verifier.start(poses);
  SceneRun run;
  for (std::int64_t i = 0; i < std::min(num_steps, count_steps(loaded.scene)); ++i) {
    const StepRecord& record = simulation.step();
    run.outcome = record.outcome, run.asked += record.path_asked, run.lost += record.path_lost;
    for (const dynamics::SegmentRecord& segment : record.segments) verifier.advance(segment.X_WB, segment.bends);
    for (const dynamics::BodyState& body : simulation.state().bodies)
      run.longest_held = std::max(run.longest_held, static_cast<std::uint32_t>(body.num_steps_held));
    if (record.outcome != StepOutcome::kAccepted) break;
  }
  run.report = verifier.report();
  return run;
}

void expect_proven(const SceneRun& run, const std::string& name, StepOutcome outcome = StepOutcome::kAccepted) {
  EXPECT_EQ(run.report.meetings.size(), 0u) << name;
  EXPECT_EQ(run.report.undecided.size(), 0u) << name;
  EXPECT_EQ(run.report.faults.size(), 0u) << name;
  EXPECT_EQ(run.outcome, outcome) << name;
  EXPECT_LE(run.lost, 2e-3 * run.asked) << name;
  EXPECT_LT(run.longest_held, 100u) << name;
}

// By the name of one that ships.
LoadedScene load_shipped(std::string_view name) {
  return load_scene(read_scene(std::string(find_catalogue_scene(name)->text), std::string(name)));
}

TEST(MakeSimulationScenes, AChainOfTwoSweepsAStepIsNotSolvedAndSaysWhichLinks) {
  const LoadedScene loaded = load_shipped("chain");
  dynamics::Simulation simulation = make_simulation(loaded);
  dynamics::Settings settings = simulation.settings();
  settings.law.max_sweeps = 2;
  simulation.set_settings(settings);
  int num_unsolved = 0;
  for (int i = 0; i < 15; ++i) {
    const StepRecord& record = simulation.step();
    if (record.is_solved) continue;
    ++num_unsolved;
    EXPECT_GT(record.error, 1e-3);
    const auto is_named = [&](const dynamics::ContactRecord& c) {
      return c.a == record.error_a && c.b == record.error_b;
    };
    EXPECT_TRUE(std::ranges::any_of(record.contacts, is_named));
    EXPECT_TRUE(loaded.bodies[record.error_b.index()].name.starts_with("link"));
  }
  EXPECT_GT(num_unsolved, 2);
}

// By both measures. In the first step certification may find contacts that get their impulse in the second.
void expect_solved_from_the_second_step_on(const LoadedScene& loaded, const std::string& name) {
  dynamics::Simulation simulation = make_simulation(loaded);
  for (std::size_t i = 0; i < choose_count(60, 2000); ++i) {
    const StepRecord& record = simulation.step();
    if (i == 0) continue;
    EXPECT_TRUE(record.is_solved) << name << " " << i;
    EXPECT_LT(record.error, 1e-6) << name << " " << i;
    EXPECT_LT(record.residual, 1e-6) << name << " " << i;
  }
}

TEST(MakeSimulationScenes, WhatStandsOrLeansIsSolvedFromTheSecondStepOn) {
  for (const char* name : {"stack", "wall", "arch", "card-tent"})
    expect_solved_from_the_second_step_on(load_shipped(name), name);
}

TEST(MakeSimulationScenes, ShippedScenesAreProvenFreeOfIntersections) {
  // A step of these takes long: many triangles, or a thousand bodies; of bullets, since they turn hundreds of times in
  // it.
  const std::set<std::string_view> slow{"bolt-and-nut", "chain", "pyramid", "pile"};
  for (const CatalogueScene& scene : get_catalogue()) {
    const std::size_t usual = scene.name.starts_with("bullets") ? 0 : slow.contains(scene.name) ? 4 : 40;
    const std::size_t most = scene.name == "pile" ? 240 : kToTheEnd;
    const SceneRun run = run_and_verify(read_scene(std::string(scene.text), std::string(scene.name)),
                                        static_cast<std::int64_t>(choose_long_count(usual, most)));
    expect_proven(run, std::string(scene.name));
  }
}

// Two planes close on a cube, in the last step of four seconds to exactly its width.
TEST(MakeSimulationScenes, SceneWhoseScriptLeavesNoRoomEndsSqueezed) {
  const std::filesystem::path folder = std::filesystem::path(ABUT_DATA_DIR) / "rigid-ipc" / "fixtures" / "3D";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no public scenes in " << ABUT_DATA_DIR;
  expect_proven(run_and_verify(read_scene(folder / "examples" / "kinematic.json"), 1000), "kinematic",
                StepOutcome::kSqueezed);
}

TEST(MakeSimulationScenes, PublicScenesAreProvenFreeOfIntersections) {
  const std::filesystem::path folder = std::filesystem::path(ABUT_DATA_DIR) / "rigid-ipc" / "fixtures" / "3D";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no public scenes in " << ABUT_DATA_DIR;
  const std::set<std::string> slow{"bolt.json", "chain-net-4x4.json", "pendulum.json", "cone-bunnies-lowpoly.json"};
  std::size_t num_scenes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    ++num_scenes;
    const std::string name = entry.path().filename().string();
    if (name == "kinematic.json") continue;  // above
    const std::size_t usual = slow.contains(name) ? 4 : 60;
    const SceneRun run =
        run_and_verify(read_scene(entry.path()), static_cast<std::int64_t>(choose_long_count(usual, kToTheEnd)));
    expect_proven(run, name);
  }
  EXPECT_EQ(num_scenes, 38u);
}

}  // namespace
}  // namespace abut::scene
