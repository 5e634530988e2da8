// Which triangles to turn over so that neighbours are wound alike: combinatorial only, no coordinates.
//
// Triangles are neighbours across edges of exactly two triangles (triangle_adjacency.h); what such edges connect is a
// patch. A patch has exactly two consistent windings, opposite to each other, or, if it is one-sided as a Moebius strip
// is, none. Of the two, the one is chosen that turns fewer triangles; of equals, the one that keeps the lowest
// triangle. One-sided patches are left as they are. Cost: linear.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "abut/base/ids.h"
#include "abut/geometry/mesh.h"
#include "abut/geometry/triangle_adjacency.h"

namespace abut::geometry {

struct ConsistentWinding {
  std::vector<char> is_turned;        // for each triangle
  std::size_t num_turned = 0;         // triangles
  std::vector<char> is_one_sided;     // for each triangle: its patch is
  std::vector<TriangleId> one_sided;  // the lowest triangle of each one-sided patch
};

ConsistentWinding compute_consistent_winding(std::span<const Triangle> triangles, const TriangleAdjacency& adjacency);

// Keeps the first vertex in its place.
inline Triangle make_turned(const Triangle& t) {
  return {t[0], t[2], t[1]};
}

}  // namespace abut::geometry
