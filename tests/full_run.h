// How many cases a test runs: a few, or all where the environment variable ABUT_FULL is set.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace abut {

inline bool is_full_run() {
  return std::getenv("ABUT_FULL") != nullptr;
}
inline std::size_t choose_count(std::size_t num_usual, std::size_t num_full) {
  return is_full_run() ? num_full : num_usual;
}

}  // namespace abut
