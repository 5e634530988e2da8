#include "abut/geometry/io/write_mesh.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace abut::geometry {
namespace {

// Collects output, and hands it to the stream in large pieces.
class Buffer {
 public:
  explicit Buffer(std::ostream& out) : out_(out) { text_.reserve(kFull + 1024); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { out_.write(text_.data(), static_cast<std::streamsize>(text_.size())); }

  void put(std::string_view text) {
    text_ += text;
    if (text_.size() < kFull) return;
    out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
  }

  // As the shortest decimal that reads back the same.
  template <class Number>
  void put_decimal(Number value) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    put({digits.data(), static_cast<std::size_t>(end - digits.data())});
  }

  // As its bytes, lowest first.
  template <class Number>
  void put_bytes(Number value) {
    static_assert(std::endian::native == std::endian::little);
    const auto bytes = std::bit_cast<std::array<char, sizeof(Number)>>(value);
    put({bytes.data(), bytes.size()});
  }

 private:
  static constexpr std::size_t kFull = std::size_t{1} << 16;
  std::ostream& out_;
  std::string text_;
};

template <class Ids>
void put_obj_element(Buffer& buffer, std::string_view keyword, const Ids& ids) {
  buffer.put(keyword);
  for (const VertexId v : ids) {
    buffer.put(" ");
    buffer.put_decimal(v.value() + 1);
  }
  buffer.put("\n");
}

// One name a component, none twice, that stays on its line.
std::vector<std::string> make_object_names(const std::vector<std::string>& component_names) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (std::string name : component_names) {
    for (char& c : name) {
      if (c == '\n' || c == '\r' || c == '\\') c = '_';
    }
    const std::string wanted = name;
    for (std::size_t i = 2; !taken.insert(name).second; ++i) name = fmt::format("{}#{}", wanted, i);
    names.push_back(std::move(name));
  }
  return names;
}

template <class Ids>
void put_ply_ids(Buffer& buffer, const Ids& ids) {
  for (const VertexId v : ids) buffer.put_bytes(v.value());
}

}  // namespace

void write_obj(std::ostream& out, const Mesh& mesh) {
  Buffer buffer(out);
  for (const math::Vec3& p : mesh.vertices) {
    buffer.put("v");
    for (const double x : p) {
      buffer.put(" ");
      buffer.put_decimal(x);
    }
    buffer.put("\n");
  }
  for (const Segment& segment : mesh.segments) put_obj_element(buffer, "l", segment);
  for (const VertexId v : mesh.points) put_obj_element(buffer, "p", std::array{v});
  const std::vector<std::string> names = make_object_names(mesh.component_names);
  ComponentId current;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (!mesh.triangle_component.empty() && mesh.triangle_component[t] != current) {
      current = mesh.triangle_component[t];
      buffer.put(fmt::format("o {}\n", names[current.index()]));
    }
    put_obj_element(buffer, "f", mesh.triangles[t]);
  }
}

void write_ply(std::ostream& out, const Mesh& mesh) {
  Buffer buffer(out);
  buffer.put(fmt::format("ply\nformat binary_little_endian 1.0\nelement vertex {}\n", mesh.vertices.size()));
  buffer.put("property double x\nproperty double y\nproperty double z\n");
  if (!mesh.triangles.empty()) {
    buffer.put(fmt::format("element face {}\nproperty list uchar int vertex_indices\n", mesh.triangles.size()));
  }
  if (!mesh.segments.empty()) {
    buffer.put(fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\n", mesh.segments.size()));
  }
  if (!mesh.points.empty()) {
    buffer.put(fmt::format("element point {}\nproperty int vertex_index\n", mesh.points.size()));
  }
  buffer.put("end_header\n");
  for (const math::Vec3& p : mesh.vertices) {
    for (const double x : p) buffer.put_bytes(x);
  }
  for (const Triangle& triangle : mesh.triangles) {
    buffer.put_bytes(std::uint8_t{3});
    put_ply_ids(buffer, triangle);
  }
  for (const Segment& segment : mesh.segments) put_ply_ids(buffer, segment);
  put_ply_ids(buffer, mesh.points);
}

}  // namespace abut::geometry
