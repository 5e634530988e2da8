// Waits for what another thread does, for half a minute at most.
#pragma once

#include <chrono>
#include <thread>

namespace abut::view {

template <class Condition>
bool wait_for(const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace abut::view
