#include "abut/geometry/io/mesh_file.h"

#include <array>
#include <cstdint>
#include <string>

#include "abut/geometry/io/byte_cursor.h"
#include "abut/geometry/io/text_scanner.h"

namespace abut::geometry {
namespace {

constexpr std::array<std::string_view, 4> kNames{"OBJ", "STL", "PLY", "OFF"};
constexpr std::array<std::string_view, 4> kEndings{".obj", ".stl", ".ply", ".off"};

// The first word of a text, over blank lines and comments.
std::string find_first_word(std::string_view bytes) {
  constexpr std::size_t kEnough = 4096;
  TextScanner scanner(bytes.substr(0, kEnough), "", {.has_comments = true});
  return std::string(scanner.next_word_of_text().value_or(""));
}

bool has_binary_stl_size(std::string_view bytes) {
  constexpr std::size_t kHeader = 80, kTriangle = 50;
  if (bytes.size() < kHeader + 4) return false;
  const std::size_t num_triangles = ByteCursor(bytes, "", kHeader).read<std::uint32_t>();
  return bytes.size() == kHeader + 4 + kTriangle * num_triangles;
}

}  // namespace

std::string_view get_name(MeshFormat format) {
  return kNames[static_cast<std::size_t>(format)];
}

std::optional<MeshFormat> find_format(std::string_view file_name) {
  const std::string lower = to_lower(file_name);
  for (std::size_t i = 0; i < kEndings.size(); ++i) {
    if (lower.ends_with(kEndings[i])) return static_cast<MeshFormat>(i);
  }
  return std::nullopt;
}

std::optional<MeshFormat> find_format_of_bytes(std::string_view bytes) {
  if (has_binary_stl_size(bytes)) return MeshFormat::kStl;
  const std::string word = find_first_word(bytes);
  if (word == "ply") return MeshFormat::kPly;
  if (to_lower(word) == "solid") return MeshFormat::kStl;
  const std::size_t off = word.find("OFF");
  if (off != std::string::npos && word.find_first_not_of("STCN4n") == off) return MeshFormat::kOff;
  return std::nullopt;
}

bool is_binary_stl(std::string_view bytes) {
  if (has_binary_stl_size(bytes)) return true;
  constexpr std::size_t kHead = 512;
  if (bytes.substr(0, kHead).find('\0') != std::string_view::npos) return true;
  return to_lower(find_first_word(bytes)) != "solid";
}

}  // namespace abut::geometry
