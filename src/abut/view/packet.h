// What the program tells a page: a JSON head and arrays of numbers behind it, which the page looks at in place.
// docs/viewer-protocol.md describes the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace abut::view {

class PacketWriter {
 public:
  // `head`: a JSON object in text, without "arrays".
  explicit PacketWriter(std::string head) : head_(std::move(head)) {}

  void add(std::string_view name, std::span<const std::uint8_t> numbers);
  void add(std::string_view name, std::span<const std::uint32_t> numbers);
  void add(std::string_view name, std::span<const std::uint64_t> numbers);
  void add(std::string_view name, std::span<const double> numbers);

  // The whole packet. Throws std::logic_error if the head is no JSON object.
  std::string finish() const;

 private:
  void add_bytes(std::string_view name, const char* kind, std::size_t count, const void* bytes, std::size_t num_bytes);

  struct Entry {
    std::string name;
    const char* kind;
    std::size_t offset, count;
  };
  std::string head_, data_;
  std::vector<Entry> entries_;
};

// Nothing but a message: of a request that cannot be answered, or of what happened by itself (no id).
inline constexpr std::uint64_t kNoRequest = ~std::uint64_t{0};
std::string make_error_packet(std::string_view message, std::uint64_t id = kNoRequest);
std::string make_done_packet(std::uint64_t id);

}  // namespace abut::view
