// The faces of a boundary representation, cut into convex polygons: the flat pieces of a shape.
//
// A convex face without holes is its own polygon. Any other is put together from its triangles: across each diagonal
// inside the face, longest first, the two polygons there become one if that is exactly convex (Hertel and Mehlhorn, at
// most four times as many polygons as necessary where the triangles have no vertices inside the face). Every decision
// is by exact predicates on the exactly coplanar vertices, seen along an axis; so the polygons of a face cover it
// exactly, and two of them have no inner point in common unless the triangles have.
//
// A polygon may have corners of exactly 180 degrees: where its side passes a vertex of the face's border that is a
// feature. Other vertices on straight sides are dropped, so a side may run along several sides of its neighbours.
//
// A face without area has no polygon: it is nothing but its edges.
//
// Cost: linear for convex faces; k log k in the triangles of each other face, and k for each round of merging (two or
// three rounds as a rule).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/geometry/brep.h"
#include "abut/geometry/feature.h"

namespace abut::geometry {

struct PolygonCorner {
  VertexId vertex;
  Feature source;  // the vertex if it is a corner of the face; else the edge or face that it lies in
  Feature side;    // from here to the next corner: the edge that it lies on, or a cut through the face
};

// Polygons in flat arrays, in the order of their faces; corners counter-clockwise seen from outside.
struct ConvexPolygons {
  std::vector<PolygonCorner> corners;
  std::vector<std::uint32_t> first_corner{0};  // of each polygon, and the end of the last
  std::vector<FaceId> faces;                   // of each polygon

  std::size_t size() const { return faces.size(); }
  std::span<const PolygonCorner> corners_of(std::size_t polygon) const {
    return std::span(corners).subspan(first_corner[polygon], first_corner[polygon + 1] - first_corner[polygon]);
  }
};

ConvexPolygons make_convex_polygons(const Brep& brep);

}  // namespace abut::geometry
