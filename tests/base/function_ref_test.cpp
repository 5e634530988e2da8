#include "abut/base/function_ref.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

int call(FunctionRef<int(int, int&)> function) {
  int second = 5;
  return function(2, second) + second;
}

TEST(FunctionRef, CallsWhatWasLent) {
  int offset = 100;
  EXPECT_EQ(call([&](int x, int& y) { return offset++ + x * y++; }), 100 + 10 + 6);
  EXPECT_EQ(offset, 101);
  const auto constant = [](int x, int& y) { return x + y; };
  EXPECT_EQ(call(constant), 2 + 5 + 5);
}

TEST(FunctionRef, SeesTheFunctionItselfNotACopy) {
  struct Counter {
    int count = 0;
    int operator()(int, int&) { return ++count; }
  } counter;
  call(counter);
  call(counter);
  EXPECT_EQ(counter.count, 2);
}

}  // namespace
}  // namespace abut
