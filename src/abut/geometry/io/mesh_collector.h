// Collects what a reader finds in a file, in its order, and makes the mesh of it: coordinates in metres, polygons as
// triangles, vertices welded, and notes on what the user should know.
//
// Memory: the mesh itself, and 8 bytes for every polygon of more than three corners. A reader reserves only what the
// file's size backs.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abut/geometry/io/mesh_file.h"
#include "abut/geometry/io/place.h"
#include "abut/geometry/io/units.h"
#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::geometry {

class MeshCollector {
 public:
  MeshCollector(std::string_view file, Units units) : file_(file), units_(units) {}

  // A point of the file in metres. Throws InputError at `place` if it is not finite or beyond kMaxCoordinate.
  math::Vec3 to_metres(const math::Vec3& p, Place place) const {
    const auto is_fine = [](double x) { return std::abs(x) <= kMaxCoordinate; };
    if (units_ == Units::kMetres && is_fine(p.x()) && is_fine(p.y()) && is_fine(p.z())) return p;
    return scale_and_check(p, place);
  }

  // Elements, over vertices counted from 0. Vertices may come after the elements that use them; that they exist is for
  // the reader to check. Each throws InputError at `place` when there are more than kMaxElements of its kind.
  void add_vertex(const math::Vec3& p, Place place) { push(mesh_.vertices, to_metres(p, place), place, "vertices"); }
  void add_triangle(const Triangle& corners, Place place);
  // Throws InputError at `place` if there are less than three corners.
  void add_polygon(std::span<const std::uint32_t> corners, Place place);
  void add_segment(std::uint32_t a, std::uint32_t b, Place place);
  void add_point(std::uint32_t v, Place place) { push(mesh_.points, VertexId(v), place, "points"); }

  // What follows belongs to the component of this name: again, if it had elements before.
  void begin_component(std::string_view name);
  // What follows belongs to a component of its own. Namesakes are numbered: part, part#2, part#3.
  void begin_new_component(std::string_view name);

  void add_note(std::string note);

  Mesh& mesh() { return mesh_; }
  std::string_view file() const { return file_; }

  // The mesh, with its polygons cut up, welded (unless the reader did that), and its loose vertices, if it has nothing
  // else, as points. Throws InputError if there are no vertices. Leaves the collector empty.
  MeshFile finish(MeshFormat format, bool is_welded = false);

 private:
  struct Polygon {
    std::uint32_t first_triangle, num_corners;
  };

  template <class Element>
  void push(std::vector<Element>& elements, const Element& element, Place place, const char* what) const {
    if (elements.size() >= kMaxElements) fail_too_many(what, place);
    elements.push_back(element);
  }
  [[noreturn]] void fail_too_many(const char* what, Place place) const;

  math::Vec3 scale_and_check(const math::Vec3& p, Place place) const;
  void choose_component();
  void assign_component();
  void cut_polygons();
  void note_size();

  std::string file_;
  Units units_;
  Mesh mesh_;
  std::vector<Polygon> polygons_;  // of more than three corners; in mesh_ they are fans until they are cut
  std::size_t num_polygons_ = 0;
  std::vector<std::string> notes_;

  std::map<std::string, ComponentId> component_by_name_;
  std::map<std::string, std::size_t> num_namesakes_;
  std::string component_name_;  // of what follows
  ComponentId component_;       // of what follows; none until it has an element
};

}  // namespace abut::geometry
