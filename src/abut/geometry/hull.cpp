#include "abut/geometry/hull.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "abut/base/input_error.h"
#include "abut/geometry/exact_hull.h"
#include "abut/geometry/hull_proof.h"
#include "abut/geometry/qhull.h"
#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

using math::Vec2;
using math::Vec3;
using Points = std::span<const Vec3>;
using Indices = std::vector<std::uint32_t>;

void check_finite(Points points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].allFinite()) continue;
    throw InputError(
        {{},
         fmt::format("point {}", i),
         fmt::format("({}, {}, {}) is not finite, so there is no hull", points[i].x(), points[i].y(), points[i].z()),
         "correct or remove it"});
  }
}

bool is_less(const Vec3& a, const Vec3& b) {
  return std::ranges::lexicographical_compare(a, b);
}

// The first of each set of equal points, in lexicographic order of the points.
Indices sort_distinct(Points points) {
  Indices order(points.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, [&](std::uint32_t i, std::uint32_t j) { return is_less(points[i], points[j]); });
  const auto rest =
      std::ranges::unique(order, [&](std::uint32_t i, std::uint32_t j) { return points[i] == points[j]; });
  order.erase(rest.begin(), rest.end());
  return order;
}

// One of the points that is accepted: the one with the largest (rounded) measure if that is, else the first.
template <class Measure, class Accept>
std::optional<std::uint32_t> find_largest(const Indices& candidates, const Measure& measure, const Accept& accept) {
  std::uint32_t best = candidates.front();
  double most = -1.0;
  for (const std::uint32_t i : candidates) {
    const double m = measure(i);
    if (m > most) {
      most = m;
      best = i;
    }
  }
  if (accept(best)) return best;
  const auto first = std::ranges::find_if(candidates, accept);
  return first == candidates.end() ? std::nullopt : std::optional(*first);
}

Hull pick_vertices(HullOutcome outcome, Points points, const Indices& source) {
  Hull hull;
  hull.outcome = outcome;
  hull.source = source;
  for (const std::uint32_t i : source) hull.mesh.vertices.push_back(points[i]);
  return hull;
}

Hull make_segment(Points points, std::uint32_t a, std::uint32_t b) {
  Hull hull = pick_vertices(HullOutcome::kSegment, points, {a, b});
  hull.mesh.segments = {{VertexId(0), VertexId(1)}};
  return hull;
}

// Along the plane of a, b, c, onto the first of the xy, zx and yz planes that it is not perpendicular to.
std::vector<Vec2> project(Points points, const std::array<std::uint32_t, 3>& abc) {
  constexpr std::array<std::array<int, 2>, 3> kPlanes = {{{0, 1}, {2, 0}, {1, 2}}};
  const auto onto = [&](const std::array<int, 2>& plane, std::uint32_t i) {
    return Vec2(points[i][plane[0]], points[i][plane[1]]);
  };
  std::size_t k = 0;
  while (k < 2 && math::orient2d(onto(kPlanes[k], abc[0]), onto(kPlanes[k], abc[1]), onto(kPlanes[k], abc[2])) == 0)
    ++k;
  std::vector<Vec2> projected(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) projected[i] = onto(kPlanes[k], i);
  return projected;
}

// Andrew's monotone chain, points in line left out.
Indices find_polygon(const std::vector<Vec2>& points, Indices order) {
  std::ranges::sort(order, [&](std::uint32_t i, std::uint32_t j) {
    return std::ranges::lexicographical_compare(points[i], points[j]);
  });
  Indices polygon;
  const auto add_chain = [&](const auto& sorted) {
    const std::size_t base = polygon.size();
    for (const std::uint32_t i : sorted) {
      while (polygon.size() >= base + 2 &&
             math::orient2d(points[polygon[polygon.size() - 2]], points[polygon.back()], points[i]) <= 0) {
        polygon.pop_back();
      }
      polygon.push_back(i);
    }
    polygon.pop_back();  // the first of the other chain
  };
  add_chain(order);
  std::ranges::reverse(order);
  add_chain(order);
  return polygon;
}

Hull make_flat(Points points, const Indices& distinct, const std::array<std::uint32_t, 3>& abc) {
  Hull hull = pick_vertices(HullOutcome::kFlat, points, find_polygon(project(points, abc), distinct));
  for (std::uint32_t i = 2; i < hull.source.size(); ++i) {
    hull.mesh.triangles.push_back({VertexId(0), VertexId(i - 1), VertexId(i)});
  }
  return hull;
}

// `start`: four of the distinct points that are not coplanar.
Hull make_solid(Points points, Indices distinct, const std::array<std::uint32_t, 4>& start) {
  std::ranges::sort(distinct);  // so that vertices keep the order in which they were given
  std::vector<Vec3> candidates;
  for (const std::uint32_t i : distinct) candidates.push_back(points[i]);
  std::optional<std::vector<Triangle>> triangles = find_qhull_hull(candidates);
  if (!triangles || !is_proven_hull(candidates, *triangles)) {
    std::array<VertexId, 4> corners;
    std::ranges::transform(start, corners.begin(), [&](std::uint32_t i) {
      return VertexId(std::ranges::lower_bound(distinct, i) - distinct.begin());
    });
    triangles = make_exact_hull(candidates, corners);
  }

  std::vector<bool> is_vertex(candidates.size(), false);
  for (const Triangle& t : *triangles) {
    for (const VertexId v : t) is_vertex[v.index()] = true;
  }
  Indices source;
  std::vector<VertexId> vertex_of(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!is_vertex[i]) continue;
    vertex_of[i] = VertexId(source.size());
    source.push_back(distinct[i]);
  }
  Hull hull = pick_vertices(HullOutcome::kSolid, points, source);
  for (const Triangle& t : *triangles) {
    hull.mesh.triangles.push_back({vertex_of[t[0].index()], vertex_of[t[1].index()], vertex_of[t[2].index()]});
  }
  return hull;
}

}  // namespace

Hull make_hull(Points points) {
  check_finite(points);
  if (points.empty()) return {};
  const Indices distinct = sort_distinct(points);
  const std::uint32_t a = distinct.front();
  const std::uint32_t b = distinct.back();
  if (distinct.size() == 1) {
    Hull hull = pick_vertices(HullOutcome::kPoint, points, {a});
    hull.mesh.points = {VertexId(0)};
    return hull;
  }
  const Vec3 along = points[b] - points[a];
  const auto c = find_largest(
      distinct, [&](std::uint32_t i) { return along.cross(points[i] - points[a]).squaredNorm(); },
      [&](std::uint32_t i) { return !math::is_collinear(points[a], points[b], points[i]); });
  if (!c) return make_segment(points, a, b);
  const Vec3 normal = along.cross(points[*c] - points[a]);
  const auto d = find_largest(
      distinct, [&](std::uint32_t i) { return std::abs(normal.dot(points[i] - points[a])); },
      [&](std::uint32_t i) { return math::orient3d(points[a], points[b], points[*c], points[i]) != 0; });
  if (!d) return make_flat(points, distinct, {a, b, *c});
  return make_solid(points, distinct, {a, b, *c, *d});
}

}  // namespace abut::geometry
