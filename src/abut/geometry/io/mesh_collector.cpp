#include "abut/geometry/io/mesh_collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "abut/base/input_error.h"
#include "abut/geometry/triangulate.h"
#include "abut/geometry/weld.h"

namespace abut::geometry {

using math::Vec3;

Vec3 MeshCollector::scale_and_check(const Vec3& p, Place place) const {
  Vec3 q;
  for (int i = 0; i < 3; ++i) {
    q[i] = geometry::to_metres(p[i], units_);
    if (std::abs(q[i]) <= kMaxCoordinate) continue;
    const char axis = "xyz"[i];
    if (!std::isfinite(p[i])) {
      throw_fault(file_, place, fmt::format("the {} coordinate is not finite", axis),
                  "correct it, or export the file again");
    }
    throw_fault(file_, place, fmt::format("the {} coordinate is {} m, more than {}", axis, q[i], kMaxCoordinate),
                "correct it, or export the file again");
  }
  return q;
}

void MeshCollector::add_triangle(const Triangle& corners, Place place) {
  if (component_.is_none()) choose_component();
  push(mesh_.triangles, corners, place, "triangles");
  ++num_polygons_;
  assign_component();
}

void MeshCollector::add_polygon(std::span<const std::uint32_t> corners, Place place) {
  if (corners.size() < 3) {
    throw_fault(file_, place, fmt::format("a face has {} corners, at least 3 are needed", corners.size()),
                "remove the face, or give it as a line");
  }
  if (component_.is_none()) choose_component();
  if (corners.size() > 3) {
    polygons_.push_back(
        {static_cast<std::uint32_t>(mesh_.triangles.size()), static_cast<std::uint32_t>(corners.size())});
  }
  for (std::size_t i = 2; i < corners.size(); ++i) {
    push(mesh_.triangles, {VertexId(corners[0]), VertexId(corners[i - 1]), VertexId(corners[i])}, place, "triangles");
  }
  ++num_polygons_;
  assign_component();
}

void MeshCollector::add_segment(std::uint32_t a, std::uint32_t b, Place place) {
  push(mesh_.segments, {VertexId(a), VertexId(b)}, place, "segments");
}

void MeshCollector::fail_too_many(const char* what, Place place) const {
  throw_fault(file_, place, fmt::format("more than {} {}", kMaxElements, what), "split the file into parts");
}

void MeshCollector::add_note(std::string note) {
  notes_.push_back(std::move(note));
}

void MeshCollector::begin_component(std::string_view name) {
  component_name_ = name;
  component_ = ComponentId::none();
}

void MeshCollector::begin_new_component(std::string_view name) {
  std::string unique(name);
  while (component_by_name_.contains(unique))
    unique = fmt::format("{}#{}", name, ++num_namesakes_[std::string(name)] + 1);
  begin_component(unique);
}

void MeshCollector::choose_component() {
  const auto [entry, is_new] = component_by_name_.try_emplace(component_name_, mesh_.component_names.size());
  component_ = entry->second;
  if (!is_new) return;
  mesh_.component_names.push_back(component_name_);
  if (mesh_.component_names.size() == 2 && mesh_.triangle_component.empty()) {
    mesh_.triangle_component.assign(mesh_.triangles.size(), ComponentId(0));
  }
}

// As long as all there is has no name, components are left out of the mesh.
void MeshCollector::assign_component() {
  const bool is_nameless = mesh_.component_names.size() == 1 && component_name_.empty();
  if (!is_nameless) mesh_.triangle_component.resize(mesh_.triangles.size(), component_);
}

void MeshCollector::cut_polygons() {
  std::size_t num_bent = 0, num_not_simple = 0;
  std::vector<VertexId> ids;
  std::vector<Vec3> corners;
  for (const Polygon& polygon : polygons_) {
    Triangle* fan = &mesh_.triangles[polygon.first_triangle];
    ids.assign({fan[0][0], fan[0][1]});
    for (std::size_t i = 2; i < polygon.num_corners; ++i) ids.push_back(fan[i - 2][2]);
    corners.clear();
    for (const VertexId v : ids) corners.push_back(mesh_.vertices[v.index()]);
    const PolygonTriangles cut = triangulate_polygon(corners);
    for (const auto& [a, b, c] : cut.triangles) *fan++ = {ids[a], ids[b], ids[c]};
    num_bent += !cut.is_planar;
    num_not_simple += !cut.is_simple;
  }
  if (num_bent > 0) {
    add_note(fmt::format("{} of {} polygons are not planar; their surface is that of the triangles they were cut into",
                         num_bent, num_polygons_));
  }
  if (num_not_simple > 0) {
    add_note(fmt::format("{} of {} polygons cross themselves or have no area and were cut into fans; check them",
                         num_not_simple, num_polygons_));
  }
}

void MeshCollector::note_size() {
  constexpr double kLarge = 20.0, kSmall = 1e-4;  // m
  const double size = compute_bounds(mesh_).extent().maxCoeff();
  const std::string_view unit = get_symbol(units_);
  if (size > kLarge) {
    const std::string_view question =
        units_ == Units::kMetres ? "is it in millimetres? then use --units mm" : "is it in a smaller unit? see --units";
    add_note(fmt::format("suspiciously large: {:.3g} m, read in {}; {}", size, unit, question));
  } else if (size < kSmall && size > 0) {
    const std::string_view question =
        units_ == Units::kMetres ? "is it in a larger unit?" : "is it in metres? then use --units m";
    add_note(fmt::format("suspiciously small: {:.3g} m, read in {}; {}", size, unit, question));
  }
}

MeshFile MeshCollector::finish(MeshFormat format, bool is_welded) {
  if (mesh_.vertices.empty()) {
    throw InputError({file_, "",
                      fmt::format("the file holds no vertices, so it is no mesh; it was read as {}", get_name(format)),
                      "check that it is the right file and that its name ends as its format does"});
  }
  if (mesh_.triangles.empty() && mesh_.segments.empty() && mesh_.points.empty()) {
    for (std::size_t v = 0; v < mesh_.vertices.size(); ++v) mesh_.points.emplace_back(v);
  }
  if (mesh_.triangle_component.empty()) mesh_.component_names.clear();
  cut_polygons();
  const std::size_t num_welded = is_welded ? 3 * mesh_.triangles.size() - mesh_.vertices.size() : weld_equal(mesh_);
  note_size();
  return {std::move(mesh_), format, num_polygons_, num_welded, std::move(notes_)};
}

}  // namespace abut::geometry
