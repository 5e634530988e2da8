#include "abut/scene/trace/crc32.h"

#include <array>
#include <cstddef>

namespace abut::scene {
namespace {

using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;

// tables[k][b]: what byte b contributes when k bytes follow it.
constexpr CrcTables make_crc_tables() {
  constexpr std::uint32_t kReflected = 0xedb88320u;
  CrcTables tables{};
  for (std::uint32_t b = 0; b < 256; ++b) {
    std::uint32_t crc = b;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1u) != 0 ? kReflected : 0u);
    tables[0][b] = crc;
  }
  for (std::size_t k = 1; k < 8; ++k) {
    for (std::size_t b = 0; b < 256; ++b) {
      const std::uint32_t before = tables[k - 1][b];
      tables[k][b] = (before >> 8) ^ tables[0][before & 0xffu];
    }
  }
  return tables;
}

constexpr CrcTables kCrcTables = make_crc_tables();

}  // namespace

std::uint32_t compute_crc32(std::string_view bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])); };
  std::uint32_t crc = 0xffffffffu;
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    crc ^= byte(i) | byte(i + 1) << 8 | byte(i + 2) << 16 | byte(i + 3) << 24;
    crc = kCrcTables[7][crc & 0xffu] ^ kCrcTables[6][(crc >> 8) & 0xffu] ^ kCrcTables[5][(crc >> 16) & 0xffu] ^
          kCrcTables[4][crc >> 24] ^ kCrcTables[3][byte(i + 4)] ^ kCrcTables[2][byte(i + 5)] ^
          kCrcTables[1][byte(i + 6)] ^ kCrcTables[0][byte(i + 7)];
  }
  for (; i < bytes.size(); ++i) crc = (crc >> 8) ^ kCrcTables[0][(crc ^ byte(i)) & 0xffu];
  return ~crc;
}

}  // namespace abut::scene
