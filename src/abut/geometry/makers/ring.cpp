#include "abut/geometry/makers/ring.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "abut/geometry/triangulate.h"
#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

using math::orient2d;
using math::Vec2;
using math::Vec3;

struct Bridge {
  std::size_t outer = 0, inner = 0;
};

bool is_between(const Vec2& a, const Vec2& p, const Vec2& b) {
  return orient2d(a, b, p) == 0 && std::min(a.x(), b.x()) <= p.x() && p.x() <= std::max(a.x(), b.x()) &&
         std::min(a.y(), b.y()) <= p.y() && p.y() <= std::max(a.y(), b.y());
}

bool is_crossed(const Vec2& a, const Vec2& b, const Vec2& p, const Vec2& q) {
  return orient2d(a, b, p) * orient2d(a, b, q) < 0 && orient2d(p, q, a) * orient2d(p, q, b) < 0;
}

// The segment a b, corners of the polygons both, meets no other corner and crosses no edge of this one.
bool is_clear(const Vec2& a, const Vec2& b, std::span<const Vec2> polygon) {
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2& p = polygon[i];
    if (p != a && p != b && is_between(a, p, b)) return false;
    if (is_crossed(a, b, p, polygon[(i + 1) % polygon.size()])) return false;
  }
  return true;
}

// From the given inner corner to the nearest outer one that it sees, past the bridge there is.
std::optional<Bridge> find_bridge(std::span<const Vec2> outer, std::span<const Vec2> inner, std::size_t from,
                                  const std::optional<Bridge>& other) {
  const Vec2& a = inner[from];
  std::vector<std::size_t> order(outer.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return (outer[i] - a).squaredNorm() < (outer[j] - a).squaredNorm();
  });
  for (const std::size_t to : order) {
    const Vec2& b = outer[to];
    if (other && (other->outer == to || is_crossed(a, b, outer[other->outer], inner[other->inner]))) continue;
    if (is_clear(a, b, outer) && is_clear(a, b, inner)) return Bridge{to, from};
  }
  return std::nullopt;
}

// One half of the ring: outward along `first`, along the outer polygon to `second`, back along the inner one.
void append_half(std::span<const Vec2> outer, std::span<const Vec2> inner, const Bridge& first, const Bridge& second,
                 std::vector<std::array<std::uint32_t, 3>>& triangles) {
  std::vector<std::uint32_t> numbers;
  std::vector<Vec3> corners;
  const auto add = [&](std::size_t number, const Vec2& p) {
    numbers.push_back(static_cast<std::uint32_t>(number));
    corners.emplace_back(p.x(), p.y(), 0.0);
  };
  for (std::size_t i = first.outer;; i = (i + 1) % outer.size()) {
    add(i, outer[i]);
    if (i == second.outer) break;
  }
  for (std::size_t i = second.inner;; i = (i + inner.size() - 1) % inner.size()) {
    add(outer.size() + i, inner[i]);
    if (i == first.inner) break;
  }
  const PolygonTriangles cut = triangulate_polygon(corners);
  if (!cut.is_simple) throw std::logic_error("triangulate_ring: half a ring is not a simple polygon");
  for (const auto& [a, b, c] : cut.triangles) triangles.push_back({numbers[a], numbers[b], numbers[c]});
}

}  // namespace

std::vector<std::array<std::uint32_t, 3>> triangulate_ring(std::span<const Vec2> outer, std::span<const Vec2> inner) {
  // From the inner corners farthest right and farthest left, or else from any other.
  std::vector<std::size_t> order(inner.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return inner[i].x() < inner[j].x(); });
  const std::optional<Bridge> first = find_bridge(outer, inner, order.back(), std::nullopt);
  std::optional<Bridge> second;
  for (std::size_t i = 0; first && !second && i + 1 < order.size(); ++i) {
    second = find_bridge(outer, inner, order[i], first);
  }
  if (!second) throw std::logic_error("triangulate_ring: the inner polygon is not inside the outer one");

  std::vector<std::array<std::uint32_t, 3>> triangles;
  append_half(outer, inner, *first, *second, triangles);
  append_half(outer, inner, *second, *first, triangles);
  return triangles;
}

}  // namespace abut::geometry
