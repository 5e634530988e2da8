#include "abut/geometry/makers/mesh_builder.h"

#include <algorithm>
#include <cstddef>

#include "abut/math/predicates.h"

namespace abut::geometry {

VertexId MeshBuilder::add_vertex(const math::Vec3& p) {
  mesh_.vertices.push_back(p);
  return VertexId(mesh_.vertices.size() - 1);
}

VertexLoop MeshBuilder::add_loop(std::span<const math::Vec2> points, double z) {
  VertexLoop loop;
  loop.reserve(points.size());
  for (const math::Vec2& p : points) loop.push_back(add_vertex(p.x(), p.y(), z));
  return loop;
}

void MeshBuilder::add_triangle(VertexId a, VertexId b, VertexId c) {
  mesh_.triangles.push_back({a, b, c});
}

void MeshBuilder::add_quad(VertexId a, VertexId b, VertexId c, VertexId d) {
  if (a != b && b != c) add_triangle(a, b, c);
  if (c != d && d != a) add_triangle(a, c, d);
}

void MeshBuilder::add_convex_quad(VertexId a, VertexId b, VertexId c, VertexId d) {
  // d outside of the plane a b c: the edge a - c is reflex, so b - d is convex.
  if (math::orient3d(position(a), position(b), position(c), position(d)) > 0) {
    add_quad(b, c, d, a);
  } else {
    add_quad(a, b, c, d);
  }
}

void MeshBuilder::add_convex_polygon(std::span<const VertexId> loop) {
  // Cuts off a corner at the front and one at the back in turn.
  std::size_t front = 0, back = loop.size() - 1;
  for (bool at_front = true; back - front > 1; at_front = !at_front) {
    const VertexId middle = at_front ? loop[front + 1] : loop[back - 1];
    add_triangle(loop[front], middle, loop[back]);
    at_front ? ++front : --back;
  }
}

void MeshBuilder::add_fan(VertexId centre, std::span<const VertexId> loop) {
  for (std::size_t i = 0; i < loop.size(); ++i) add_triangle(centre, loop[i], loop[(i + 1) % loop.size()]);
}

void MeshBuilder::add_wall(std::span<const VertexId> below, std::span<const VertexId> above) {
  for (std::size_t i = 0; i < below.size(); ++i) {
    const std::size_t j = (i + 1) % below.size();
    add_quad(below[i], below[j], above[j], above[i]);
  }
}

void MeshBuilder::add_closed_tube(std::span<const VertexLoop> loops) {
  for (std::size_t i = 0; i < loops.size(); ++i) add_wall(loops[i], loops[(i + 1) % loops.size()]);
}

void MeshBuilder::add_convex_wall(std::span<const VertexId> below, std::span<const VertexId> above) {
  for (std::size_t i = 0; i < below.size(); ++i) {
    const std::size_t j = (i + 1) % below.size();
    add_convex_quad(below[i], below[j], above[j], above[i]);
  }
}

VertexLoop make_reversed(VertexLoop loop) {
  std::reverse(loop.begin(), loop.end());
  return loop;
}

}  // namespace abut::geometry
