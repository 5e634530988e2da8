// A loop of which several threads take ranges, until none is left (thread_team.h). Reused from loop to loop: a thread
// may look at any time whether there is something to take.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>

#include "abut/base/function_ref.h"

namespace abut {

class alignas(64) SharedLoop {
 public:
  using Work = FunctionRef<void(std::size_t, std::size_t, std::size_t)>;
  static constexpr std::size_t kMostRanges = 0xffffffffu;

  // By its owner, when the one before has ended. Precondition: at most kMostRanges ranges.
  void open(std::size_t count, std::size_t grain, Work work);
  // By anyone: works on a range, if one is left, and returns if so. Threads of even number take the first, others the
  // last: in loops over the same things, each finds much of what it had before in its core's cache.
  bool take_range(std::size_t thread);
  // By its owner: waits for those who still work, and throws what they threw.
  void close();

 private:
  void run(std::size_t range, std::size_t thread);

  // The ranges that are left: the end of them above, the first below. Who takes one off has it to work on, so that the
  // loop stays open and its description as it is.
  std::atomic<std::uint64_t> left_ = 0;
  std::atomic<std::size_t> num_done_ = 0;
  std::atomic<bool> has_failed_ = false;
  std::size_t count_ = 0, grain_ = 1, num_ranges_ = 0;
  std::optional<Work> work_;
  std::exception_ptr error_;
};

// For loops that wait for another thread: at first at once again, then after others had their turn.
class Patience {
 public:
  void wait();

 private:
  int num_waits_ = 0;
};

}  // namespace abut
