#include "abut/base/shared_loop.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>
#include <vector>

namespace abut {
namespace {

TEST(SharedLoop, HasNothingToTakeUntilItIsOpened) {
  SharedLoop loop;
  EXPECT_FALSE(loop.take_range(0));
}

TEST(SharedLoop, GivesEachRangeOnceTheLastOneShorter) {
  SharedLoop loop;
  for (const std::size_t count : {1u, 4u, 5u, 103u}) {
    std::vector<int> met(count, 0);
    const auto work = [&](std::size_t begin, std::size_t end, std::size_t thread) {
      EXPECT_EQ(end, std::min(begin + 4, count));
      EXPECT_EQ(thread, 7u);
      for (std::size_t i = begin; i < end; ++i) ++met[i];
    };
    loop.open(count, 4, work);
    std::size_t num_taken = 0;
    while (loop.take_range(7)) ++num_taken;
    loop.close();
    EXPECT_EQ(num_taken, (count + 3) / 4);
    EXPECT_EQ(met, std::vector<int>(count, 1));
    EXPECT_FALSE(loop.take_range(7));
  }
}

TEST(SharedLoop, GivesEveryOtherThreadItsLastRange) {
  SharedLoop loop;
  std::vector<std::size_t> begins;
  const auto note = [&](std::size_t begin, std::size_t, std::size_t) { begins.push_back(begin); };
  loop.open(10, 3, note);
  for (const std::size_t thread : {0u, 1u, 3u, 2u}) EXPECT_TRUE(loop.take_range(thread));
  EXPECT_FALSE(loop.take_range(1));
  loop.close();
  EXPECT_EQ(begins, (std::vector<std::size_t>{0, 9, 6, 3}));
}

// Another thread looks all the time, also while the loop is opened again: it works on nothing that is over.
TEST(SharedLoop, IsReusedWhileOthersLook) {
  constexpr std::size_t kCount = 10;
  SharedLoop loop;
  std::atomic<bool> is_over = false;
  std::thread other([&] {
    while (!is_over) {
      loop.take_range(1);
    }
  });
  for (int round = 0; round < 20'000; ++round) {
    std::vector<int> met(kCount, 0);
    const auto work = [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) met[i] += round;
    };
    loop.open(kCount, 1, work);
    while (loop.take_range(0)) {
    }
    loop.close();
    ASSERT_EQ(met, std::vector<int>(kCount, round));
  }
  is_over = true;
  other.join();
}

TEST(SharedLoop, ThrowsAtItsEndWhatARangeThrewAndIsSoundAgain) {
  SharedLoop loop;
  int num_called = 0;
  const auto fail = [&](std::size_t begin, std::size_t, std::size_t) {
    ++num_called;
    if (begin == 2) throw std::runtime_error("x");
  };
  loop.open(10, 1, fail);
  while (loop.take_range(0)) {
  }
  EXPECT_THROW(loop.close(), std::runtime_error);
  EXPECT_EQ(num_called, 3);  // the others need not begin
  const auto work = [&](std::size_t, std::size_t, std::size_t) { ++num_called; };
  loop.open(2, 1, work);
  while (loop.take_range(0)) {
  }
  EXPECT_NO_THROW(loop.close());
  EXPECT_EQ(num_called, 5);
}

}  // namespace
}  // namespace abut
