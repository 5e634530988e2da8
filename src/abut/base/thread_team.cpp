#include "abut/base/thread_team.h"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

namespace abut {

// The library has as many threads as the machine, unless it is told that more are wanted.
struct ThreadTeam::Arena {
  explicit Arena(int num_threads)
      : tasks(num_threads),
        control(tbb::global_control::max_allowed_parallelism,
                static_cast<std::size_t>(std::max(num_threads, tbb::info::default_concurrency()))) {}
  tbb::task_arena tasks;
  tbb::global_control control;
};

ThreadTeam::ThreadTeam(int num_threads) : num_threads_(std::max(num_threads, 1)) {
  if (num_threads_ > 1) arena_ = std::make_unique<Arena>(num_threads_);
}

ThreadTeam::~ThreadTeam() = default;
ThreadTeam::ThreadTeam(ThreadTeam&&) noexcept = default;
ThreadTeam& ThreadTeam::operator=(ThreadTeam&&) noexcept = default;

void ThreadTeam::share(std::size_t count, std::size_t grain,
                       FunctionRef<void(std::size_t, std::size_t, std::size_t)> work) const {
  const std::size_t num_ranges = (count + grain - 1) / grain;
  if (num_ranges == 0) return;
  if (arena_ == nullptr || num_ranges == 1) {
    // Within a shared loop the caller may be any of the team.
    const int index = arena_ == nullptr ? 0 : tbb::this_task_arena::current_thread_index();
    const std::size_t thread = index >= 0 && index < num_threads_ ? static_cast<std::size_t>(index) : 0;
    for (std::size_t k = 0; k < num_ranges; ++k) work(k * grain, std::min(count, (k + 1) * grain), thread);
    return;
  }
  const auto call = [&](std::size_t k) {
    work(k * grain, std::min(count, (k + 1) * grain),
         static_cast<std::size_t>(tbb::this_task_arena::current_thread_index()));
  };
  // Isolated: a thread that waits for a loop within a range must not begin another range, with the same room.
  arena_->tasks.execute([&] {
    tbb::this_task_arena::isolate(
        [&] { tbb::parallel_for(std::size_t{0}, num_ranges, call, tbb::simple_partitioner()); });
  });
}

}  // namespace abut
