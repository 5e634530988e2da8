// T-junctions: a vertex on the border of a surface that lies strictly inside an edge of that border, so that the
// surface looks whole there and is open all the same.
//
// A vertex v lies inside the edge ab if it is farther than `distance` from a and b and no farther than `distance` from
// some point between them; also, whatever the distance, if it lies exactly on the line strictly between them and is
// farther than `distance` from both. At a distance of 0 only the exact answer counts. Vertices nearer to an end than
// `distance` are a matter of welding (weld.h). Edges that two or more triangles have are no T-junctions: what lies on
// them touches the surface (self_intersection.h). Vertex and edge belong to one component of the mesh.
//
// Cost: n log n in the border edges in practice.
#pragma once

#include <compare>
#include <cstddef>
#include <span>
#include <vector>

#include "abut/base/ids.h"
#include "abut/geometry/mesh.h"
#include "abut/geometry/triangle_adjacency.h"

namespace abut::geometry {

struct VertexOnEdge {
  VertexId low, high;  // the edge's ends, low < high
  VertexId vertex;
  HalfEdgeId half_edge;  // of the triangle that has the edge

  friend auto operator<=>(const VertexOnEdge&, const VertexOnEdge&) = default;
};

// Ascending. Precondition: the triangles that take part in `adjacency` have finite vertices; `adjacency` belongs to
// `triangles`, which are those of `mesh` or collapsed ones in their place.
std::vector<VertexOnEdge> find_t_junctions(const Mesh& mesh, std::span<const Triangle> triangles,
                                           const TriangleAdjacency& adjacency, double distance);

// True if `known`, ascending, says that v lies on the edge ab. Cost: logarithmic.
bool is_on_edge(std::span<const VertexOnEdge> known, VertexId a, VertexId b, VertexId v);

// Cuts triangles at the vertices that lie on their edges wherever that closes the border: another border edge ends at
// the vertex and runs along the edge. No vertex moves; a cut that would leave a triangle without area is not made.
// A triangle is cut at one of its edges a call. Returns the number of vertices cut at; 0: there was nothing to do.
// Precondition: finite vertices. Cost: that of find_t_junctions.
std::size_t split_at_t_junctions(Mesh& mesh, double distance);

}  // namespace abut::geometry
