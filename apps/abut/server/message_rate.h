// How fast messages are read: so many at once, then so many a second. Who sends faster waits; nothing is lost, since
// what is not read stays with the sender.
// Each message moves the time at which the next is due by one period, and that time lies at most a burst in the past.
#pragma once

#include <algorithm>
#include <chrono>

namespace abut::app {

class MessageRate {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr int kMostASecond = 240, kMostAtOnce = 240;

  // Counts a message that was read at `now`: how long to wait before the next is.
  Clock::duration count(Clock::time_point now) {
    constexpr Clock::duration kPeriod = std::chrono::nanoseconds(std::chrono::seconds(1)) / kMostASecond;
    due_ = std::max(due_, now - kMostAtOnce * kPeriod) + kPeriod;
    return std::max(due_ - now, Clock::duration::zero());
  }

 private:
  Clock::time_point due_{};
};

}  // namespace abut::app
