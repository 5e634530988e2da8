// A scene that runs while a person watches and takes a hand: on a thread of its own, no faster than the clock, written
// to a trace step by step. What may be asked of it are wishes, of which the newest counts; it looks at them between
// steps. Every step is certified like any other, whoever pulls.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "abut/base/ids.h"
#include "abut/dynamics/simulation.h"
#include "abut/scene/load_scene.h"
#include "abut/scene/trace/trace_hand.h"
#include "abut/scene/trace/trace_writer.h"
#include "abut/view/series.h"

namespace abut::view {

struct LiveStatus {
  std::uint64_t run = 1;       // counts resets
  std::int64_t num_steps = 0;  // that are in the trace, the one that was not accepted included
  double t = 0.0;              // s
  std::vector<math::Pose> X_WB;
  bool is_running = false;
  std::string outcome;          // of a run that can go on no more: "squeezed", ...
  std::string note;             // for a person
  double ms_a_step = 0.0;       // smoothed
  double made = 0.0;            // ms of the Unix clock: when the newest step was computed
  std::filesystem::path trace;  // being written
  scene::Hand hand;
};

struct LiveOptions {
  std::filesystem::path trace;  // where to write; empty: into a file that is removed at the end
  std::string program;          // "abut 0.1.0"
  int num_threads = 1;
  bool is_paused = false;                             // at first
  bool keeps_time = true;                             // no faster than the clock
  std::uint64_t most_bytes = std::uint64_t{4} << 30;  // of the trace; then it pauses
};

class LiveRun {
 public:
  // Throws InputError where bodies overlap at the start, or the trace cannot be written. `notify` is called from the
  // run's thread after every step and every change.
  LiveRun(scene::LoadedScene loaded, LiveOptions options, std::function<void()> notify);
  ~LiveRun();  // ends the trace
  LiveRun(const LiveRun&) = delete;
  LiveRun& operator=(const LiveRun&) = delete;

  // From any thread.
  void run();
  void pause();
  void advance(std::int64_t num_steps);  // and pause
  void reset();                          // to the start, in a new trace; the hand stays, and it pauses
  void set_hand(const std::function<void(scene::Hand&)>& change);

  LiveStatus get_status() const;
  std::string make_series_packet(std::int64_t first, std::int64_t count, std::uint64_t id) const;
  const scene::TraceHeader& header() const { return header_; }
  const scene::Scene& scene() const { return loaded_.scene; }

 private:
  struct Wishes {
    bool is_running = false;
    std::int64_t num_steps = 0;  // yet to advance, where it does not run
    bool is_reset = false;
    bool is_ending = false;
    scene::Hand hand;
  };
  using Clock = std::chrono::steady_clock;

  void loop();
  std::optional<Wishes> wait_for_wishes();
  void open_trace();
  void restart();
  void apply(const scene::Hand& hand);
  void step();
  void finish_trace();
  void stop(const std::string& outcome, const std::string& note);
  template <class Change>
  void wish(const Change& change);

  // Of the run's thread alone, once it has begun.
  scene::LoadedScene loaded_;
  LiveOptions options_;
  std::function<void()> notify_;
  dynamics::Simulation simulation_;
  dynamics::State start_;
  scene::TraceHeader header_;
  scene::HandOnRun hand_;
  scene::Hand first_hand_;        // which changes nothing
  bool is_hand_recorded_ = true;  // in the trace that is being written
  std::filesystem::path folder_;  // to be removed; empty if there is none
  std::ofstream file_;
  std::unique_ptr<scene::TraceWriter> writer_;
  Clock::time_point due_;  // when the next step may be made

  mutable std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  Wishes wishes_;
  LiveStatus status_;
  Series series_;

  std::thread thread_;
};

}  // namespace abut::view
