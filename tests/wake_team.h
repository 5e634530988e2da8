// Threads come late to a team that was just made: on a busy machine by some tenths of a second, in which a short test
// is over without them. A test that goes on without them is weaker, not wrong.
#pragma once

#include <atomic>
#include <chrono>

#include "abut/base/thread_team.h"

namespace abut {

// Returns once all of the team are at work, or false if by then they are not.
inline bool wake(const ThreadTeam& team, std::chrono::seconds most = std::chrono::seconds(1)) {
  const auto end = std::chrono::steady_clock::now() + most;
  std::atomic<int> num_here = 0;
  const auto count = static_cast<std::size_t>(team.num_threads());
  team.share(count, 1, [&](std::size_t, std::size_t, std::size_t) {
    ++num_here;
    while (num_here < team.num_threads() && std::chrono::steady_clock::now() < end) {
    }
  });
  // Those that come after the end find nobody waiting.
  return std::chrono::steady_clock::now() < end;
}

}  // namespace abut
