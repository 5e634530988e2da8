// Numbers, vectors and texts as bytes and back, to the bit: little-endian on every machine, doubles as IEEE 754
// binary64, floats as binary32, texts as a 64-bit length and UTF-8, lists as a 32-bit count and their items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "abut/base/ids.h"
#include "abut/math/pose.h"
#include "abut/math/twist.h"
#include "abut/math/types.h"

namespace abut::scene {

class ByteWriter {
 public:
  void put_u8(std::uint8_t x) { bytes_.push_back(static_cast<char>(x)); }
  void put_flag(bool x) { put_u8(x ? 1 : 0); }
  void put_u32(std::uint32_t x) { put_little(x); }
  void put_u64(std::uint64_t x) { put_little(x); }
  void put_i64(std::int64_t x) { put_little(static_cast<std::uint64_t>(x)); }
  void put_f64(double x);
  void put_f32(float x);
  void put_vector(const math::Vec3& v);
  void put_pose(const math::Pose& X);    // p, then q as w, x, y, z
  void put_twist(const math::Twist& V);  // w, then v
  void put_text(std::string_view text);
  // Precondition: fewer than 2^32.
  void put_count(std::size_t n) { put_u32(static_cast<std::uint32_t>(n)); }
  template <class Tag>
  void put_id(Id<Tag> id) {
    put_u32(id.value());
  }
  void put_bytes(std::string_view bytes) { bytes_.append(bytes); }

  std::string_view bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  template <class Integer>
  void put_little(Integer x) {
    char bytes[sizeof(Integer)];
    for (std::size_t i = 0; i < sizeof(Integer); ++i) bytes[i] = static_cast<char>(x >> (8 * i) & 0xffu);
    bytes_.append(bytes, sizeof(Integer));
  }
  std::string bytes_;
};

// Reads what a ByteWriter wrote. Input that is anything else makes it fail for good: from then on it has nothing left
// and reads zeros, so that whoever reads need ask only once, at the end.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  std::uint8_t get_u8() { return get_little<std::uint8_t>(); }
  bool get_flag();  // fails unless it is 0 or 1
  std::uint32_t get_u32() { return get_little<std::uint32_t>(); }
  std::uint64_t get_u64() { return get_little<std::uint64_t>(); }
  std::int64_t get_i64() { return static_cast<std::int64_t>(get_u64()); }
  double get_f64();
  float get_f32();
  math::Vec3 get_vector();
  math::Pose get_pose();
  math::Twist get_twist();
  std::string get_text();
  // Of items of at least so many bytes each; fails where so many cannot follow, so that a wrong count reserves nothing.
  std::size_t get_count(std::size_t least_bytes);
  // Of one of `num` things; fails if it is not.
  template <class AnyId>
  AnyId get_id(std::size_t num) {
    const std::uint32_t value = get_u32();
    if (value >= num) fail();
    return AnyId(has_failed_ ? 0u : value);
  }
  // One of an enum's values 0 to last.
  template <class Enum>
  Enum get_enum(Enum last) {
    const std::uint8_t value = get_u8();
    if (value > static_cast<std::uint8_t>(last)) fail();
    return static_cast<Enum>(has_failed_ ? 0 : value);
  }
  std::string_view get_bytes(std::size_t n);

  void fail() { has_failed_ = true, bytes_ = {}; }
  bool has_failed() const { return has_failed_; }
  std::size_t num_left() const { return bytes_.size(); }
  std::string_view left() const { return bytes_; }
  // Everything was read, and it was what was expected.
  bool is_done() const { return !has_failed_ && bytes_.empty(); }

 private:
  template <class Integer>
  Integer get_little() {
    const std::string_view bytes = get_bytes(sizeof(Integer));
    Integer x = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      x = static_cast<Integer>(x | static_cast<Integer>(static_cast<unsigned char>(bytes[i])) << (8 * i));
    }
    return x;
  }
  std::string_view bytes_;
  bool has_failed_ = false;
};

}  // namespace abut::scene
