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

// Many short loops, one within another, deeper than are shared.
TEST(ThreadTeam, StandsByForManyLoops) {
  for (const int num_threads : {1, 2, 4}) {
    const ThreadTeam team(num_threads);
    const auto nest = [&](const auto& self, std::size_t depth) -> std::size_t {
      if (depth == 6) return 1;
      std::atomic<std::size_t> sum = 0;
      team.share(3, 1, [&](std::size_t, std::size_t, std::size_t thread) {
        EXPECT_LT(thread, static_cast<std::size_t>(num_threads));
        sum += self(self, depth + 1);
      });
      return sum;
    };
    team.gather([&] {
      for (int round = 0; round < 50; ++round) EXPECT_EQ(nest(nest, 0), 729u);
      team.gather([&] { EXPECT_EQ(nest(nest, 3), 27u); });
    });
    EXPECT_EQ(nest(nest, 4), 9u);
  }
}

TEST(ThreadTeam, GathersAgainAfterWhatWasThrown) {
  const ThreadTeam team(2);
  EXPECT_THROW(team.gather([] { throw std::runtime_error("x"); }), std::runtime_error);
  std::atomic<int> num_met = 0;
  team.gather([&] { team.share(100, 1, [&](std::size_t, std::size_t, std::size_t) { ++num_met; }); });
  EXPECT_EQ(num_met, 100);
}

TEST(ThreadTeam, WorksWithinTheWorkOfAnother) {
  const ThreadTeam outer(2), inner(3);
  std::vector<std::atomic<int>> met(20);
  outer.gather([&] {
    inner.share(met.size(), 1, [&](std::size_t i, std::size_t, std::size_t thread) {
      EXPECT_LT(thread, 3u);
      ++met[i];
    });
    outer.share(met.size(), 1, [&](std::size_t i, std::size_t, std::size_t thread) {
      EXPECT_LT(thread, 2u);
      ++met[i];
    });
  });
  for (const std::atomic<int>& count : met) EXPECT_EQ(count, 2);
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
