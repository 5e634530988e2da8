#include "abut/geometry/io/ply_header.h"

#include <gtest/gtest.h>

#include "geometry/io/message_of.h"

namespace abut::geometry {
namespace {

TEST(PlyHeader, ElementsAndPropertiesAreListed) {
  const std::string text =
      "ply\r\ncomment made by me\r\nformat binary_big_endian 1.0\r\nobj_info x\r\nelement vertex 1\r\nproperty float64 "
      "x\r\n"
      "property uchar red\r\nelement face 2\r\nproperty list uint8 int32 vertex_indices\r\nend_header\r\n";
  const PlyHeader header = read_ply_header(text + std::string(11, '\0'), "");
  EXPECT_EQ(header.encoding, PlyEncoding::kBigEndian);
  EXPECT_EQ(header.num_bytes, text.size());
  EXPECT_EQ(header.num_lines, 10u);
  ASSERT_EQ(header.elements.size(), 2u);
  EXPECT_EQ(header.elements[0].name, "vertex");
  EXPECT_EQ(header.elements[0].properties[0].type, PlyType::kFloat64);
  EXPECT_EQ(header.elements[0].properties[1].name, "red");
  EXPECT_EQ(header.elements[1].count, 2u);
  EXPECT_TRUE(header.elements[1].properties[0].is_list);
  EXPECT_EQ(header.elements[1].properties[0].count_type, PlyType::kUint8);
  EXPECT_EQ(header.elements[1].properties[0].type, PlyType::kInt32);
}

TEST(PlyHeader, EveryTypeHasTwoNames) {
  const std::vector<std::tuple<std::string, std::string, std::size_t, bool>> types{
      {"char", "int8", 1, true},      {"uchar", "uint8", 1, true},    {"short", "int16", 2, true},
      {"ushort", "uint16", 2, true},  {"int", "int32", 4, true},      {"uint", "uint32", 4, true},
      {"float", "float32", 4, false}, {"double", "float64", 8, false}};
  for (const auto& [a, b, num_bytes, is_whole] : types) {
    const PlyHeader header = read_ply_header(
        "ply\nformat ascii 1.0\nelement e 0\nproperty " + a + " p\nproperty " + b + " q\nend_header\n", "");
    const auto& properties = header.elements[0].properties;
    EXPECT_EQ(properties[0].type, properties[1].type);
    EXPECT_EQ(get_num_bytes(properties[0].type), num_bytes);
    EXPECT_EQ(is_integer(properties[0].type), is_whole);
  }
}

TEST(PlyHeader, TheLeastSizeOfAnElementCountsEmptyLists) {
  PlyElement element;
  element.properties = {{"x", PlyType::kFloat64}, {"list", PlyType::kFloat64, true, PlyType::kUint16}};
  EXPECT_EQ(compute_min_bytes(element, PlyEncoding::kLittleEndian), 8u + 2u);
  EXPECT_EQ(compute_min_bytes(element, PlyEncoding::kText), 2u + 2u);
}

TEST(PlyHeader, AClaimIsHeldAgainstTheBytesThereAre) {
  const std::string text = "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nend_header\n";
  EXPECT_EQ(message_of([&] { read_ply_header(text + std::string(12, 'x'), "a.ply"); }), "no error");
  EXPECT_EQ(
      message_of([&] { read_ply_header(text + std::string(11, 'x'), "a.ply"); }),
      "a.ply: line 3: the header claims 3 of 'vertex', at least 4 bytes each; at most 11 bytes are left for them; the "
      "file is cut off or its header is wrong; copy or export it again");
}

TEST(PlyHeader, BadHeadersAreRefused) {
  const std::string start = "ply\nformat ascii 1.0\n";
  const std::string again = "; export the file again";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"plya\n", "line 1: the file does not begin with the line 'ply'; check that it is a PLY file"},
      {"ply\n",
       "line 1: the header has no end: the line 'end_header' is missing; it is cut off; copy or export it again"},
      {"ply\nformat binary 1.0\n",
       "line 2: unknown format 'binary'; it must be ascii, binary_little_endian or binary_big_endian"},
      {"ply\nelement vertex 1\n",
       "line 2: unknown format 'element'; it must be ascii, binary_little_endian or binary_big_endian"},
      {start,
       "line 2: the header has no end: the line 'end_header' is missing; it is cut off; copy or export it again"},
      {start + "elephant\n", "line 3: unknown keyword 'elephant' in the header" + again},
      {start + "element vertex\n",
       "line 3: the line ends where the number of elements was expected; complete the line, or export the file again"},
      {start + "element vertex -1\n",
       "line 3: the header claims -1 of 'vertex'; 0 to 1073741823 are possible; correct the header, or export the file "
       "again"},
      {start + "element vertex 2147483648\n",
       "line 3: the header claims 2147483648 of 'vertex'; 0 to 1073741823 are possible; correct the header, or export "
       "the file again"},
      {start + "element vertex 1\nelement vertex 1\n", "line 4: a second element 'vertex'" + again},
      {start + "property float x\n", "line 3: a property before the first element" + again},
      {start + "element vertex 1\nproperty half x\n",
       "line 4: unknown type 'half'; types are char, uchar, short, ushort, int, uint, float and double"},
      {start + "element vertex 1\nproperty float\n",
       "line 4: the line ends where the property's name was expected" + again},
      {start + "element vertex 1\nproperty list float int x\n", "line 4: a list's length must be an integer" + again},
  };
  for (const auto& [text, message] : cases)
    EXPECT_EQ(message_of([&] { read_ply_header(text, "a.ply"); }), "a.ply: " + message) << text;
  std::string many = start;
  for (int i = 0; i < 257; ++i) many += "element e" + std::to_string(i) + " 0\n";
  EXPECT_EQ(message_of([&] { read_ply_header(many, "a.ply"); }),
            "a.ply: line 259: more than 256 kinds of elements" + again);
}

}  // namespace
}  // namespace abut::geometry
