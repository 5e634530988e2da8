// What of a mesh is no surface: its loose segments and points, and what is left of triangles that name a vertex twice.
//
// A segment from a vertex to itself is a point. A collapsed triangle covers a segment, or a point; it adds that only if
// no edge of a proper triangle, no loose segment and (a point) no loose point covers it already, which is so where
// welding or an exporter closed a sliver between two neighbours. Cost: linear, and n log n in the loose parts.
#pragma once

#include <vector>

#include "abut/geometry/mesh.h"
#include "abut/geometry/triangle_adjacency.h"

namespace abut::geometry {

struct LooseParts {
  std::vector<Segment> wires;    // those of the mesh in their order, then those of collapsed triangles
  std::vector<VertexId> points;  // likewise
};

LooseParts make_loose_parts(const Mesh& mesh, const TriangleAdjacency& adjacency);

}  // namespace abut::geometry
