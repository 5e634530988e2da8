// Exactly coplanar neighbours that face the same way become one face.
//
// Two triangles merge across an edge if only they have it, they run along it in opposite directions, their four
// vertices are exactly coplanar, and their third vertices lie strictly on opposite sides of the edge. The last
// condition makes both triangles span one and the same plane and face the same way; both relations are transitive, so
// all triangles of a face lie in one plane, exactly, and face the same way. A triangle without area (three collinear
// vertices) has its third vertex on the edge's line, so it merges with nothing.
//
// Cost: linear, one exact predicate for each edge, and two more for an edge of coplanar triangles.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "abut/base/ids.h"
#include "abut/geometry/brep.h"
#include "abut/geometry/triangle_adjacency.h"
#include "abut/math/types.h"

namespace abut::geometry {

struct MergedFaces {
  std::vector<std::optional<EdgeKind>> edge_kind;  // of each half-edge of the triangles; nothing inside a face
  std::vector<FaceId> triangle_face;               // none for a collapsed triangle
  std::vector<TriangleId> face_triangles;          // ascending within each face; faces by their lowest triangle
  std::vector<std::uint32_t> face_begin;           // in face_triangles; one more than there are faces

  std::size_t num_faces() const { return face_begin.size() - 1; }
  std::span<const TriangleId> triangles_of(FaceId f) const {
    return std::span(face_triangles).subspan(face_begin[f.index()], face_begin[f.index() + 1] - face_begin[f.index()]);
  }
};

MergedFaces make_merged_faces(std::span<const math::Vec3> vertices, std::span<const Triangle> triangles,
                              const TriangleAdjacency& adjacency);

// Along the border of a face, from one half-edge of its triangles to the next: round the vertex between them, inside
// the face. So where a border touches itself at a vertex it is followed as the face lies.
// Preconditions: h is on the border of its face, that is, edge_kind has a value for it.
inline HalfEdgeId next_on_border(const TriangleAdjacency& adjacency, const MergedFaces& merged, HalfEdgeId h) {
  HalfEdgeId g = next_in_triangle(h);
  // Ends: the turn is a bijection on the half-edges of the face that leave this vertex, and h has no predecessor in it.
  while (!merged.edge_kind[g.index()]) g = next_in_triangle(adjacency.mate[g.index()]);
  return g;
}

}  // namespace abut::geometry
