// The allocations of a program so far, where one of its sources includes count_allocations.h; else none are counted.
#pragma once

#include <atomic>

namespace abut {
inline std::atomic<long> num_allocations{0};
}  // namespace abut
