#include "abut/scene/trace/crc32.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace abut::scene {
namespace {

// Bit by bit: the remainder of the message, its bits reflected, by the polynomial.
std::uint32_t compute_by_definition(std::string_view bytes) {
  std::uint32_t crc = 0xffffffffu;
  for (const char c : bytes) {
    for (int bit = 0; bit < 8; ++bit) {
      const std::uint32_t in = (static_cast<unsigned char>(c) >> bit) & 1u;
      const bool is_odd = ((crc ^ in) & 1u) != 0;
      crc >>= 1;
      if (is_odd) crc ^= 0xedb88320u;
    }
  }
  return ~crc;
}

TEST(Crc32, IsTheChecksumOfZlibAndPng) {
  EXPECT_EQ(compute_crc32(""), 0u);
  EXPECT_EQ(compute_crc32("123456789"), 0xcbf43926u);  // the check value of ISO 3309
  EXPECT_EQ(compute_crc32("IEND"), 0xae426082u);       // the last chunk of every PNG
}

TEST(Crc32, EightBytesAtATimeGiveWhatBitsOneByOneGive) {
  std::mt19937 random(1);
  for (std::size_t length = 0; length < 70; ++length) {
    std::string bytes(length, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    EXPECT_EQ(compute_crc32(bytes), compute_by_definition(bytes)) << length;
  }
}

TEST(Crc32, EveryChangeOfOneByteIsFound) {
  const std::string bytes = "what a step did, in bytes";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int change = 1; change < 256; ++change) {
      std::string other = bytes;
      other[i] = static_cast<char>(other[i] ^ change);
      ASSERT_NE(compute_crc32(other), compute_crc32(bytes)) << i << ", " << change;
    }
  }
}

}  // namespace
}  // namespace abut::scene
