#include "abut/view/live_run.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>

#include "abut/base/input_error.h"
#include "abut/scene/trace/trace_reader.h"
#include "abut/scene/trace/verify_trace.h"
#include "full_run.h"
#include "view/read_packet.h"
#include "view/sample_runs.h"
#include "view/wait_for.h"

namespace abut::view {
namespace {

using math::Vec3;

LiveOptions make_options(const std::filesystem::path& trace) {
  LiveOptions options;
  options.trace = trace, options.program = "a test", options.is_paused = true, options.keeps_time = false;
  return options;
}

// Reads the whole trace; how it ended.
struct TraceTold {
  std::int64_t num_steps = 0;
  scene::TraceEnding ending = scene::TraceEnding::kNotReached;
  scene::TraceEnd end;
  std::vector<std::uint64_t> hashes;
};
TraceTold read_trace(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  scene::TraceReader reader(in, path.string());
  TraceTold told;
  while (const scene::TraceStep* step = reader.read_step()) told.hashes.push_back(step->record.hash);
  told.num_steps = reader.num_steps(), told.ending = reader.ending(), told.end = reader.end();
  return told;
}

bool wait_for_steps(const LiveRun& run, std::int64_t num_steps) {
  return wait_for([&] { return run.get_status().num_steps == num_steps; });
}

TEST(LiveRun, WithoutAHandItMakesTheStepsThatARunMakes) {
  const ScratchFile file, other("other.abut");
  const SampleRun expected = write_sample("stack", 40, other.path());
  {
    LiveRun run(load_sample("stack"), make_options(file.path()), [] {});
    run.advance(40);
    ASSERT_TRUE(wait_for_steps(run, 40));
    const LiveStatus status = run.get_status();
    EXPECT_FALSE(status.is_running);
    EXPECT_EQ(status.t, expected.records.back().t);
    EXPECT_EQ(status.X_WB[1].p, expected.X_WB.back()[1].p);
    EXPECT_GT(status.ms_a_step, 0.0);
  }
  const TraceTold told = read_trace(file.path());
  ASSERT_EQ(told.num_steps, 40);
  EXPECT_EQ(told.ending, scene::TraceEnding::kWhole);
  EXPECT_EQ(told.end.hash, expected.records.back().hash);
  for (std::size_t i = 0; i < 40; ++i) ASSERT_EQ(told.hashes[i], expected.records[i].hash);
}

TEST(LiveRun, RunsUntilItIsPausedAndNoFartherThanItIsAdvanced) {
  const ScratchFile file;
  LiveRun run(load_sample("box-on-plane"), make_options(file.path()), [] {});
  run.run();
  ASSERT_TRUE(wait_for([&] { return run.get_status().num_steps > 5; }));
  run.pause();
  ASSERT_TRUE(wait_for([&] { return !run.get_status().is_running; }));
  const std::int64_t num_steps = run.get_status().num_steps;
  run.advance(3);
  ASSERT_TRUE(wait_for_steps(run, num_steps + 3));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(run.get_status().num_steps, num_steps + 3);
}

TEST(LiveRun, KeepsTime) {
  const ScratchFile file;
  LiveOptions options = make_options(file.path());
  options.keeps_time = true;
  LiveRun run(load_sample("box-on-plane"), options, [] {});
  run.run();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  run.pause();
  ASSERT_TRUE(wait_for([&] { return !run.get_status().is_running; }));
  const double t = run.get_status().t;
  EXPECT_GT(t, 0.0);
  EXPECT_LT(t, 0.5);  // a step takes microseconds: without the clock it would be over in that time
}

TEST(LiveRun, ResetBeginsAnewInANewTraceWithTheSameBits) {
  const ScratchFile file;
  LiveRun run(load_sample("stack"), make_options(""), [] {});
  run.advance(10);
  ASSERT_TRUE(wait_for_steps(run, 10));
  const std::filesystem::path first = run.get_status().trace;
  const std::vector<std::uint64_t> hashes = read_trace(first).hashes;
  run.reset();
  ASSERT_TRUE(wait_for([&] { return run.get_status().run == 2; }));
  ASSERT_TRUE(wait_for_steps(run, 0));
  ASSERT_TRUE(wait_for([&] { return !std::filesystem::exists(first); }));
  run.advance(10);
  ASSERT_TRUE(wait_for_steps(run, 10));
  EXPECT_EQ(read_trace(run.get_status().trace).hashes, hashes);
  EXPECT_EQ(read_packet(run.make_series_packet(1, 100, 0)).head["count"], 10);
}

TEST(LiveRun, AFileThatWasNotAskedForIsGoneWithIt) {
  std::filesystem::path trace;
  {
    LiveRun run(load_sample("stack"), make_options(""), [] {});
    trace = run.get_status().trace;
    EXPECT_TRUE(std::filesystem::exists(trace));
  }
  EXPECT_FALSE(std::filesystem::exists(trace.parent_path()));
}

TEST(LiveRun, GravityFrictionAndLawActFromTheNextStepOn) {
  const ScratchFile file;
  LiveRun run(load_sample("box-on-plane"), make_options(file.path()), [] {});
  run.advance(5);
  ASSERT_TRUE(wait_for_steps(run, 5));
  run.set_hand([](scene::Hand& hand) { hand.gravity = Vec3(0, 0, 50), hand.law = "lcp", hand.friction = 0; });
  run.advance(5);
  ASSERT_TRUE(wait_for_steps(run, 10));
  const double z = run.get_status().X_WB[1].p.z();
  EXPECT_EQ(run.get_status().hand.law, "lcp");
  run.advance(60);
  ASSERT_TRUE(wait_for_steps(run, 70));
  EXPECT_GT(run.get_status().X_WB[1].p.z(), z + 0.5);  // it falls upward
}

TEST(LiveRun, WhatIsPulledComesAndWhatIsReleasedFalls) {
  const ScratchFile file;
  LiveRun run(load_sample("box-on-plane"), make_options(file.path()), [] {});
  const double z = run.get_status().X_WB[1].p.z();
  run.set_hand([](scene::Hand& hand) { hand.pull = scene::HandPull{BodyId(1), Vec3::Zero(), Vec3(0, 0, 3)}; });
  run.advance(480);
  ASSERT_TRUE(wait_for_steps(run, 480));
  EXPECT_GT(run.get_status().X_WB[1].p.z(), 2.0);
  run.set_hand([](scene::Hand& hand) { hand.pull.reset(); });
  run.advance(480);
  ASSERT_TRUE(wait_for_steps(run, 960));
  EXPECT_LT(run.get_status().X_WB[1].p.z(), z + 0.5);
}

TEST(LiveRun, WhatAHandDidIsInTheTraceAndDoneAgainGivesTheSameBits) {
  const ScratchFile file;
  const scene::LoadedScene loaded = load_sample("stack");
  {
    LiveRun run(loaded, make_options(file.path()), [] {});
    for (int k = 1; k <= 6; ++k) {
      run.set_hand([&](scene::Hand& hand) {
        hand.gravity.x() = 0.1 * k, hand.friction = 1.0 / k;
        hand.pull.reset();
        if (k % 3 != 0) hand.pull = scene::HandPull{BodyId(1 + k % 2), Vec3(0.1, 0, 0), Vec3(0, 0.2 * k, 2)};
      });
      run.advance(15);
      ASSERT_TRUE(wait_for_steps(run, 15 * k));
    }
    run.reset();  // the hand stays, and so it is in the new trace from its first step on
    ASSERT_TRUE(wait_for([&] { return run.get_status().run == 2; }));
    run.advance(20);
    ASSERT_TRUE(wait_for_steps(run, 20));
  }
  std::ifstream in(file.path(), std::ios::binary);
  scene::TraceReader reader(in, "steered.abut");
  dynamics::Simulation again = scene::make_simulation(loaded);
  scene::HandOnRun hand(again);
  while (const scene::TraceStep* step = reader.read_step()) {
    if (reader.hand()) hand.set(*reader.hand(), again);
    hand.act(again);
    ASSERT_EQ(again.step().hash, step->record.hash) << step->record.index;
  }
  EXPECT_EQ(reader.num_steps(), 20);
  EXPECT_EQ(hand.hand().gravity.x(), 0.1 * 6);
}

TEST(LiveRun, TellsAfterEveryStep) {
  const ScratchFile file;
  std::atomic<int> num_told = 0;
  LiveRun run(load_sample("box-on-plane"), make_options(file.path()), [&] { ++num_told; });
  run.advance(10);
  ASSERT_TRUE(wait_for_steps(run, 10));
  EXPECT_TRUE(wait_for([&] { return num_told >= 10; }));
}

TEST(LiveRun, PausesWhenTheTimeOfTheSceneIsOverAndGoesOnIfAsked) {
  const ScratchFile file;
  scene::LoadedScene loaded = load_sample("box-on-plane");
  loaded.scene.duration = 7 * loaded.scene.step;
  LiveRun run(std::move(loaded), make_options(file.path()), [] {});
  run.run();
  ASSERT_TRUE(wait_for([&] { return run.get_status().num_steps >= 7 && !run.get_status().is_running; }));
  EXPECT_EQ(run.get_status().num_steps, 7);
  EXPECT_EQ(run.get_status().note, "The scene's time is over. Run goes on nevertheless.");
  run.run();
  EXPECT_TRUE(wait_for([&] { return run.get_status().num_steps > 20 && run.get_status().note.empty(); }));
}

TEST(LiveRun, PausesWhenTheTraceHasGrownTooLarge) {
  const ScratchFile file;
  LiveOptions options = make_options(file.path());
  options.most_bytes = 100000;
  LiveRun run(load_sample("stack"), options, [] {});
  run.run();
  ASSERT_TRUE(wait_for([&] { return run.get_status().note.find("Save it, then reset") != std::string::npos; }));
  EXPECT_FALSE(run.get_status().is_running);
}

TEST(LiveRun, AnOutcomeEndsItAndResetBeginsAgain) {
  const ScratchFile file;
  scene::LoadedScene loaded = load_sample("box-on-plane");
  loaded.scene.bodies[1].w_WB = Vec3(1e12, 2e12, 0);  // turns too fast for any segment
  LiveRun run(std::move(loaded), make_options(file.path()), [] {});
  run.run();
  ASSERT_TRUE(wait_for([&] { return run.get_status().outcome == "too_fast"; }));
  EXPECT_FALSE(run.get_status().is_running);
  const std::int64_t num_steps = run.get_status().num_steps;
  run.advance(1);
  run.reset();
  ASSERT_TRUE(wait_for([&] { return run.get_status().run == 2; }));
  EXPECT_EQ(run.get_status().outcome, "");
  EXPECT_EQ(num_steps, 1);
}

TEST(LiveRun, AFileThatCannotBeWrittenIsRefused) {
  EXPECT_THROW(LiveRun(load_sample("stack"), make_options("/no/such/folder/run.abut"), [] {}), InputError);
}

// A hand that pulls bodies anywhere, through others too, at random, and changes its mind every few steps.
class LiveRunPulled : public testing::TestWithParam<const char*> {};

TEST_P(LiveRunPulled, AtRandomNothingEverMeets) {
  const ScratchFile file;
  const scene::LoadedScene loaded = load_sample(GetParam());
  const int num_steps = static_cast<int>(choose_long_count(1000, 10000));
  std::vector<std::uint32_t> dynamic;
  for (std::uint32_t i = 0; i < loaded.bodies.size(); ++i)
    if (loaded.scene.bodies[loaded.bodies[i].source].type == scene::BodyType::kDynamic) dynamic.push_back(i);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> share(-1.0, 1.0);
  {
    LiveRun run(loaded, make_options(file.path()), [] {});
    for (int done = 0; done < num_steps;) {
      const int part = std::min<int>(num_steps - done, 1 + static_cast<int>(random() % 40));
      const std::uint32_t body = dynamic[random() % dynamic.size()];
      const geometry::Shape& shape = *loaded.bodies[body].shape;
      const Vec3 p_BP = 0.5 * shape.diagonal * Vec3(share(random), share(random), share(random));
      const Vec3 p_WT =
          run.get_status().X_WB[body].p + 3 * shape.diagonal * Vec3(share(random), share(random), 0.5 + share(random));
      run.set_hand([&](scene::Hand& hand) {
        hand.pull.reset();
        if (random() % 5 != 0) hand.pull = scene::HandPull{BodyId(body), p_BP, p_WT};
      });
      run.advance(part);
      done += part;
      ASSERT_TRUE(wait_for_steps(run, done)) << run.get_status().outcome << " " << run.get_status().note;
    }
  }
  std::ifstream in(file.path(), std::ios::binary);
  scene::TraceReader reader(in, "pulled.abut");
  const scene::TraceVerification verified = scene::verify_trace(reader);
  EXPECT_EQ(verified.report.meetings.size(), 0u);
  EXPECT_EQ(verified.report.undecided.size(), 0u);
  EXPECT_TRUE(verified.report.is_proven());
  EXPECT_EQ(reader.num_steps(), num_steps);
}

INSTANTIATE_TEST_SUITE_P(Scenes, LiveRunPulled, testing::Values("stack", "wall", "peg-in-hole"),
                         [](const auto& each) { return std::string(each.param).substr(0, 3); });

}  // namespace
}  // namespace abut::view
