#include "abut/geometry/io/byte_cursor.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "geometry/io/message_of.h"

namespace abut::geometry {
namespace {

constexpr std::string_view kBytes("\x01\x02\x03\x04\x00\x00\x80\x3f", 8);

TEST(ByteCursor, ReadsNumbersOfBothByteOrders) {
  ByteCursor little(kBytes, "");
  EXPECT_EQ(little.read<std::uint16_t>(), 0x0201);
  EXPECT_EQ(little.read<std::uint8_t>(), 3);
  EXPECT_EQ(little.read<std::int8_t>(), 4);
  EXPECT_EQ(little.left(), 4u);
  EXPECT_EQ(little.read<float>(), 1.0f);
  ByteCursor big(kBytes, "");
  EXPECT_EQ(big.read<std::uint32_t>(std::endian::big), 0x01020304u);
  EXPECT_EQ(big.take(2), std::string_view("\0\0", 2));
  EXPECT_EQ(big.place().number, 6u);
}

TEST(ByteCursor, StopsAtTheEnd) {
  ByteCursor cursor(kBytes, "a.ply", 5);
  EXPECT_EQ(
      message_of([&] { cursor.read<float>(); }),
      "a.ply: byte 5: the file ends here: 4 bytes were expected, 3 are left; it is cut off; copy or export it again");
  EXPECT_EQ(message_of([&] { cursor.take(SIZE_MAX); }).substr(0, 34), "a.ply: byte 5: the file ends here:");
  cursor.take(3);
  EXPECT_EQ(cursor.left(), 0u);
}

}  // namespace
}  // namespace abut::geometry
