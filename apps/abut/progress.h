// How far a run is, in one line on the terminal that is written over; nothing where errors do not go to a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace abut::app {

class Progress {
 public:
  // Of something that takes so long, in seconds of the simulation, and begins after a step.
  explicit Progress(double duration, std::int64_t first_step = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // True ten times a second, when a line is due.
  bool is_due();
  // `rest` stands behind the bar, the time and the steps a second.
  void show(double t, std::int64_t num_steps, const std::string& rest);

 private:
  using Clock = std::chrono::steady_clock;
  double duration_;
  bool is_shown_;
  Clock::time_point last_;
  std::int64_t last_steps_;  // when the last line was due
  bool has_line_ = false;
};

}  // namespace abut::app
