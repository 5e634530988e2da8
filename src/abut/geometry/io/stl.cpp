#include "abut/geometry/io/stl.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "abut/geometry/id_table.h"
#include "abut/geometry/io/byte_cursor.h"
#include "abut/geometry/io/text_scanner.h"

namespace abut::geometry {
namespace {

using math::Vec3;

// The vertices of one solid by their coordinates.
class SolidVertices {
 public:
  SolidVertices(std::vector<Vec3>& vertices, std::size_t expected) : vertices_(vertices), table_(expected) {}

  VertexId find_or_add(const Vec3& p) { return find_or_add(p, compute_hash(p)); }

  VertexId find_or_add(const Vec3& p, std::uint32_t hash) {
    const auto fresh = static_cast<std::uint32_t>(vertices_.size());
    const std::uint32_t id = table_.find_or_insert(hash, fresh, [&](std::uint32_t v) { return vertices_[v] == p; });
    if (id == fresh) vertices_.push_back(p);
    return VertexId(id);
  }

  void prefetch(std::uint32_t hash) const { table_.prefetch(hash); }

 private:
  std::vector<Vec3>& vertices_;
  IdTable table_;
};

// Reads the triangles of a binary STL in blocks: first the corners and their hashes, so that memory has time to bring
// the slots of the table, then the look-ups.
class BinaryStlReader {
 public:
  BinaryStlReader(std::string_view bytes, MeshCollector& collector) : bytes_(bytes), collector_(collector) {}

  MeshFile read() {
    const std::size_t num_triangles = read_header();
    Mesh& mesh = collector_.mesh();
    mesh.triangles.reserve(num_triangles);
    mesh.vertices.reserve(num_triangles / 2 + 2);  // those of a closed surface
    SolidVertices vertices(mesh.vertices, num_triangles / 2 + 2);
    for (std::size_t first = 0; first < num_triangles; first += kBlock) {
      read_block(first, std::min(kBlock, num_triangles - first), vertices);
    }
    return collector_.finish(MeshFormat::kStl, /*is_welded=*/true);
  }

 private:
  static constexpr std::size_t kHeaderBytes = 84;
  static constexpr std::size_t kTriangleBytes = 50;  // normal, three corners, two bytes of attributes
  static constexpr std::size_t kNormalBytes = 12;
  static constexpr std::size_t kBlock = 64;

  std::size_t read_header() {
    ByteCursor cursor(bytes_, collector_.file());
    cursor.take(kHeaderBytes - 4);
    const Place place = cursor.place();
    const std::size_t num_claimed = cursor.read<std::uint32_t>();
    const std::size_t num_whole = cursor.left() / kTriangleBytes;
    if (num_claimed > num_whole) {
      cursor.fail(place, fmt::format("the header claims {} triangles, the file holds {}", num_claimed, num_whole),
                  "it is cut off or no STL; copy or export it again");
    }
    if (num_claimed == 0) cursor.fail(place, "the header claims 0 triangles", "export it again, with its surface");
    const std::size_t num_surplus = cursor.left() - num_claimed * kTriangleBytes;
    if (num_surplus > 0) collector_.add_note(fmt::format("{} bytes after the last triangle were skipped", num_surplus));
    return num_claimed;
  }

  void read_block(std::size_t first, std::size_t count, SolidVertices& vertices) {
    std::array<Vec3, 3 * kBlock> corners;
    std::array<std::uint32_t, 3 * kBlock> hashes;
    for (std::size_t t = 0; t < count; ++t) {
      const std::size_t at = kHeaderBytes + (first + t) * kTriangleBytes + kNormalBytes;
      std::array<float, 9> x;
      std::memcpy(x.data(), bytes_.data() + at, sizeof x);
      for (std::size_t k = 0; k < 3; ++k) {
        Vec3& p = corners[3 * t + k];
        p = collector_.to_metres({x[3 * k], x[3 * k + 1], x[3 * k + 2]}, {Place::Kind::kByte, at + 12 * k});
        hashes[3 * t + k] = compute_hash(p);
        vertices.prefetch(hashes[3 * t + k]);
      }
    }
    for (std::size_t t = 0; t < count; ++t) {
      Triangle triangle;
      for (std::size_t k = 0; k < 3; ++k) triangle[k] = vertices.find_or_add(corners[3 * t + k], hashes[3 * t + k]);
      collector_.add_triangle(triangle, {Place::Kind::kByte, kHeaderBytes + (first + t) * kTriangleBytes});
    }
  }

  std::string_view bytes_;
  MeshCollector& collector_;
};

class TextStlReader {
 public:
  TextStlReader(std::string_view bytes, MeshCollector& collector)
      : scanner_(bytes, collector.file()), collector_(collector) {}

  MeshFile read() {
    while (const auto word = scanner_.next_word_of_text()) {
      expect(*word, "solid");
      collector_.begin_new_component(scanner_.rest_of_line());
      read_solid();
    }
    return collector_.finish(MeshFormat::kStl, /*is_welded=*/true);
  }

 private:
  void read_solid() {
    SolidVertices vertices(collector_.mesh().vertices, 0);
    for (;;) {
      const std::string word = to_lower(next_word("endsolid"));
      if (word == "endsolid") break;
      expect(word, "facet");
      read_facet(vertices);
    }
    scanner_.rest_of_line();  // the name again
  }

  void read_facet(SolidVertices& vertices) {
    const Place place = scanner_.place();
    expect(next_word("normal"), "normal");
    for (int i = 0; i < 3; ++i) next_word("the normal");
    expect(next_word("outer"), "outer");
    expect(next_word("loop"), "loop");
    Triangle triangle;
    for (VertexId& corner : triangle) {
      expect(next_word("vertex"), "vertex");
      const double x = scanner_.read_number("the x coordinate");
      const double y = scanner_.read_number("the y coordinate");
      const double z = scanner_.read_number("the z coordinate");
      corner = vertices.find_or_add(collector_.to_metres({x, y, z}, scanner_.place()));
    }
    expect(next_word("endloop"), "endloop");
    expect(next_word("endfacet"), "endfacet");
    collector_.add_triangle(triangle, place);
  }

  std::string_view next_word(std::string_view what) {
    const auto word = scanner_.next_word_of_text();
    if (!word) scanner_.fail(fmt::format("the file ends before {}", what), "it is cut off; copy or export it again");
    return *word;
  }

  void expect(std::string_view found, std::string_view expected) const {
    if (to_lower(found) == expected) return;
    scanner_.fail(fmt::format("expected {}, found {}", expected, make_quote(found)),
                  "facets are triangles: three lines 'vertex x y z' between 'outer loop' and 'endloop'");
  }

  TextScanner scanner_;
  MeshCollector& collector_;
};

}  // namespace

MeshFile read_stl(std::string_view bytes, MeshCollector& collector) {
  return is_binary_stl(bytes) ? BinaryStlReader(bytes, collector).read() : TextStlReader(bytes, collector).read();
}

}  // namespace abut::geometry
