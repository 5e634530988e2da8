#include "abut/view/packet.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace abut::view {
namespace {

constexpr std::string_view kPacketMagic = "abv1";

void append_u32(std::string& bytes, std::size_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<char>((value >> shift) & 0xffu));
}

std::size_t round_up_to_8(std::size_t n) {
  return (n + 7) / 8 * 8;
}

}  // namespace

void PacketWriter::add_bytes(std::string_view name, const char* kind, std::size_t count, const void* bytes,
                             std::size_t num_bytes) {
  entries_.push_back({std::string(name), kind, data_.size(), count});
  data_.append(static_cast<const char*>(bytes), num_bytes);
  data_.resize(round_up_to_8(data_.size()), '\0');
}

void PacketWriter::add(std::string_view name, std::span<const std::uint8_t> numbers) {
  add_bytes(name, "u8", numbers.size(), numbers.data(), numbers.size_bytes());
}
void PacketWriter::add(std::string_view name, std::span<const std::uint32_t> numbers) {
  add_bytes(name, "u32", numbers.size(), numbers.data(), numbers.size_bytes());
}
void PacketWriter::add(std::string_view name, std::span<const std::uint64_t> numbers) {
  add_bytes(name, "u64", numbers.size(), numbers.data(), numbers.size_bytes());
}
void PacketWriter::add(std::string_view name, std::span<const double> numbers) {
  add_bytes(name, "f64", numbers.size(), numbers.data(), numbers.size_bytes());
}

std::string PacketWriter::finish() const {
  nlohmann::ordered_json head = nlohmann::ordered_json::parse(head_, nullptr, false);
  if (!head.is_object()) throw std::logic_error("the head of a packet is no JSON object: " + head_);
  head["arrays"] = nlohmann::ordered_json::object();
  for (const Entry& entry : entries_) head["arrays"][entry.name] = {entry.kind, entry.offset, entry.count};
  std::string text = head.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  text.resize(round_up_to_8(text.size()), ' ');
  std::string packet(kPacketMagic);
  append_u32(packet, text.size());
  return packet + text + data_;
}

std::string make_error_packet(std::string_view message, std::uint64_t id) {
  nlohmann::ordered_json head{{"type", "error"}, {"message", message}};
  if (id != kNoRequest) head["id"] = id;
  return PacketWriter(head.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)).finish();
}

std::string make_done_packet(std::uint64_t id) {
  return PacketWriter(nlohmann::ordered_json{{"type", "done"}, {"id", id}}.dump()).finish();
}

}  // namespace abut::view
