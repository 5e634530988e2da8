#include "abut/geometry/makers/prism.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "abut/base/input_error.h"
#include "abut/geometry/makers/mesh_builder.h"
#include "abut/geometry/makers/requirement.h"
#include "abut/geometry/makers/ring.h"
#include "abut/geometry/triangulate.h"
#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

using math::orient2d;
using math::Vec2;
using math::Vec3;

[[noreturn]] void refuse_polygon(std::string fault, std::string remedy) {
  throw InputError({"", "prism", std::move(fault), std::move(remedy)});
}

// Closed segments that share a point.
bool is_meeting(const Vec2& a, const Vec2& b, const Vec2& p, const Vec2& q) {
  const auto is_apart = [](double u0, double u1, double v0, double v1) {
    return std::max(u0, u1) < std::min(v0, v1) || std::max(v0, v1) < std::min(u0, u1);
  };
  if (is_apart(a.x(), b.x(), p.x(), q.x()) || is_apart(a.y(), b.y(), p.y(), q.y())) return false;
  return orient2d(a, b, p) * orient2d(a, b, q) <= 0 && orient2d(p, q, a) * orient2d(p, q, b) <= 0;
}

// Sides next to each other may share their corner only, others nothing.
void require_simple(std::span<const Vec2> polygon) {
  const std::size_t n = polygon.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 &a = polygon[i], &b = polygon[(i + 1) % n], &c = polygon[(i + 2) % n];
    if (a == b) refuse_polygon(fmt::format("corners {} and {} of the polygon coincide", i, (i + 1) % n), "drop one");
    if (orient2d(a, b, c) == 0 && (b - a).dot(c - b) < 0.0) {
      refuse_polygon(fmt::format("the polygon turns back on itself at corner {}", (i + 1) % n), "drop that corner");
    }
    for (std::size_t j = i + 2; j < n; ++j) {
      if ((j + 1) % n == i || !is_meeting(a, b, polygon[j], polygon[(j + 1) % n])) continue;
      refuse_polygon(fmt::format("the polygon's sides from corners {} and {} meet", i, j),
                     "give the corners in order around an outline that does not touch itself");
    }
  }
}

std::vector<Vec2> make_counter_clockwise(std::span<const Vec2> polygon) {
  std::vector<Vec2> corners(polygon.begin(), polygon.end());
  // At the lowest of the leftmost corners the outline turns left if it runs counter-clockwise; straight on is
  // impossible there.
  const std::size_t n = corners.size();
  const auto corner =
      static_cast<std::size_t>(std::min_element(corners.begin(), corners.end(),
                                                [](const Vec2& a, const Vec2& b) {
                                                  return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
                                                }) -
                               corners.begin());
  const bool is_clockwise = orient2d(corners[(corner + n - 1) % n], corners[corner], corners[(corner + 1) % n]) < 0;
  if (is_clockwise) std::reverse(corners.begin(), corners.end());
  return corners;
}

void require_profile(const char* maker, double width, double height, double thickness, double depth, int walls) {
  require_length(maker, "width", width);
  require_length(maker, "height", height);
  require_length(maker, "thickness", thickness);
  require_length(maker, "depth", depth);
  const double thickest = 0.999 * std::min(width / walls, height);
  if (thickness > thickest) {
    refuse(maker, "thickness", thickness, fmt::format("at most {} m, so that it leaves room inside", thickest),
           "make it thinner, or width and height larger");
  }
  if (thickness < kLeastRatio * std::max(width, height)) {
    refuse(maker, "thickness", thickness, "at least a millionth of width and height", "make it thicker");
  }
}

}  // namespace

Mesh make_prism(std::span<const Vec2> polygon, double height) {
  require_length("prism", "height", height);
  if (polygon.size() < 3 || polygon.size() > kMaxPrismCorners) {
    refuse_polygon(fmt::format("the polygon has {} corners, expected 3 to {}", polygon.size(), kMaxPrismCorners),
                   "give that many");
  }
  for (const Vec2& p : polygon) {
    for (const double coordinate : p) require_in_range("prism", "polygon", coordinate, kCoordinateRange);
  }
  require_simple(polygon);
  return make_simple_prism(make_counter_clockwise(polygon), height);
}

Mesh make_simple_prism(std::span<const Vec2> corners, double height) {
  std::vector<Vec3> flat;
  for (const Vec2& p : corners) flat.emplace_back(p.x(), p.y(), 0.0);
  return make_prism_over(corners, {}, triangulate_polygon(flat).triangles, height);
}

Mesh make_hollow_prism(std::span<const Vec2> outline, std::span<const Vec2> hole, double height) {
  return make_prism_over(outline, hole, triangulate_ring(outline, hole), height);
}

Mesh make_prism_over(std::span<const Vec2> outline, std::span<const Vec2> hole,
                     std::span<const std::array<std::uint32_t, 3>> triangles, double height) {
  MeshBuilder builder;
  VertexLoop below = builder.add_loop(outline, -0.5 * height);
  VertexLoop above = builder.add_loop(outline, 0.5 * height);
  const VertexLoop hole_below = builder.add_loop(hole, -0.5 * height);
  const VertexLoop hole_above = builder.add_loop(hole, 0.5 * height);
  builder.add_wall(below, above);
  builder.add_wall(hole_above, hole_below);
  below.insert(below.end(), hole_below.begin(), hole_below.end());
  above.insert(above.end(), hole_above.begin(), hole_above.end());
  for (const auto& [a, b, c] : triangles) {
    builder.add_triangle(below[c], below[b], below[a]);
    builder.add_triangle(above[a], above[b], above[c]);
  }
  return builder.take();
}

Mesh make_l_shape(double width, double height, double thickness, double depth) {
  require_profile("l_shape", width, height, thickness, depth, 1);
  const std::array<Vec2, 6> corners = {Vec2(0.0, 0.0),          Vec2(width, 0.0),
                                       Vec2(width, thickness),  Vec2(thickness, thickness),
                                       Vec2(thickness, height), Vec2(0.0, height)};
  return make_simple_prism(corners, depth);
}

Mesh make_u_shape(double width, double height, double thickness, double depth) {
  require_profile("u_shape", width, height, thickness, depth, 2);
  const double outer = 0.5 * width, inner = 0.5 * width - thickness;
  const std::array<Vec2, 8> corners = {Vec2(-outer, 0.0),    Vec2(outer, 0.0),       Vec2(outer, height),
                                       Vec2(inner, height),  Vec2(inner, thickness), Vec2(-inner, thickness),
                                       Vec2(-inner, height), Vec2(-outer, height)};
  return make_simple_prism(corners, depth);
}

}  // namespace abut::geometry
