#include "abut/view/show.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace abut::view {
namespace {

TEST(Bell, RingsForTheLastWhoAskedAndForNobodyAtFirst) {
  Bell bell;
  bell.ring();
  int num_first = 0, num_second = 0;
  bell.set([&] { ++num_first; });
  bell.ring();
  bell.ring();
  bell.set([&] { ++num_second; });
  bell.ring();
  EXPECT_EQ(num_first, 2);
  EXPECT_EQ(num_second, 1);
  bell.set({});
  bell.ring();
  EXPECT_EQ(num_second, 1);
}

// Once set() has returned what the old function uses may be gone, though another thread was about to call it.
TEST(Bell, AFunctionThatWasReplacedIsNeverCalledAgain) {
  Bell bell;
  std::atomic<bool> is_over = false;
  std::atomic<int> num_rings = 0, num_late = 0;
  std::thread ringer([&] {
    while (!is_over) bell.ring();
  });
  for (int round = 0; round < 200; ++round) {
    std::atomic<bool> is_gone = false;
    const int before = num_rings;
    bell.set([&] {
      std::this_thread::yield();
      num_late += is_gone ? 1 : 0;
      ++num_rings;
    });
    while (num_rings == before) std::this_thread::yield();
    bell.set({});
    is_gone = true;
  }
  is_over = true;
  ringer.join();
  EXPECT_EQ(num_late, 0);
}

}  // namespace
}  // namespace abut::view
