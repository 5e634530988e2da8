#include "abut/scene/trace/byte_codec.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

namespace abut::scene {
namespace {

using namespace std::string_view_literals;

enum class Fruit : std::uint8_t { kApple, kPear };

TEST(ByteCodec, NumbersAreLittleEndian) {
  ByteWriter writer;
  writer.put_u8(0xab);
  writer.put_u32(0x01020304u);
  writer.put_u64(0x1112131415161718u);
  writer.put_i64(-2);
  writer.put_f64(-2.0);  // c000000000000000
  EXPECT_EQ(writer.bytes(),
            "\xab\4\3\2\1\x18\x17\x16\x15\x14\x13\x12\x11\xfe\xff\xff\xff\xff\xff\xff\xff\0\0\0\0\0\0\0\xc0"sv);
}

TEST(ByteCodec, WhatIsWrittenIsReadToTheBit) {
  const double odd_nan = std::bit_cast<double>(0x7ff8000000001234u);
  const math::Pose X{{1, -0.0, odd_nan}, math::Quat(0.5, 1e-310, -std::numeric_limits<double>::infinity(), 4)};
  const math::Twist V{{1, 2, 3}, {4, 5, 6}};
  ByteWriter writer;
  writer.put_pose(X);
  writer.put_twist(V);
  writer.put_text("\0 \xC3\xA9"sv);
  writer.put_flag(true);
  writer.put_id(BodyId(7));
  writer.put_u8(1);
  writer.put_count(2);
  writer.put_bytes("ab");
  ByteReader reader(writer.bytes());
  const math::Pose X_read = reader.get_pose();
  EXPECT_EQ(std::bit_cast<std::uint64_t>(X_read.p.y()), std::bit_cast<std::uint64_t>(-0.0));
  EXPECT_EQ(std::bit_cast<std::uint64_t>(X_read.p.z()), std::bit_cast<std::uint64_t>(odd_nan));
  EXPECT_EQ(X_read.q.w(), 0.5);
  EXPECT_EQ(X_read.q.coeffs(), X.q.coeffs());
  const math::Twist V_read = reader.get_twist();
  EXPECT_EQ(V_read.w, V.w);
  EXPECT_EQ(V_read.v, V.v);
  EXPECT_EQ(reader.get_text(), "\0 \xC3\xA9"sv);
  EXPECT_TRUE(reader.get_flag());
  EXPECT_EQ(reader.get_id<BodyId>(8), BodyId(7));
  EXPECT_EQ(reader.get_enum(Fruit::kPear), Fruit::kPear);
  EXPECT_EQ(reader.get_count(1), 2u);
  EXPECT_FALSE(reader.is_done());
  EXPECT_EQ(reader.left(), "ab");
  EXPECT_EQ(reader.get_bytes(2), "ab");
  EXPECT_TRUE(reader.is_done());
}

// Each is the first thing that is wrong; from there on everything is zero and nothing is left.
TEST(ByteCodec, WhatIsNotThereMakesTheReaderFailForGood) {
  const auto fails = [](std::string_view bytes, auto&& read) {
    ByteReader reader(bytes);
    read(reader);
    return reader.has_failed() && !reader.is_done() && reader.num_left() == 0 && reader.get_u64() == 0;
  };
  EXPECT_TRUE(fails("abc", [](ByteReader& r) { r.get_u32(); }));
  EXPECT_TRUE(fails("\2", [](ByteReader& r) { r.get_flag(); }));
  EXPECT_TRUE(fails("\2more", [](ByteReader& r) { EXPECT_EQ(r.get_enum(Fruit::kPear), Fruit::kApple); }));
  EXPECT_TRUE(fails("\3\0\0\0more"sv, [](ByteReader& r) { EXPECT_EQ(r.get_id<BodyId>(3), BodyId(0)); }));
  EXPECT_TRUE(fails("\3\0\0\0\0\0\0\0ab"sv, [](ByteReader& r) { EXPECT_EQ(r.get_text(), ""); }));
  EXPECT_TRUE(fails("\xff\xff\xff\xff\xff\xff\xff\xff ab", [](ByteReader& r) { r.get_text(); }));
  EXPECT_TRUE(fails("\3\0\0\0aabbc"sv, [](ByteReader& r) { EXPECT_EQ(r.get_count(2), 0u); }));
  EXPECT_TRUE(fails("ab", [](ByteReader& r) { r.get_bytes(3); }));
}

}  // namespace
}  // namespace abut::scene
