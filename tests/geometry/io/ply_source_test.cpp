#include "abut/geometry/io/ply_source.h"

#include <gtest/gtest.h>

#include "geometry/io/message_of.h"

namespace abut::geometry {
namespace {

TEST(PlyTextSource, ReadsOneElementALine) {
  const std::string text = "ply\nend\n\n1.5 2\n 3 4 \n5";
  PlyTextSource source(text, "a.ply", {.elements = {}, .num_lines = 2});
  const PlyElement element{"e", 4, {}, {}};
  source.begin(element, 0);
  EXPECT_EQ(source.place().number, 4u);
  EXPECT_EQ(source.read_number(PlyType::kFloat32), 1.5);
  EXPECT_EQ(
      message_of([&] { source.end(); }),
      "a.ply: line 4: '2' is more than the header promises for this line; each element stands on a line of its own; "
      "export the file again");
  source.begin(element, 1);
  source.skip(PlyType::kUint8, 1);
  EXPECT_EQ(source.read_integer(PlyType::kUint8), 4);
  source.end();
  source.begin(element, 2);
  EXPECT_EQ(message_of([&] { source.skip(PlyType::kInt8, 2); }),
            "a.ply: line 6: the line ends before its last property; export the file again");
  EXPECT_FALSE(source.has_more());
  EXPECT_EQ(message_of([&] { source.begin(element, 3); }),
            "a.ply: line 6: the file ends after 3 of 4 elements 'e'; it is cut off; copy or export it again");
}

// One number of each type, in both byte orders.
TEST(PlyBinarySource, ReadsEveryTypeInBothByteOrders) {
  const std::vector<std::tuple<PlyType, std::string, double>> numbers{
      {PlyType::kInt8, "\xfe", -2},
      {PlyType::kUint8, "\xfe", 254},
      {PlyType::kInt16, "\xff\xfe", -2},
      {PlyType::kUint16, "\xff\xfe", 65534},
      {PlyType::kInt32, "\xff\xff\xff\xfe", -2},
      {PlyType::kUint32, "\xff\xff\xff\xfe", 4294967294.0},
      {PlyType::kFloat32, std::string("\x3f\xc0\0\0", 4), 1.5},
      {PlyType::kFloat64, std::string("\xbf\xf8\0\0\0\0\0\0", 8), -1.5}};
  for (const auto& [type, big, value] : numbers) {
    const std::string little(big.rbegin(), big.rend());
    PlyBinarySource<std::endian::big> big_source(big, "", {});
    EXPECT_EQ(big_source.read_number(type), value);
    EXPECT_FALSE(big_source.has_more());
    PlyBinarySource<std::endian::little> source(little, "", {});
    EXPECT_EQ(source.read_number(type), value);
  }
}

TEST(PlyBinarySource, SkipsAndStopsAtTheEnd) {
  const std::string bytes = "headabcd";
  PlyBinarySource<std::endian::little> source(bytes, "a.ply", {.elements = {}, .num_bytes = 4});
  source.begin({}, 0);
  EXPECT_EQ(source.place().number, 4u);
  source.skip(PlyType::kInt16, 1);
  EXPECT_EQ(source.read_integer(PlyType::kUint8), 'c');
  EXPECT_EQ(message_of([&] { source.read_integer(PlyType::kFloat32); }),
            "a.ply: byte 4: the header gives vertex numbers the type float or double; export them as int");
  EXPECT_EQ(
      message_of([&] { source.skip(PlyType::kFloat64, 0xffffffffu); }),
      "a.ply: byte 7: the file ends here: 34359738360 bytes were expected, 1 are left; it is cut off; copy or export "
      "it again");
}

}  // namespace
}  // namespace abut::geometry
