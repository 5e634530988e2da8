// The header of a PLY file: how the rest is written, and the elements and properties it holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "abut/geometry/io/place.h"

namespace abut::geometry {

enum class PlyEncoding { kText, kLittleEndian, kBigEndian };

enum class PlyType : std::uint8_t { kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFloat32, kFloat64 };

std::size_t get_num_bytes(PlyType type);
bool is_integer(PlyType type);

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::kFloat32;  // of the scalar, or of the items of the list
  bool is_list = false;
  PlyType count_type = PlyType::kUint8;  // of a list's length
};

struct PlyElement {
  std::string name;
  std::size_t count = 0;
  std::vector<PlyProperty> properties;
  Place place;  // of its line in the header
};

struct PlyHeader {
  PlyEncoding encoding = PlyEncoding::kText;
  std::vector<PlyElement> elements;
  std::size_t num_bytes = 0;  // where the elements begin
  std::size_t num_lines = 0;
};

// Throws InputError if it is no PLY header, or claims more elements than the bytes after it can hold.
PlyHeader read_ply_header(std::string_view bytes, std::string_view file);

// The least number of bytes an element takes: empty lists, and one digit and one separator for a number in a text.
std::size_t compute_min_bytes(const PlyElement& element, PlyEncoding encoding);

}  // namespace abut::geometry
