// Where the numbers of a PLY file come from: the words of its lines, or its bytes. Both kinds of source have
//   begin(element, i)   goes to element i of its kind
//   end()               complains if the element holds more than its properties
//   read_number(type), read_integer(type)   the next value
//   skip(type, n)       the next n values, not looked at
//   place()             of the element, for complaints
//   has_more()          whether anything follows the last element
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "abut/geometry/io/byte_cursor.h"
#include "abut/geometry/io/ply_header.h"
#include "abut/geometry/io/text_scanner.h"

namespace abut::geometry {

class PlyTextSource {
 public:
  PlyTextSource(std::string_view bytes, std::string_view file, const PlyHeader& header);

  void begin(const PlyElement& element, std::size_t i);
  void end();
  double read_number(PlyType) { return scanner_.read_number("a number"); }
  std::int64_t read_integer(PlyType) { return scanner_.read_integer("an integer"); }
  void skip(PlyType type, std::size_t n);
  Place place() const { return scanner_.place(); }
  bool has_more() { return scanner_.next_filled_line(); }

 private:
  TextScanner scanner_;
};

template <std::endian kOrder>
class PlyBinarySource {
 public:
  PlyBinarySource(std::string_view bytes, std::string_view file, const PlyHeader& header)
      : cursor_(bytes, file, header.num_bytes) {}

  void begin(const PlyElement&, std::size_t) { place_ = cursor_.place(); }
  void end() {}
  double read_number(PlyType type) {
    if (type == PlyType::kFloat32) return cursor_.read<float>(kOrder);
    if (type == PlyType::kFloat64) return cursor_.read<double>(kOrder);
    return static_cast<double>(read_integer(type));
  }
  std::int64_t read_integer(PlyType type) {
    switch (type) {
      case PlyType::kInt8:
        return cursor_.read<std::int8_t>(kOrder);
      case PlyType::kUint8:
        return cursor_.read<std::uint8_t>(kOrder);
      case PlyType::kInt16:
        return cursor_.read<std::int16_t>(kOrder);
      case PlyType::kUint16:
        return cursor_.read<std::uint16_t>(kOrder);
      case PlyType::kInt32:
        return cursor_.read<std::int32_t>(kOrder);
      case PlyType::kUint32:
        return cursor_.read<std::uint32_t>(kOrder);
      case PlyType::kFloat32:
      case PlyType::kFloat64:
        break;
    }
    cursor_.fail(place_, "the header gives vertex numbers the type float or double", "export them as int");
  }
  void skip(PlyType type, std::size_t n) { cursor_.take(n * get_num_bytes(type)); }
  Place place() const { return place_; }
  bool has_more() const { return cursor_.left() > 0; }

 private:
  ByteCursor cursor_;
  Place place_;
};

}  // namespace abut::geometry
