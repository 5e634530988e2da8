#include "abut/base/thread_team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <vector>

#include "wake_team.h"

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

void spin(int num_turns) {
  std::atomic<int> turns = 0;
  while (turns < num_turns) ++turns;
}

// Of two ranges that are worked on at once, each has its own room, also while one waits for a loop of its own: another
// may have taken the longer half of that, and there are more ranges to be had. (Chance decides who takes what; without
// isolation one run in six saw it.)
TEST(ThreadTeam, NoTwoRangesAtOnceHaveOneThread) {
  const ThreadTeam team(3);
  wake(team);
  std::vector<std::atomic<int>> users(3);
  for (int trial = 0; trial < 300; ++trial) {
    team.share(5, 1, [&](std::size_t, std::size_t, std::size_t thread) {
      EXPECT_EQ(users[thread].fetch_add(1), 0);
      std::atomic<int> sum = 0;
      team.share(2, 1, [&](std::size_t i, std::size_t, std::size_t) {
        spin(i == 0 ? 3'000 : 10'000);
        sum += static_cast<int>(i);
      });
      EXPECT_EQ(sum, 1);
      EXPECT_EQ(users[thread].fetch_sub(1), 1);
    });
  }
}

// Each range waits for the others: no one thread can do them all.
TEST(ThreadTeam, AllThreadsTakePart) {
  for (const int num_threads : {1, 2})
    EXPECT_TRUE(wake(ThreadTeam(num_threads), std::chrono::seconds(30))) << num_threads;
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
