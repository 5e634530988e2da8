// How many cases a test runs: a few; all where the environment variable ABUT_FULL is set; or, of the longest tests, a
// quarter of the few where ABUT_SHORT is, as under the sanitizers.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace abut {

inline bool is_full_run() {
  return std::getenv("ABUT_FULL") != nullptr;
}
inline bool is_short_run() {
  return !is_full_run() && std::getenv("ABUT_SHORT") != nullptr;
}
inline std::size_t choose_count(std::size_t num_usual, std::size_t num_full) {
  return is_full_run() ? num_full : num_usual;
}
inline std::size_t choose_long_count(std::size_t num_usual, std::size_t num_full) {
  if (is_full_run()) return num_full;
  return is_short_run() ? num_usual / 4 : num_usual;
}

}  // namespace abut
