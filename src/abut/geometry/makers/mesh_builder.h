// Puts a mesh together vertex by vertex and face by face. Faces are given counter-clockwise seen from outside.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::geometry {

using VertexLoop = std::vector<VertexId>;  // closed: the last is followed by the first

class MeshBuilder {
 public:
  VertexId add_vertex(const math::Vec3& p);
  VertexId add_vertex(double x, double y, double z) { return add_vertex(math::Vec3(x, y, z)); }

  // A loop of points at one height: exactly coplanar.
  VertexLoop add_loop(std::span<const math::Vec2> points, double z);

  void add_triangle(VertexId a, VertexId b, VertexId c);
  // Split along a - c. Corners that coincide (equal ids, next to each other) leave one triangle, or none.
  void add_quad(VertexId a, VertexId b, VertexId c, VertexId d);
  // Split along the diagonal that is not reflex, exactly: a - c if the four are coplanar. A quad that is flat up to
  // rounding then leaves a convex solid convex.
  void add_convex_quad(VertexId a, VertexId b, VertexId c, VertexId d);

  // A strictly convex polygon, cut in zigzag without a new vertex.
  void add_convex_polygon(std::span<const VertexId> loop);
  // Triangles from one vertex to every edge of a loop.
  void add_fan(VertexId centre, std::span<const VertexId> loop);
  // The wall between two loops of equal size that run counter-clockwise seen from above: outside is away from the axis.
  void add_wall(std::span<const VertexId> below, std::span<const VertexId> above);
  // Walls from each loop to the next and from the last to the first, each loop counter-clockwise seen from the next
  // one.
  void add_closed_tube(std::span<const VertexLoop> loops);
  // add_wall with add_convex_quad.
  void add_convex_wall(std::span<const VertexId> below, std::span<const VertexId> above);

  const math::Vec3& position(VertexId v) const { return mesh_.vertices[v.index()]; }
  Mesh take() { return std::move(mesh_); }

 private:
  Mesh mesh_;
};

// The loop backwards: the same polygon seen from its other side.
VertexLoop make_reversed(VertexLoop loop);

}  // namespace abut::geometry
