#include "abut/geometry/io/read_mesh.h"

#include <fmt/format.h>

#include <cstddef>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>

#include "abut/base/input_error.h"
#include "abut/geometry/io/mesh_collector.h"
#include "abut/geometry/io/obj.h"
#include "abut/geometry/io/off.h"
#include "abut/geometry/io/ply.h"
#include "abut/geometry/io/stl.h"

namespace abut::geometry {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& file, std::string fault, std::string remedy) {
  throw InputError({file, "", std::move(fault), std::move(remedy)});
}

struct Bytes {
  std::unique_ptr<char[]> data;
  std::size_t size = 0;
  std::string_view view() const { return {data.get(), size}; }
};

void check_size(const std::string& file, std::size_t size) {
  if (size == 0) fail(file, "the file is empty", "export it again");
  if (size > kMaxFileBytes) {
    fail(file, fmt::format("the file has {} bytes, more than {} (2 GiB)", size, kMaxFileBytes), "split it into parts");
  }
}

// Read rather than mapped: a file that shrinks meanwhile is then a short read and not a signal.
Bytes read_bytes(const fs::path& path) {
  const std::string file = path.string();
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) fail(file, "there is no such file", "check the path");
  if (fs::is_directory(status)) fail(file, "it is a directory", "name a mesh file in it");
  if (!fs::is_regular_file(status)) fail(file, "it is not a regular file", "save it to a file first");
  std::ifstream in(path, std::ios::binary);
  const std::uintmax_t size = fs::file_size(path, error);
  if (!in || error) fail(file, "the file cannot be opened", "check that you may read it");
  check_size(file, size);
  Bytes bytes{std::make_unique_for_overwrite<char[]>(size), size};
  in.read(bytes.data.get(), static_cast<std::streamsize>(size));
  if (in.gcount() != static_cast<std::streamsize>(size)) {
    fail(file, fmt::format("only {} of {} bytes could be read", in.gcount(), size), "try again");
  }
  return bytes;
}

MeshFormat find_format_of_file(const std::string& file, std::string_view bytes) {
  const auto by_name = find_format(file);
  const auto by_content = find_format_of_bytes(bytes);
  if (!by_name && !by_content) {
    fail(file, "the format is not known, neither by the name nor by how the file begins",
         "meshes are read from .obj, .stl, .ply and .off");
  }
  if (by_name && by_content && by_name != by_content) {
    fail(file, fmt::format("the name says {}, but it begins like {}", get_name(*by_name), get_name(*by_content)),
         "rename it to what it is");
  }
  return by_name ? *by_name : *by_content;
}

}  // namespace

MeshFile read_mesh(const fs::path& path, const ReadMeshOptions& options) {
  const Bytes bytes = read_bytes(path);
  const std::string file = path.string();
  return read_mesh(bytes.view(), file, find_format_of_file(file, bytes.view()), options);
}

MeshFile read_mesh(std::string_view bytes, std::string_view name, MeshFormat format, const ReadMeshOptions& options) {
  check_size(std::string(name), bytes.size());
  MeshCollector collector(name, options.units);
  switch (format) {
    case MeshFormat::kObj:
      return read_obj(bytes, collector);
    case MeshFormat::kStl:
      return read_stl(bytes, collector);
    case MeshFormat::kPly:
      return read_ply(bytes, collector);
    case MeshFormat::kOff:
      return read_off(bytes, collector);
  }
  throw InputError({std::string(name), "", "the format is none of OBJ, STL, PLY and OFF", "choose one of these"});
}

}  // namespace abut::geometry
