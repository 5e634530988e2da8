// Counts every allocation of a program. It replaces the global operators, so one source of a program may include it,
// and no header.
#pragma once

#include <cstdlib>
#include <new>

#include "num_allocations.h"

// Replaced as a pair; the compiler sees only that one of them ends in free.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++abut::num_allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new(std::size_t size) {
  ++abut::num_allocations;
  if (void* p = std::malloc(size == 0 ? 1 : size)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}
