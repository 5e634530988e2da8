// A few threads that share the work of a loop (oneTBB). What is written by index does not depend on who wrote it: with
// any number of threads the same bits come out, as long as each range reads nothing that another writes.
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
  // one range or one thread. May be called from within itself.
  void share(std::size_t count, std::size_t grain, FunctionRef<void(std::size_t, std::size_t, std::size_t)> work) const;

 private:
  struct Arena;
  int num_threads_ = 1;
  std::unique_ptr<Arena> arena_;  // none for one thread
};

}  // namespace abut
