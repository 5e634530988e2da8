#include "abut/geometry/io/obj.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <vector>

#include "abut/geometry/io/text_scanner.h"

namespace abut::geometry {
namespace {

// Texture, normals, shading and materials: they do not change the shape.
constexpr std::array<std::string_view, 15> kLooks{"vt",       "vn",       "vp",         "s",         "usemtl",
                                                  "mtllib",   "usemap",   "maplib",     "lod",       "bevel",
                                                  "c_interp", "d_interp", "shadow_obj", "trace_obj", "mg"};

class ObjReader {
 public:
  ObjReader(std::string_view bytes, MeshCollector& collector)
      : scanner_(bytes, collector.file(), {.has_comments = true, .has_continuations = true}), collector_(collector) {}

  MeshFile read() {
    while (scanner_.next_line()) {
      if (const auto keyword = scanner_.next_word()) read_line(*keyword);
    }
    check_indices();
    note_unknown();
    return collector_.finish(MeshFormat::kObj);
  }

 private:
  void read_line(std::string_view keyword) {
    if (keyword == "v") {
      read_vertex();
    } else if (keyword == "f") {
      const Place place = scanner_.place();
      read_indices();
      collector_.add_polygon(indices_, place);
    } else if (keyword == "l") {
      read_polyline();
    } else if (keyword == "p") {
      const Place place = scanner_.place();
      read_indices();
      for (const std::uint32_t v : indices_) collector_.add_point(v, place);
    } else if (keyword == "o" || keyword == "g") {
      begin_component(keyword == "o");
    } else if (std::find(kLooks.begin(), kLooks.end(), keyword) == kLooks.end()) {
      if (num_unknown_++ == 0) first_unknown_ = fmt::format("{}, {}", make_text(scanner_.place()), make_quote(keyword));
    }
  }

  void read_vertex() {
    const Place place = scanner_.place();
    const double x = scanner_.read_number("the x coordinate");
    const double y = scanner_.read_number("the y coordinate");
    const double z = scanner_.read_number("the z coordinate");
    collector_.add_vertex({x, y, z}, place);
    constexpr int kMaxExtra = 5;  // a weight, a colour with or without opacity
    for (int i = 0; const auto word = scanner_.next_word(); ++i) {
      if (i == kMaxExtra || !find_number(*word)) {
        scanner_.fail(fmt::format("{} after the coordinates of a vertex", make_quote(*word)),
                      "a vertex is x y z, with a weight or a colour at most");
      }
    }
  }

  void read_polyline() {
    const Place place = scanner_.place();
    read_indices();
    if (indices_.size() < 2) {
      throw_fault(collector_.file(), place, fmt::format("a line has {} points, at least 2 are needed", indices_.size()),
                  "remove it, or give it as a point (p)");
    }
    for (std::size_t i = 1; i < indices_.size(); ++i) collector_.add_segment(indices_[i - 1], indices_[i], place);
  }

  // The rest of the line as vertices counted from 0, into indices_.
  void read_indices() {
    indices_.clear();
    while (const auto word = scanner_.next_word()) indices_.push_back(find_vertex(*word));
  }

  // The vertex of v, v/vt, v//vn or v/vt/vn.
  std::uint32_t find_vertex(std::string_view word) {
    std::int64_t index = 0;
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, index);
    const std::string_view rest(stop, static_cast<std::size_t>(end - stop));
    const bool is_index = error == std::errc() && (rest.empty() || rest[0] == '/') &&
                          rest.find_first_not_of("/-0123456789") == std::string_view::npos;
    if (!is_index) {
      scanner_.fail(fmt::format("expected a vertex number, found {}", make_quote(word)),
                    "a corner is v, v/vt, v//vn or v/vt/vn");
    }
    const auto num_vertices = static_cast<std::int64_t>(collector_.mesh().vertices.size());
    if (index == 0) scanner_.fail("vertex 0 does not exist: numbers count from 1", "export the file again");
    if (index < -num_vertices) {
      scanner_.fail(
          fmt::format("vertex {} does not exist: there are {} vertices before this line", index, num_vertices),
          "correct the number, or export the file again");
    }
    if (index > static_cast<std::int64_t>(kMaxElements)) {
      scanner_.fail(fmt::format("vertex {} does not exist: a mesh has at most {}", index, kMaxElements),
                    "correct the number, or export the file again");
    }
    if (index < 0) return static_cast<std::uint32_t>(num_vertices + index);
    if (index > largest_index_) {
      largest_index_ = index;
      largest_place_ = scanner_.place();
    }
    return static_cast<std::uint32_t>(index - 1);
  }

  void begin_component(bool is_object) {
    const std::string_view name = scanner_.rest_of_line();
    if (is_object) {
      object_ = name;
      collector_.begin_component(name);
    } else if (object_.empty() || name.empty()) {
      collector_.begin_component(object_.empty() ? name : object_);
    } else {
      collector_.begin_component(fmt::format("{}/{}", object_, name));
    }
  }

  void check_indices() const {
    const std::size_t num_vertices = collector_.mesh().vertices.size();
    if (largest_index_ <= static_cast<std::int64_t>(num_vertices)) return;
    throw_fault(collector_.file(), largest_place_,
                fmt::format("vertex {} does not exist: the file has {} vertices", largest_index_, num_vertices),
                "correct the number; if the file is cut off, copy or export it again");
  }

  void note_unknown() {
    if (num_unknown_ == 0) return;
    collector_.add_note(
        fmt::format("{} lines with unknown keywords were skipped; the first: {}", num_unknown_, first_unknown_));
  }

  TextScanner scanner_;
  MeshCollector& collector_;
  std::vector<std::uint32_t> indices_;
  std::int64_t largest_index_ = 0;
  Place largest_place_;
  std::string_view object_;
  std::size_t num_unknown_ = 0;
  std::string first_unknown_;
};

}  // namespace

MeshFile read_obj(std::string_view bytes, MeshCollector& collector) {
  return ObjReader(bytes, collector).read();
}

}  // namespace abut::geometry
