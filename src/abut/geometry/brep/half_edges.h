// The half-edges of faces, from corner to corner: their loops round each face and their cycles round each edge.
//
// The half-edges of a loop are consecutive, and so are the loops of a face, the outer one first. The outer loop is the
// one with the lexicographically least vertex: a vertex that is extreme in the plane of the face is on no hole, and no
// two loops of a face that does not overlap itself share a vertex. (Of one that does, a defect, the first such loop
// counts as outer.) Edges come in the order of their lowest half-edges. Cost: linear.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/geometry/brep.h"
#include "abut/geometry/brep/merge_faces.h"
#include "abut/geometry/triangle_adjacency.h"
#include "abut/math/types.h"

namespace abut::geometry {

struct HalfEdges {
  std::vector<HalfEdge> half_edges;
  std::vector<Edge> edges;
  std::vector<Loop> loops;                  // by face
  std::vector<std::uint32_t> face_to_loop;  // the first loop of each face; one more than there are faces
};

// `is_corner` as by compute_corners.
HalfEdges make_half_edges(std::span<const math::Vec3> vertices, std::span<const Triangle> triangles,
                          const TriangleAdjacency& adjacency, const MergedFaces& merged,
                          const std::vector<char>& is_corner);

}  // namespace abut::geometry
