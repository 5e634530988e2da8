#include "abut/base/thread_team.h"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "abut/base/shared_loop.h"

namespace abut {
namespace {

constexpr std::size_t kMostNested = 4;  // loops within loops that are shared; deeper ones are the caller's

// Where the calling thread stands: in which team, as which of it, and how many loops it has opened there.
struct Place {
  const void* crew = nullptr;
  std::size_t thread = 0, num_open = 0;
};
thread_local Place place;

// Until the end of a block.
class Standing {
 public:
  explicit Standing(const Place& here) : before_(std::exchange(place, here)) {}
  ~Standing() { place = before_; }
  Standing(const Standing&) = delete;
  Standing& operator=(const Standing&) = delete;

 private:
  Place before_;
};

}  // namespace

// The library has as many threads as the machine, unless it is told that more are wanted.
struct ThreadTeam::Crew {
  explicit Crew(int num_threads)
      : arena(num_threads),
        control(tbb::global_control::max_allowed_parallelism,
                static_cast<std::size_t>(std::max(num_threads, tbb::info::default_concurrency()))),
        loops(static_cast<std::size_t>(num_threads) * kMostNested) {}

  void stand_by(std::size_t thread) {
    const Standing standing({this, thread, 0});
    Patience patience;
    while (!is_over.load(std::memory_order_acquire)) {
      bool has_worked = false;
      for (SharedLoop& loop : loops)
        while (loop.take_range(thread)) has_worked = true;
      if (has_worked) patience = {};
      patience.wait();
    }
  }

  tbb::task_arena arena;
  tbb::global_control control;
  std::vector<SharedLoop> loops;  // of each thread, one within another
  std::atomic<bool> is_over = true;
};

ThreadTeam::ThreadTeam(int num_threads) : num_threads_(std::max(num_threads, 1)) {
  if (num_threads_ > 1) crew_ = std::make_unique<Crew>(num_threads_);
}

ThreadTeam::~ThreadTeam() = default;
ThreadTeam::ThreadTeam(ThreadTeam&&) noexcept = default;
ThreadTeam& ThreadTeam::operator=(ThreadTeam&&) noexcept = default;

void ThreadTeam::gather(FunctionRef<void()> work) const {
  if (crew_ == nullptr || place.crew == crew_.get()) return work();
  crew_->arena.execute([&] {
    struct End {  // also where work throws
      Crew& crew;
      tbb::task_group others;
      ~End() { crew.is_over.store(true, std::memory_order_release), others.wait(); }
    } end{*crew_, {}};
    crew_->is_over.store(false, std::memory_order_relaxed);
    for (int i = 1; i < num_threads_; ++i)
      end.others.run([crew = crew_.get(), i] { crew->stand_by(static_cast<std::size_t>(i)); });
    const Standing standing({crew_.get(), 0, 0});
    work();
  });
}

void ThreadTeam::share(std::size_t count, std::size_t grain,
                       FunctionRef<void(std::size_t, std::size_t, std::size_t)> work) const {
  const std::size_t num_ranges = (count + grain - 1) / grain;
  if (num_ranges == 0) return;
  const bool is_gathered = place.crew == crew_.get(), may_share = crew_ != nullptr && num_ranges > 1 &&
                                                                  num_ranges <= SharedLoop::kMostRanges &&
                                                                  !(is_gathered && place.num_open == kMostNested);
  if (!may_share) {
    const std::size_t thread = crew_ != nullptr && is_gathered ? place.thread : 0;
    for (std::size_t k = 0; k < num_ranges; ++k) work(k * grain, std::min(count, (k + 1) * grain), thread);
    return;
  }
  if (!is_gathered) return gather([&] { share(count, grain, work); });
  SharedLoop& loop = crew_->loops[place.thread * kMostNested + place.num_open];
  const Standing standing({crew_.get(), place.thread, place.num_open + 1});
  loop.open(count, grain, work);
  while (loop.take_range(place.thread)) {
  }
  loop.close();
}

}  // namespace abut
