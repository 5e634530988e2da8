// A trace file in its coarsest structure: 16 bytes that say what it is, then blocks, one after another.
//
//   file    magic (8 bytes), version (u32), byte order (u32)
//   block   kind (u32: four letters), crc-32 of kind and length (u32), length (u64), payload, crc-32 of the payload
//   (u32)
//
// Nothing points forward, so a file that is cut anywhere is readable up to its last whole block. Head and payload have
// a checksum each, so that a wrong length is known for damage, not taken for a file that is cut.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <string_view>

namespace abut::scene {

// Version 5 has the terms of the energy of a step, and of contacts that are saved whether they last.
inline constexpr std::uint32_t kTraceVersion = 5, kOldestTraceVersion = 4;  // that are written, and read

// As letters in the file, the first one lowest.
enum class BlockKind : std::uint32_t {
  kHeader = 0x44414548u,  // HEAD
  kStep = 0x50455453u,    // STEP
  kState = 0x45564153u,   // SAVE
  kHand = 0x444e4148u,    // HAND
  kEnd = 0x454e4f44u,     // DONE
};

// The first bytes of a file.
std::string make_trace_magic();

// A whole block.
std::string make_block(BlockKind kind, std::string_view payload);

enum class BlockOutcome : std::uint8_t {
  kBlock,
  kNoMore,   // the stream ends where a block would begin
  kCut,      // or within a block
  kDamaged,  // a checksum is wrong
};

struct Block {
  BlockOutcome outcome = BlockOutcome::kNoMore;
  BlockKind kind = BlockKind::kStep;
  std::string payload;
  std::uint64_t first_byte = 0, end_byte = 0;  // in the file
};

class BlockReader {
 public:
  // Throws InputError if the stream does not begin like a trace, or like one of another version.
  BlockReader(std::istream& in, const std::string& name);

  std::uint32_t version() const { return version_; }

  // The next block, in place of the last one. Reads no more than there is, whatever length a block claims.
  void read(Block& block);
  // The same without its payload, which is passed over unseen.
  void pass(Block& block);
  // What is read next begins at this byte.
  void seek(std::uint64_t byte);

 private:
  std::string take(std::uint64_t n);
  bool read_head(Block& block, std::uint64_t& length);
  std::istream& in_;
  std::uint32_t version_ = kTraceVersion;
  std::uint64_t num_read_ = 0;
};

}  // namespace abut::scene
