#include <cstddef>
#include <cstdint>

#include "view/exercise_message.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  abut::view::exercise_message({reinterpret_cast<const char*>(data), size});
  return 0;
}
