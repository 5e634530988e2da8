#include "abut/geometry/weld.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "abut/base/input_error.h"
#include "abut/geometry/id_table.h"

namespace abut::geometry {
namespace {

using math::Vec3;

// Moves every element from vertex v to stand_in[v] <= v, and removes the vertices that are no stand-in.
std::size_t replace_vertices(Mesh& mesh, const std::vector<std::uint32_t>& stand_in) {
  std::vector<VertexId> new_id(stand_in.size());
  std::size_t num_kept = 0;
  for (std::size_t v = 0; v < stand_in.size(); ++v) {
    if (stand_in[v] == v) {
      mesh.vertices[num_kept] = mesh.vertices[v];
      new_id[v] = VertexId(num_kept++);
    } else {
      new_id[v] = new_id[stand_in[v]];
    }
  }
  const std::size_t num_removed = stand_in.size() - num_kept;
  if (num_removed == 0) return 0;
  mesh.vertices.resize(num_kept);
  for (Triangle& triangle : mesh.triangles) {
    for (VertexId& v : triangle) v = new_id[v.index()];
  }
  for (Segment& segment : mesh.segments) {
    for (VertexId& v : segment) v = new_id[v.index()];
  }
  for (VertexId& v : mesh.points) v = new_id[v.index()];
  return num_removed;
}

std::uint32_t combine(std::uint32_t hash, ComponentId component) {
  return hash ^ (component.value() * 0x9e3779b1u);
}

// The kept vertices by the cells of a cubic grid, for weld_within.
class VertexGrid {
 public:
  VertexGrid(const std::vector<Vec3>& vertices, const std::vector<ComponentId>& component, double distance)
      : vertices_(vertices), component_(component), next_in_cell_(vertices.size(), kNone) {
    // Slightly more than the distance, and not so small that rounding p / size_ moves a point by a sizable part of a
    // cell (2^-12 at most): points within `distance` are then in the same cell or in neighbours. Any size if it is 0.
    double extent = 0.0;
    for (const Vec3& p : vertices) extent = std::max(extent, p.cwiseAbs().maxCoeff());
    size_ = std::max({distance * (1.0 + 0x1p-10), extent * 0x1p-40, std::numeric_limits<double>::min()});
  }

  // The kept vertex of lowest id within `distance` of `v` and of its component, or v itself, which is then kept.
  std::uint32_t find_or_keep(std::uint32_t v, double distance) {
    const Cell home = find_cell(v);
    std::uint32_t nearest = v;
    for (int k = 0; k < 27; ++k) {
      const std::array<int, 3> step{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
      const Cell cell{home[0] + step[0], home[1] + step[1], home[2] + step[2]};
      for (std::uint32_t w = find_head(cell, component_[v]); w != kNone; w = next_in_cell_[w]) {
        const Vec3 arm = vertices_[w] - vertices_[v];
        if (w < nearest && std::hypot(arm.x(), arm.y(), arm.z()) <= distance) nearest = w;
      }
    }
    if (nearest == v) keep(v, home);
    return nearest;
  }

 private:
  using Cell = std::array<double, 3>;  // integers, exact: below 2^41 in size
  static constexpr std::uint32_t kNone = IdTable::kEmpty;

  Cell find_cell(std::uint32_t v) const {
    const Vec3& p = vertices_[v];
    return {std::floor(p.x() / size_), std::floor(p.y() / size_), std::floor(p.z() / size_)};
  }
  static std::uint32_t hash_of(const Cell& cell, ComponentId c) {
    return combine(compute_hash(Vec3(cell[0], cell[1], cell[2])), c);
  }
  auto is_in(const Cell& cell, ComponentId c) const {
    return [this, &cell, c](std::uint32_t w) { return component_[w] == c && find_cell(w) == cell; };
  }
  std::uint32_t find_head(const Cell& cell, ComponentId c) const {
    return table_.find(hash_of(cell, c), is_in(cell, c));
  }
  void keep(std::uint32_t v, const Cell& cell) {
    const ComponentId c = component_[v];
    const std::uint32_t head = table_.find_or_insert(hash_of(cell, c), v, is_in(cell, c));
    if (head == v) return;
    next_in_cell_[v] = next_in_cell_[head];
    next_in_cell_[head] = v;
  }

  const std::vector<Vec3>& vertices_;
  const std::vector<ComponentId>& component_;
  std::vector<std::uint32_t> next_in_cell_;  // the list of a cell starts with the vertex its table entry names
  IdTable table_;
  double size_ = 0.0;
};

}  // namespace

std::vector<ComponentId> compute_vertex_components(const Mesh& mesh) {
  std::vector<ComponentId> component(mesh.vertices.size());
  const auto claim = [&](VertexId v, ComponentId c) {
    if (component[v.index()].is_none()) component[v.index()] = c;
  };
  const bool has_components = !mesh.triangle_component.empty();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const ComponentId c = has_components ? mesh.triangle_component[t] : ComponentId(0);
    for (const VertexId v : mesh.triangles[t]) claim(v, c);
  }
  const ComponentId loose(has_components ? mesh.component_names.size() : 0);
  for (const Segment& segment : mesh.segments) {
    for (const VertexId v : segment) claim(v, loose);
  }
  for (const VertexId v : mesh.points) claim(v, loose);
  return component;
}

std::size_t weld_equal(Mesh& mesh) {
  const std::vector<ComponentId> component = compute_vertex_components(mesh);
  std::vector<std::uint32_t> stand_in(mesh.vertices.size());
  IdTable table(stand_in.size());
  for (std::uint32_t v = 0; v < stand_in.size(); ++v) {
    const ComponentId c = component[v];
    const auto is_same = [&](std::uint32_t w) { return mesh.vertices[w] == mesh.vertices[v] && component[w] == c; };
    stand_in[v] = c.is_none() ? v : table.find_or_insert(combine(compute_hash(mesh.vertices[v]), c), v, is_same);
  }
  return replace_vertices(mesh, stand_in);
}

std::size_t weld_within(Mesh& mesh, double distance) {
  if (!(distance >= 0.0) || std::isinf(distance)) {
    throw InputError({"", "", fmt::format("the welding distance is {} m", distance), "give a length of 0 or more"});
  }
  const std::vector<ComponentId> component = compute_vertex_components(mesh);
  std::vector<std::uint32_t> stand_in(mesh.vertices.size());
  VertexGrid grid(mesh.vertices, component, distance);
  for (std::uint32_t v = 0; v < stand_in.size(); ++v) {
    stand_in[v] = component[v].is_none() ? v : grid.find_or_keep(v, distance);
  }
  return replace_vertices(mesh, stand_in);
}

}  // namespace abut::geometry
