#include <cstddef>
#include <cstdint>

#include "geometry/io/exercise_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  abut::geometry::exercise_reader({reinterpret_cast<const char*>(data), size}, abut::geometry::MeshFormat::kObj);
  return 0;
}
