// Tables of bad input: each row is refused, with exactly its message.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "abut/base/input_error.h"

namespace abut {

struct BadInput {
  std::string name;
  std::function<void()> call;
  std::string message;
};

inline void expect_messages(const std::vector<BadInput>& table) {
  for (const BadInput& row : table) {
    try {
      row.call();
      ADD_FAILURE() << row.name << ": not refused";
    } catch (const InputError& error) {
      EXPECT_EQ(error.what(), row.message) << row.name;
    }
  }
}

}  // namespace abut
