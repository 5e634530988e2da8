// Where a surface meets itself: pairs of its triangles that have more in common than the corners and edges they share
// (triangle_intersection.h; exact). Crossings and overlaps are intersections; what merely touches is a contact.
//
// Not looked at: collapsed triangles and those without area, and pairs of which one has a vertex on an edge of the
// other that the caller already knows of (`known`: T-junctions, the middle vertices of faces without area).
//
// Cost: n log n in practice, by a tree of boxes. A surface in which very many boxes overlap is searched up to a bound
// on the tests of two triangles; where it is reached `is_complete` is false and the numbers are those of the pairs
// found so far.
#pragma once

#include <compare>
#include <cstddef>
#include <span>
#include <vector>

#include "abut/base/ids.h"
#include "abut/geometry/mesh.h"
#include "abut/geometry/t_junctions.h"
#include "abut/math/types.h"

namespace abut::geometry {

struct MeetingPair {
  TriangleId low, high;  // low < high
  friend auto operator<=>(const MeetingPair&, const MeetingPair&) = default;
};

// The number of pairs, and the least of them.
struct MeetingPairs {
  std::size_t count = 0;
  std::vector<MeetingPair> first;  // ascending
};

struct SelfIntersections {
  MeetingPairs intersections;  // kCross and kOverlap
  MeetingPairs contacts;       // kTouch
  bool is_complete = true;
};

struct SearchLimits {
  std::size_t max_named = 10;               // pairs of each kind
  std::size_t max_tests = 50'000'000;       // a few seconds
  std::size_t max_tests_per_triangle = 50;  // on top of them
};

// Preconditions: vertices of triangles that are not collapsed are finite; `known` is ascending.
SelfIntersections find_self_intersections(std::span<const math::Vec3> vertices, std::span<const Triangle> triangles,
                                          std::span<const VertexOnEdge> known, const SearchLimits& limits = {});

}  // namespace abut::geometry
