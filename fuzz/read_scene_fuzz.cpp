#include <cstddef>
#include <cstdint>

#include "scene/exercise_scene.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  abut::scene::exercise_scene({reinterpret_cast<const char*>(data), size});
  return 0;
}
