#include "abut/geometry/io/off.h"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "abut/geometry/io/text_scanner.h"

namespace abut::geometry {
namespace {

class OffReader {
 public:
  OffReader(std::string_view bytes, MeshCollector& collector)
      : scanner_(bytes, collector.file(), {.has_comments = true}), collector_(collector) {}

  MeshFile read() {
    read_header();
    collector_.mesh().vertices.reserve(num_vertices_);
    collector_.mesh().triangles.reserve(num_faces_);
    for (std::size_t i = 0; i < num_vertices_; ++i) read_vertex(i);
    for (std::size_t i = 0; i < num_faces_; ++i) read_face(i);
    if (scanner_.next_filled_line()) {
      collector_.add_note(
          fmt::format("what follows the last face, from {} on, was skipped", make_text(scanner_.place())));
    }
    return collector_.finish(MeshFormat::kOff);
  }

 private:
  void read_header() {
    scanner_.next_filled_line();
    const std::string_view word = scanner_.next_word().value_or("");
    const std::size_t at = word.find("OFF");
    // Some exporters write the first count right behind the word.
    const std::string_view rest = at == std::string_view::npos ? "" : word.substr(at + 3);
    if (at == std::string_view::npos || (!rest.empty() && !find_integer(rest))) {
      scanner_.fail(fmt::format("expected OFF, found {}", make_quote(word)), "an OFF file begins with the word OFF");
    }
    if (word.find_first_not_of("STCN") != at) {
      scanner_.fail(fmt::format("{} is not read: its points may have more than three coordinates", make_quote(word)),
                    "export it as plain OFF");
    }
    num_vertices_ = check_count(rest.empty() ? read_first_count() : *find_integer(rest), "vertices");
    num_faces_ = check_count(scanner_.read_integer("the number of faces"), "faces");
    const std::size_t num_bytes = 6 * num_vertices_ + 8 * num_faces_;  // "0 0 0\n", "3 0 1 2\n"; the last \n may lack
    if (num_bytes > scanner_.bytes_left() + 1) {
      scanner_.fail(fmt::format("the header claims {} vertices and {} faces, which need {} bytes at least; {} are left",
                                num_vertices_, num_faces_, num_bytes, scanner_.bytes_left()),
                    "the file is cut off or its header is wrong; copy or export it again");
    }
  }

  // On the line of the word OFF or on the next.
  std::int64_t read_first_count() {
    auto word = scanner_.next_word();
    if (!word && scanner_.next_filled_line()) word = scanner_.next_word();
    if (word == "BINARY") scanner_.fail("binary OFF is not read", "export it as text, or as PLY");
    const auto count = find_integer(word.value_or(""));
    if (count) return *count;
    scanner_.fail(fmt::format("expected the number of vertices, found {}", make_quote(word.value_or(""))),
                  "export the file again");
  }

  std::size_t check_count(std::int64_t count, std::string_view what) const {
    if (count >= 0 && count <= static_cast<std::int64_t>(kMaxElements)) return static_cast<std::size_t>(count);
    scanner_.fail(fmt::format("the header claims {} {}; 0 to {} are possible", count, what, kMaxElements),
                  "correct the header, or export the file again");
  }

  void next_element(std::string_view what, std::size_t i, std::size_t count) {
    if (scanner_.next_filled_line()) return;
    scanner_.fail(fmt::format("the file ends after {} of {} {}", i, count, what),
                  "it is cut off; copy or export it again");
  }

  void read_vertex(std::size_t i) {
    next_element("vertices", i, num_vertices_);
    const double x = scanner_.read_number("the x coordinate");
    const double y = scanner_.read_number("the y coordinate");
    const double z = scanner_.read_number("the z coordinate");
    collector_.add_vertex({x, y, z}, scanner_.place());
  }

  void read_face(std::size_t i) {
    next_element("faces", i, num_faces_);
    const std::int64_t num_corners = scanner_.read_integer("the number of corners");
    corners_.clear();
    for (std::int64_t k = 0; k < num_corners; ++k) {
      const std::int64_t v = scanner_.read_integer("a vertex number");
      if (v < 0 || v >= static_cast<std::int64_t>(num_vertices_)) {
        scanner_.fail(
            fmt::format("vertex {} does not exist: the file has {} vertices, counted from 0", v, num_vertices_),
            "correct the number, or export the file again");
      }
      corners_.push_back(static_cast<std::uint32_t>(v));
    }
    collector_.add_polygon(corners_, scanner_.place());
  }

  TextScanner scanner_;
  MeshCollector& collector_;
  std::size_t num_vertices_ = 0, num_faces_ = 0;
  std::vector<std::uint32_t> corners_;
};

}  // namespace

MeshFile read_off(std::string_view bytes, MeshCollector& collector) {
  return OffReader(bytes, collector).read();
}

}  // namespace abut::geometry
