#include "abut/geometry/makers/primitives.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "abut/geometry/makers/circle.h"
#include "abut/geometry/makers/mesh_builder.h"

namespace abut::geometry {
namespace {

using math::Vec2;
using math::Vec3;

std::vector<Vec2> make_scaled_circle(double radius, int segments) {
  std::vector<Vec2> points = make_circle(segments);
  for (Vec2& p : points) p *= radius;
  return points;
}

Mesh make_cuboid(const Vec3& size) {
  const Vec3 h = 0.5 * size;
  const std::vector<Vec2> corners = {{h.x(), h.y()}, {-h.x(), h.y()}, {-h.x(), -h.y()}, {h.x(), -h.y()}};
  MeshBuilder builder;
  const VertexLoop below = builder.add_loop(corners, -h.z());
  const VertexLoop above = builder.add_loop(corners, h.z());
  builder.add_wall(below, above);
  builder.add_convex_polygon(make_reversed(below));
  builder.add_convex_polygon(above);
  return builder.take();
}

}  // namespace

Mesh make_box(const Vec3& size) {
  for (const double edge : size) require_length("box", "size", edge);
  return make_cuboid(size);
}

Mesh make_card(double width, double height, double thickness) {
  require_length("card", "width", width);
  require_length("card", "height", height);
  require_length("card", "thickness", thickness);
  return make_cuboid({width, height, thickness});
}

Mesh make_tetrahedron(double edge) {
  require_length("tetrahedron", "edge", edge);
  const double a = edge / std::sqrt(8.0);
  MeshBuilder builder;
  const VertexId p = builder.add_vertex(a, a, a);
  const VertexId q = builder.add_vertex(a, -a, -a);
  const VertexId r = builder.add_vertex(-a, a, -a);
  const VertexId s = builder.add_vertex(-a, -a, a);
  builder.add_triangle(p, q, r);
  builder.add_triangle(p, r, s);
  builder.add_triangle(p, s, q);
  builder.add_triangle(q, s, r);
  return builder.take();
}

Mesh make_cylinder(double radius, double height, int segments) {
  require_length("cylinder", "radius", radius);
  require_length("cylinder", "height", height);
  require_in_range("cylinder", "segments", segments, kSegmentRange);
  MeshBuilder builder;
  const std::vector<Vec2> circle = make_scaled_circle(radius, segments);
  const VertexLoop below = builder.add_loop(circle, -0.5 * height);
  const VertexLoop above = builder.add_loop(circle, 0.5 * height);
  builder.add_wall(below, above);
  builder.add_convex_polygon(make_reversed(below));
  builder.add_convex_polygon(above);
  return builder.take();
}

Mesh make_cone(double base_radius, double top_radius, double height, int segments) {
  if (base_radius != 0.0 || top_radius == 0.0) require_length("cone", "base_radius", base_radius);
  if (top_radius != 0.0) require_length("cone", "top_radius", top_radius);
  require_length("cone", "height", height);
  require_in_range("cone", "segments", segments, kSegmentRange);

  MeshBuilder builder;
  const VertexId base_apex = base_radius == 0.0 ? builder.add_vertex(0.0, 0.0, -0.5 * height) : VertexId::none();
  const VertexId top_apex = top_radius == 0.0 ? builder.add_vertex(0.0, 0.0, 0.5 * height) : VertexId::none();
  VertexLoop below, above;
  if (base_apex.is_none()) {
    below = builder.add_loop(make_scaled_circle(base_radius, segments), -0.5 * height);
    builder.add_convex_polygon(make_reversed(below));
  }
  if (top_apex.is_none()) {
    above = builder.add_loop(make_scaled_circle(top_radius, segments), 0.5 * height);
    builder.add_convex_polygon(above);
  }
  if (!top_apex.is_none()) {
    builder.add_fan(top_apex, below);
  } else if (!base_apex.is_none()) {
    builder.add_fan(base_apex, make_reversed(above));
  } else {
    builder.add_convex_wall(below, above);
  }
  return builder.take();
}

Mesh make_torus(double major_radius, double minor_radius, int major_segments, int minor_segments) {
  require_length("torus", "major_radius", major_radius);
  require_length("torus", "minor_radius", minor_radius);
  require_in_range("torus", "major_segments", major_segments, kSegmentRange);
  require_in_range("torus", "minor_segments", minor_segments, kSegmentRange);
  if (minor_radius > (1.0 - kLeastRatio) * major_radius) {
    refuse("torus", "minor_radius", minor_radius, "less than major_radius, so that the hole stays open",
           "make the tube thinner or the ring larger");
  }
  if (minor_radius < kLeastRatio * major_radius) {
    refuse("torus", "minor_radius", minor_radius, "at least a millionth of major_radius",
           "make the tube thicker or the ring smaller");
  }
  MeshBuilder builder;
  const std::vector<Vec2> section = make_circle(minor_segments);
  std::vector<VertexLoop> loops;
  for (const Vec2& radial : make_circle(major_segments)) {
    VertexLoop& loop = loops.emplace_back();
    for (const Vec2& p : section) {
      const double distance = major_radius + minor_radius * p.x();
      loop.push_back(builder.add_vertex(distance * radial.x(), distance * radial.y(), -minor_radius * p.y()));
    }
  }
  builder.add_closed_tube(loops);
  return builder.take();
}

}  // namespace abut::geometry
