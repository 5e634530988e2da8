// Walks through the bytes of a binary file, with the byte number for every complaint. Never reads past the end.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "abut/geometry/io/place.h"

namespace abut::geometry {

class ByteCursor {
 public:
  // Starts at byte `position` of `bytes`.
  ByteCursor(std::string_view bytes, std::string_view file, std::size_t position = 0)
      : bytes_(bytes), file_(file), position_(position) {}

  std::size_t left() const { return bytes_.size() - position_; }
  Place place() const { return {Place::Kind::kByte, position_}; }

  // The next `n` bytes.
  std::string_view take(std::size_t n) {
    if (n > left()) fail_truncated(n);
    position_ += n;
    return bytes_.substr(position_ - n, n);
  }

  // The next number, stored in the byte order given.
  template <class T>
  T read(std::endian order = std::endian::little) {
    const std::string_view raw = take(sizeof(T));
    std::array<char, sizeof(T)> bytes;
    std::memcpy(bytes.data(), raw.data(), sizeof(T));
    if (order != std::endian::native) {
      for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(bytes[i], bytes[sizeof(T) - 1 - i]);
    }
    return std::bit_cast<T>(bytes);
  }

  // At `place`, which may lie behind the cursor.
  [[noreturn]] void fail(Place place, std::string fault, std::string remedy) const;

 private:
  [[noreturn]] void fail_truncated(std::size_t wanted) const;

  std::string_view bytes_;
  std::string_view file_;
  std::size_t position_;
};

}  // namespace abut::geometry
