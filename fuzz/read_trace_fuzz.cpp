#include <cstddef>
#include <cstdint>

#include "scene/trace/exercise_trace.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  abut::scene::exercise_trace({reinterpret_cast<const char*>(data), size});
  return 0;
}
