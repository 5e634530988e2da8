#include "abut/base/shared_loop.h"

#include <algorithm>
#include <thread>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace abut {

void Patience::wait() {
  constexpr int kMostAtOnce = 4000;  // some tens of microseconds
  if (num_waits_ >= kMostAtOnce) return std::this_thread::yield();
  ++num_waits_;
#if defined(__x86_64__)
  _mm_pause();
#endif
}

void SharedLoop::open(std::size_t count, std::size_t grain, Work work) {
  count_ = count, grain_ = grain, num_ranges_ = (count + grain - 1) / grain;
  work_ = work;
  has_failed_.store(false, std::memory_order_relaxed), num_done_.store(0, std::memory_order_relaxed);
  left_.store(std::uint64_t{num_ranges_} << 32, std::memory_order_release);
}

bool SharedLoop::take_range(std::size_t thread) {
  constexpr std::uint64_t kOneAbove = std::uint64_t{1} << 32;
  const bool is_from_front = thread % 2 == 0;
  std::uint64_t left = left_.load(std::memory_order_relaxed);
  while (static_cast<std::uint32_t>(left) < left >> 32) {
    const std::uint64_t then = is_from_front ? left + 1 : left - kOneAbove;
    if (!left_.compare_exchange_weak(left, then, std::memory_order_acquire, std::memory_order_relaxed)) continue;
    run(is_from_front ? static_cast<std::uint32_t>(left) : then >> 32, thread);
    return true;
  }
  return false;
}

// Where one has failed the others need not begin.
void SharedLoop::run(std::size_t range, std::size_t thread) {
  try {
    const std::size_t begin = range * grain_, end = std::min(count_, begin + grain_);
    if (!has_failed_.load(std::memory_order_relaxed)) (*work_)(begin, end, thread);
  } catch (...) {
    if (!has_failed_.exchange(true)) error_ = std::current_exception();
  }
  num_done_.fetch_add(1, std::memory_order_release);
}

void SharedLoop::close() {
  for (Patience patience; num_done_.load(std::memory_order_acquire) < num_ranges_;) patience.wait();
  if (has_failed_.load(std::memory_order_relaxed)) std::rethrow_exception(std::exchange(error_, nullptr));
}

}  // namespace abut
