// A mesh file as read, and the formats there are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "abut/geometry/mesh.h"

namespace abut::geometry {

enum class MeshFormat { kObj, kStl, kPly, kOff };

struct MeshFile {
  Mesh mesh;  // in metres, welded
  MeshFormat format = MeshFormat::kObj;
  std::size_t num_polygons = 0;    // faces of the file, of any number of corners
  std::size_t num_welded = 0;      // vertices of the file that became one with another; corners, in STL
  std::vector<std::string> notes;  // what the user should know and need not act on, one sentence each
};

// Files larger than this are refused, and so are meshes of more elements of a kind (features have 30-bit numbers).
inline constexpr std::size_t kMaxFileBytes = std::size_t{2} << 30;
inline constexpr std::size_t kMaxElements = (std::size_t{1} << 30) - 1;

// Coordinates are refused beyond this, in metres: the inertia tensor is of the fifth power in them.
inline constexpr double kMaxCoordinate = 1e60;

// "OBJ", "STL", "PLY", "OFF".
std::string_view get_name(MeshFormat format);

// By the end of a file's name: .obj, .stl, .ply, .off in any case.
std::optional<MeshFormat> find_format(std::string_view file_name);

// By how the file begins: PLY and OFF by their first word; STL by "solid", or by a size that fits the number of
// triangles of a binary one. OBJ has no mark.
std::optional<MeshFormat> find_format_of_bytes(std::string_view bytes);

// True if the bytes are a binary STL, given that they are an STL at all. A binary one may begin with "solid" too, but
// its size is 84 + 50 n for the n in its header, which no text of less than 26 GB can be; where the size does not fit,
// a text has no zero bytes.
bool is_binary_stl(std::string_view bytes);

}  // namespace abut::geometry
