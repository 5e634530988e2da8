#include "abut/scene/split_mesh.h"

#include <fmt/format.h>

#include <algorithm>

#include "abut/base/input_error.h"
#include "abut/geometry/triangle_adjacency.h"

namespace abut::scene {

std::vector<geometry::Mesh> split_mesh(const geometry::Mesh& mesh) {
  if (!mesh.segments.empty() || !mesh.points.empty() || mesh.triangles.empty()) {
    throw InputError({"", "",
                      fmt::format("a mesh of {} triangles, {} loose segments and {} loose points cannot be split",
                                  mesh.triangles.size(), mesh.segments.size(), mesh.points.size()),
                      "only triangles can: remove the rest, or do not ask for it"});
  }
  const geometry::TriangleShells shells =
      geometry::make_triangle_shells(mesh.triangles, geometry::make_triangle_adjacency(mesh));
  std::vector<geometry::Mesh> parts(shells.num_shells);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const ShellId shell = shells.triangle_shell[t];
    if (!shell.is_none()) parts[shell.index()].triangles.push_back(mesh.triangles[t]);
  }
  std::vector<VertexId> new_id(mesh.vertices.size());
  for (geometry::Mesh& part : parts) {
    // Marked, numbered in order, and unmarked again, so that all parts together cost one pass over the corners.
    std::vector<VertexId> used;
    for (const geometry::Triangle& t : part.triangles) {
      for (const VertexId v : t) {
        if (!new_id[v.index()].is_none()) continue;
        new_id[v.index()] = VertexId(0);
        used.push_back(v);
      }
    }
    std::sort(used.begin(), used.end());
    for (std::size_t i = 0; i < used.size(); ++i) {
      new_id[used[i].index()] = VertexId(i);
      part.vertices.push_back(mesh.vertices[used[i].index()]);
    }
    for (geometry::Triangle& t : part.triangles) {
      for (VertexId& v : t) v = new_id[v.index()];
    }
    for (const VertexId v : used) new_id[v.index()] = VertexId::none();
  }
  return parts;
}

}  // namespace abut::scene
