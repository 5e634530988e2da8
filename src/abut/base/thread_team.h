// A few threads that share the work of a loop (oneTBB). What is written by index does not depend on who wrote it: with
// any number of threads the same bits come out, as long as each range reads nothing that another writes.
//
// A step is many short loops, some of a few microseconds: to wake threads for each would take longer. So they are
// gathered once and stand by, looking for loops that have ranges left; nobody waits for one who has not come.
#pragma once

#include <cstddef>
#include <memory>

#include "abut/base/function_ref.h"

namespace abut {

class ThreadTeam {
 public:
  // The caller is one of them. Precondition: at least one.
  explicit ThreadTeam(int num_threads = 1);
  ~ThreadTeam();
  ThreadTeam(ThreadTeam&&) noexcept;
  ThreadTeam& operator=(ThreadTeam&&) noexcept;

  int num_threads() const { return num_threads_; }

  // Calls work(begin, end, thread) on ranges of `grain` indices, the last one shorter, that together are [0, count);
  // thread, below num_threads, is no other's at that time: for room to work in. All on the caller where there is but
  // one range or one thread. May be called from within itself. What a range throws is thrown when all have ended.
  void share(std::size_t count, std::size_t grain, FunctionRef<void(std::size_t, std::size_t, std::size_t)> work) const;

  // Calls work. Until it returns the others stand by, each keeping a core awake. A loop that is shared outside gathers
  // the team for itself. Precondition for both: no two threads from outside call at once.
  void gather(FunctionRef<void()> work) const;

 private:
  struct Crew;
  int num_threads_ = 1;
  std::unique_ptr<Crew> crew_;  // none for one thread
};

}  // namespace abut
