#include "abut/geometry/self_intersection.h"

#include <algorithm>
#include <cstdint>

#include "abut/geometry/piece_tree.h"
#include "abut/geometry/triangle_intersection.h"
#include "abut/math/aabb.h"
#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

Corners corners_of(std::span<const math::Vec3> vertices, const Triangle& t) {
  return {vertices[t[0].index()], vertices[t[1].index()], vertices[t[2].index()]};
}

// Counts, and keeps the least.
void add(MeetingPairs& pairs, TriangleId a, TriangleId b, std::size_t max_named) {
  ++pairs.count;
  const MeetingPair pair{std::min(a, b), std::max(a, b)};
  pairs.first.insert(std::lower_bound(pairs.first.begin(), pairs.first.end(), pair), pair);
  if (pairs.first.size() > max_named) pairs.first.pop_back();
}

// True if a vertex of `t` lies on an edge of `other`, as `known` says.
bool has_vertex_on_edge(const Triangle& t, const Triangle& other, std::span<const VertexOnEdge> known) {
  for (int k = 0; k < 3; ++k) {
    for (const VertexId v : t) {
      if (is_on_edge(known, other[k], other[(k + 1) % 3], v)) return true;
    }
  }
  return false;
}

struct Candidates {
  std::vector<TriangleId> triangles;  // those with area
  std::vector<math::Aabb> boxes;
};

Candidates make_candidates(std::span<const math::Vec3> vertices, std::span<const Triangle> triangles) {
  Candidates result;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if (is_collapsed(triangles[t])) continue;
    const Corners corners = corners_of(vertices, triangles[t]);
    if (math::is_collinear(corners[0], corners[1], corners[2])) continue;
    math::Aabb box;
    for (const math::Vec3& p : corners) box.grow(p);
    result.triangles.emplace_back(t);
    result.boxes.push_back(box);
  }
  return result;
}

}  // namespace

SelfIntersections find_self_intersections(std::span<const math::Vec3> vertices, std::span<const Triangle> triangles,
                                          std::span<const VertexOnEdge> known, const SearchLimits& limits) {
  const Candidates candidates = make_candidates(vertices, triangles);
  const auto [tree, order] = make_piece_tree(candidates.boxes);
  SelfIntersections result;
  std::size_t num_tests_left = limits.max_tests + limits.max_tests_per_triangle * candidates.boxes.size();

  const auto test = [&](TriangleId a, TriangleId b) {
    const Triangle& ta = triangles[a.index()];
    const Triangle& tb = triangles[b.index()];
    const auto meeting = compute_triangle_intersection(corners_of(vertices, ta), corners_of(vertices, tb));
    if (meeting == TriangleIntersection::kDisjoint || meeting == TriangleIntersection::kSharedOnly) return;
    if (has_vertex_on_edge(ta, tb, known) || has_vertex_on_edge(tb, ta, known)) return;
    add(meeting == TriangleIntersection::kTouch ? result.contacts : result.intersections, a, b, limits.max_named);
  };
  // In the order of the tree, each against those after it: neighbours in space are neighbours in memory.
  for (std::uint32_t i = 0; i < order.size() && result.is_complete; ++i) {
    const math::Aabb& box = candidates.boxes[order[i]];
    visit_overlapping_leaves(tree, box, [&](const PieceNode& leaf) {
      for (std::uint32_t j = std::max(i + 1, leaf.first_piece); j < leaf.first_piece + leaf.num_pieces; ++j) {
        if (!box.overlaps(candidates.boxes[order[j]])) continue;
        if (num_tests_left == 0) {
          result.is_complete = false;
          return;
        }
        --num_tests_left;
        test(candidates.triangles[order[i]], candidates.triangles[order[j]]);
      }
    });
  }
  return result;
}

}  // namespace abut::geometry
