#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace abut::app {

Progress::Progress(double duration, std::int64_t first_step)
    : duration_(duration), is_shown_(isatty(STDERR_FILENO) != 0), last_(Clock::now()), last_steps_(first_step) {}

Progress::~Progress() {
  if (has_line_) fmt::print(stderr, "\r\033[K");
}

bool Progress::is_due() {
  return Clock::now() - last_ >= std::chrono::milliseconds(100);
}

void Progress::show(double t, std::int64_t num_steps, const std::string& rest) {
  const Clock::time_point now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - last_).count();
  const double rate = seconds > 0 ? static_cast<double>(num_steps - last_steps_) / seconds : 0.0;
  last_ = now;
  last_steps_ = num_steps;
  if (!is_shown_) return;
  has_line_ = true;
  constexpr int kWidth = 24;
  const int filled = static_cast<int>(std::lround(kWidth * std::clamp(t / duration_, 0.0, 1.0)));
  fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {:.3f} of {:g} s  {:.0f} steps/s  {}", "", filled, "", kWidth - filled,
             t, duration_, rate, rest);
  std::fflush(stderr);
}

}  // namespace abut::app
