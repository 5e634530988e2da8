// Meshes with cavities, put together from others.
#pragma once

#include <utility>

#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/mesh.h"
#include "proximity/sample_shapes.h"

namespace abut::proximity {

inline geometry::Mesh make_moved(geometry::Mesh mesh, const math::Vec3& by) {
  for (math::Vec3& p : mesh.vertices) p += by;
  return mesh;
}

inline void append_mesh(geometry::Mesh& to, const geometry::Mesh& from) {
  const std::size_t first = to.vertices.size();
  to.vertices.insert(to.vertices.end(), from.vertices.begin(), from.vertices.end());
  for (const geometry::Triangle& t : from.triangles) {
    to.triangles.push_back(
        {VertexId(first + t[0].index()), VertexId(first + t[1].index()), VertexId(first + t[2].index())});
  }
}

// A cube `outer` across with a cubical cavity `inner` across.
inline geometry::Mesh make_hollow_box(double outer, double inner) {
  geometry::Mesh mesh = geometry::make_box({outer, outer, outer}), cavity = geometry::make_box({inner, inner, inner});
  for (geometry::Triangle& t : cavity.triangles) std::swap(t[0], t[1]);
  append_mesh(mesh, cavity);
  return mesh;
}

}  // namespace abut::proximity
