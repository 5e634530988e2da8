#include "abut/base/thread_team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <vector>

namespace abut {
namespace {

TEST(ThreadTeam, EveryIndexIsMetOnce) {
  for (const int num_threads : {1, 2, 4}) {
    const ThreadTeam team(num_threads);
    EXPECT_EQ(team.num_threads(), num_threads);
    for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 1000u}) {
      std::vector<int> met(count, 0);
      team.share(count, 8, [&](std::size_t begin, std::size_t end, std::size_t thread) {
        EXPECT_LT(begin, end);
        EXPECT_LE(end - begin, 8u);
        EXPECT_LT(thread, static_cast<std::size_t>(num_threads));
        for (std::size_t i = begin; i < end; ++i) ++met[i];
      });
      EXPECT_EQ(met, std::vector<int>(count, 1));
    }
  }
}

// Of two ranges that are worked on at once, each has its own room, also while one waits for a loop of its own.
TEST(ThreadTeam, NoTwoRangesAtOnceHaveOneThread) {
  const ThreadTeam team(3);
  std::vector<std::atomic<int>> users(3);
  team.share(64, 1, [&](std::size_t, std::size_t, std::size_t thread) {
    EXPECT_EQ(users[thread].fetch_add(1), 0);
    std::atomic<int> sum = 0;
    team.share(50, 1, [&](std::size_t i, std::size_t, std::size_t) { sum += static_cast<int>(i); });
    EXPECT_EQ(sum, 49 * 50 / 2);
    EXPECT_EQ(users[thread].fetch_sub(1), 1);
  });
}

TEST(ThreadTeam, SeveralThreadsTakePart) {
  const ThreadTeam team(2);
  std::mutex mutex;
  std::set<std::size_t> seen;
  // Both must be here before either goes on; bounded, should the machine have no second one to give.
  std::atomic<int> waiting = 0;
  team.share(2, 1, [&](std::size_t, std::size_t, std::size_t thread) {
    ++waiting;
    for (long i = 0; i < 2'000'000'000 && waiting < 2; ++i) {
    }
    const std::lock_guard lock(mutex);
    seen.insert(thread);
  });
  EXPECT_EQ(seen.size(), 2u);
}

TEST(ThreadTeam, WhatIsThrownArrives) {
  const ThreadTeam team(2);
  EXPECT_THROW(team.share(10, 1,
                          [](std::size_t i, std::size_t, std::size_t) {
                            if (i == 5) throw std::runtime_error("x");
                          }),
               std::runtime_error);
}

}  // namespace
}  // namespace abut
