#include "abut/scene/trace/trace_block.h"

#include <gtest/gtest.h>

#include <sstream>

#include "abut/scene/trace/byte_codec.h"
#include "abut/scene/trace/crc32.h"
#include "bad_input.h"

namespace abut::scene {
namespace {

using namespace std::string_literals;

BlockOutcome read_second(const std::string& bytes) {
  std::istringstream in(bytes);
  BlockReader reader(in, "t.abut");
  Block block;
  reader.read(block);
  if (block.outcome == BlockOutcome::kBlock) reader.read(block);
  return block.outcome;
}

std::string make_two_blocks() {
  return make_trace_magic() + make_block(BlockKind::kHeader, "one") + make_block(BlockKind::kStep, "and two");
}

TEST(TraceBlock, BlocksAreReadAsTheyWereWrittenWithTheirPlaces) {
  std::istringstream in(make_two_blocks());
  BlockReader reader(in, "t.abut");
  Block block;
  reader.read(block);
  EXPECT_EQ(block.outcome, BlockOutcome::kBlock);
  EXPECT_EQ(block.kind, BlockKind::kHeader);
  EXPECT_EQ(block.payload, "one");
  EXPECT_EQ(block.first_byte, 16u);
  EXPECT_EQ(block.end_byte, 16u + 16 + 3 + 4);
  reader.read(block);
  EXPECT_EQ(block.kind, BlockKind::kStep);
  EXPECT_EQ(block.payload, "and two");
  reader.read(block);
  EXPECT_EQ(block.outcome, BlockOutcome::kNoMore);
}

TEST(TraceBlock, TheFileBeginsWithItsNameAndItsBlocksWithTheirKind) {
  EXPECT_EQ(make_trace_magic(),
            "\x89"
            "abut\r\n\n\5\0\0\0\4\3\2\1"s);
  EXPECT_EQ(make_block(BlockKind::kHeader, "").substr(0, 4), "HEAD");
  EXPECT_EQ(make_block(BlockKind::kStep, "").substr(0, 4), "STEP");
  EXPECT_EQ(make_block(BlockKind::kState, "").substr(0, 4), "SAVE");
  EXPECT_EQ(make_block(BlockKind::kEnd, "").substr(0, 4), "DONE");
  EXPECT_EQ(make_block(BlockKind::kEnd, "123456789").substr(16), "123456789\x26\x39\xf4\xcb"s);
}

TEST(TraceBlock, AFileCutWithinABlockIsCutAndBetweenBlocksHasNoMore) {
  const std::string bytes = make_two_blocks();
  const std::size_t first = make_trace_magic().size() + make_block(BlockKind::kHeader, "one").size();
  for (std::size_t n = first; n < bytes.size(); ++n) {
    EXPECT_EQ(read_second(bytes.substr(0, n)), n == first ? BlockOutcome::kNoMore : BlockOutcome::kCut) << n;
  }
}

TEST(TraceBlock, EveryDamagedByteOfABlockIsFoundAlsoOfItsLength) {
  const std::string bytes = make_two_blocks();
  for (std::size_t i = make_trace_magic().size(); i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x40);
    EXPECT_EQ(read_second(damaged), BlockOutcome::kDamaged) << i;
  }
}

TEST(TraceBlock, ALengthThatIsNotThereIsACutAndTakesNoMemory) {
  ByteWriter head;
  head.put_u32(static_cast<std::uint32_t>(BlockKind::kStep));
  head.put_u64(0x7fffffffffffffffu);
  const std::uint32_t crc = compute_crc32(head.bytes());
  ByteWriter block;
  block.put_bytes(head.bytes().substr(0, 4));
  block.put_u32(crc);
  block.put_bytes(head.bytes().substr(4));
  block.put_bytes("and no more");
  EXPECT_EQ(read_second(make_trace_magic() + std::string(block.bytes())), BlockOutcome::kCut);
}

TEST(TraceBlock, WhatIsNoTraceOfThisVersionIsRefused) {
  const auto open = [](const std::string& bytes) {
    return [bytes] {
      std::istringstream in(bytes);
      BlockReader reader(in, "t.abut");
    };
  };
  const std::string magic = make_trace_magic();
  const std::string remedy = "; give a file that 'abut run SCENE --out FILE.abut' wrote";
  expect_messages({
      {"empty", open(""), "t.abut: byte 0: the file is empty" + remedy},
      {"json", open("{\"abut_scene\": 1}"), "t.abut: byte 0: this is no trace: it does not begin like one" + remedy},
      {"a line end lost",
       open("\x89"
            "abut\n\n\3\0\0\0\4\3\2\1"s),
       "t.abut: byte 0: this is no trace: it does not begin like one" + remedy},
      {"cut", open(magic.substr(0, 14)), "t.abut: byte 0: the trace is cut within its first 16 bytes" + remedy},
      {"version", open(magic.substr(0, 8) + "\1\0\0\0\4\3\2\1"s),
       "t.abut: byte 8: the trace is of version 1, this program reads versions 4 to 5; use the program that wrote it, "
       "or run "
       "its scene again"},
      {"byte order", open(magic.substr(0, 12) + "\1\2\3\4"s),
       "t.abut: byte 0: this is no trace: its byte order is wrong" + remedy},
  });
}

}  // namespace
}  // namespace abut::scene
