#include "abut/geometry/mesh.h"

namespace abut::geometry {

math::Aabb compute_bounds(const Mesh& mesh) {
  math::Aabb bounds;
  const auto grow = [&](VertexId v) { bounds.grow(mesh.vertices[v.index()]); };
  for (const Triangle& triangle : mesh.triangles) {
    for (const VertexId v : triangle) grow(v);
  }
  for (const Segment& segment : mesh.segments) {
    for (const VertexId v : segment) grow(v);
  }
  for (const VertexId v : mesh.points) grow(v);
  return bounds;
}

}  // namespace abut::geometry
