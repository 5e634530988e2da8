#include "abut/scene/trace/trace_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "abut/base/input_error.h"
#include "abut/scene/trace/byte_codec.h"
#include "abut/scene/trace/crc32.h"

namespace abut::scene {
namespace {

// The first byte is no ASCII, then a line end of each kind: a transfer that takes the file for text spoils them.
constexpr std::string_view kTraceMagic =
    "\x89"
    "abut\r\n\n";
constexpr std::uint32_t kTraceByteOrder = 0x01020304u;

InputError make_foreign_error(const std::string& name, const std::string& fault) {
  return InputError({name, "byte 0", fault, "give a file that 'abut run SCENE --out FILE.abut' wrote"});
}

}  // namespace

std::string make_trace_magic() {
  ByteWriter writer;
  writer.put_bytes(kTraceMagic);
  writer.put_u32(kTraceVersion);
  writer.put_u32(kTraceByteOrder);
  return std::string(writer.bytes());
}

std::string make_block(BlockKind kind, std::string_view payload) {
  ByteWriter head;
  head.put_u32(static_cast<std::uint32_t>(kind));
  head.put_u64(payload.size());
  const std::uint32_t crc = compute_crc32(head.bytes());
  ByteWriter block;
  block.put_u32(static_cast<std::uint32_t>(kind));
  block.put_u32(crc);
  block.put_u64(payload.size());
  block.put_bytes(payload);
  block.put_u32(compute_crc32(payload));
  return std::string(block.bytes());
}

BlockReader::BlockReader(std::istream& in, const std::string& name) : in_(in) {
  const std::string bytes = take(make_trace_magic().size());
  if (bytes.empty()) throw make_foreign_error(name, "the file is empty");
  if (!bytes.starts_with(kTraceMagic)) throw make_foreign_error(name, "this is no trace: it does not begin like one");
  ByteReader reader(std::string_view(bytes).substr(kTraceMagic.size()));
  version_ = reader.get_u32();
  const std::uint32_t byte_order = reader.get_u32();
  if (reader.has_failed()) throw make_foreign_error(name, "the trace is cut within its first 16 bytes");
  if (version_ < kOldestTraceVersion || version_ > kTraceVersion) {
    throw InputError({name, fmt::format("byte {}", kTraceMagic.size()),
                      fmt::format("the trace is of version {}, this program reads versions {} to {}", version_,
                                  kOldestTraceVersion, kTraceVersion),
                      "use the program that wrote it, or run its scene again"});
  }
  if (byte_order != kTraceByteOrder) throw make_foreign_error(name, "this is no trace: its byte order is wrong");
}

// As many bytes as there are, n at most; in parts, so that memory is asked for only for what is really there.
std::string BlockReader::take(std::uint64_t n) {
  constexpr std::uint64_t kPart = 1u << 20;
  std::string bytes;
  while (bytes.size() < n) {
    const std::size_t before = bytes.size();
    bytes.resize(before + static_cast<std::size_t>(std::min(kPart, n - before)));
    in_.read(bytes.data() + before, static_cast<std::streamsize>(bytes.size() - before));
    const auto num_got = static_cast<std::size_t>(in_.gcount());
    if (before + num_got < bytes.size()) {
      bytes.resize(before + num_got);
      break;
    }
  }
  num_read_ += bytes.size();
  return bytes;
}

// Of the next block; false where there is none, and `outcome` says why.
bool BlockReader::read_head(Block& block, std::uint64_t& length) {
  block.first_byte = num_read_;
  block.outcome = BlockOutcome::kCut;
  const std::string head = take(16);
  if (head.empty()) block.outcome = BlockOutcome::kNoMore;
  if (head.size() < 16) return false;
  ByteReader head_reader(head);
  const std::uint32_t kind = head_reader.get_u32(), head_crc = head_reader.get_u32();
  length = head_reader.get_u64();
  ByteWriter checked;
  checked.put_u32(kind);
  checked.put_u64(length);
  const bool is_whole = compute_crc32(checked.bytes()) == head_crc;
  if (!is_whole) block.outcome = BlockOutcome::kDamaged;
  block.kind = static_cast<BlockKind>(kind);
  return is_whole;
}

void BlockReader::read(Block& block) {
  std::uint64_t length = 0;
  if (!read_head(block, length)) return;
  block.payload = take(length);
  if (block.payload.size() < length) return;
  const std::string crc = take(4);
  if (crc.size() < 4) return;
  const bool is_whole = ByteReader(crc).get_u32() == compute_crc32(block.payload);
  block.outcome = is_whole ? BlockOutcome::kBlock : BlockOutcome::kDamaged;
  block.end_byte = num_read_;
}

void BlockReader::pass(Block& block) {
  block.payload.clear();
  std::uint64_t length = 0;
  if (!read_head(block, length)) return;
  constexpr std::uint64_t kFarthest = std::uint64_t{1} << 62;  // a length that the head's checksum does not belie
  if (length > kFarthest - num_read_) return;
  seek(num_read_ + length);
  if (take(4).size() < 4) return;
  block.outcome = BlockOutcome::kBlock;
  block.end_byte = num_read_;
}

void BlockReader::seek(std::uint64_t byte) {
  in_.clear();
  in_.seekg(static_cast<std::streamoff>(byte));
  num_read_ = byte;
}

}  // namespace abut::scene
