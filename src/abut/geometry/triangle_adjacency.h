// Which triangles of a mesh meet at which edges: combinatorial only, no coordinates.
//
// Half-edge h = 3 t + k runs from triangles[t][k] to triangles[t][(k + 1) % 3]. All half-edges between the same two
// vertices, whichever way they run, are one edge and form a cycle of mates in ascending order: two at an ordinary edge,
// one (its own mate) at a border, any number where sheets meet.
//
// A triangle that names a vertex twice is collapsed: it is a segment or a point, its would-be neighbours already share
// that segment as an edge, so it takes part in no edge. Its half-edges are their own mates and are not listed in
// `edges`.
//
// Cost: a counting sort by lower vertex and small sorts within; linear for bounded vertex degrees, n log n at worst.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/base/ids.h"
#include "abut/geometry/mesh.h"

namespace abut::geometry {

struct TriangleAdjacency {
  std::vector<HalfEdgeId> mate;   // three per triangle: the next half-edge around the edge, the last one's the lowest
  std::vector<HalfEdgeId> edges;  // the lowest half-edge of each edge; ordered by (lower vertex, higher vertex)
};

// Precondition: all vertices of `triangles` are below num_vertices.
TriangleAdjacency make_triangle_adjacency(std::span<const Triangle> triangles, std::size_t num_vertices);

inline TriangleAdjacency make_triangle_adjacency(const Mesh& mesh) {
  return make_triangle_adjacency(mesh.triangles, mesh.vertices.size());
}

inline HalfEdgeId half_edge_of(TriangleId t, int k) {
  return HalfEdgeId(3 * t.value() + static_cast<std::uint32_t>(k));
}
inline TriangleId triangle_of(HalfEdgeId h) {
  return TriangleId(h.value() / 3);
}
inline int corner_of(HalfEdgeId h) {
  return static_cast<int>(h.value() % 3);
}
inline HalfEdgeId next_in_triangle(HalfEdgeId h) {
  return HalfEdgeId(h.value() % 3 == 2 ? h.value() - 2 : h.value() + 1);
}
inline HalfEdgeId prev_in_triangle(HalfEdgeId h) {
  return HalfEdgeId(h.value() % 3 == 0 ? h.value() + 2 : h.value() - 1);
}

inline VertexId tail_of(std::span<const Triangle> triangles, HalfEdgeId h) {
  return triangles[h.value() / 3][h.value() % 3];
}
inline VertexId head_of(std::span<const Triangle> triangles, HalfEdgeId h) {
  return tail_of(triangles, next_in_triangle(h));
}
// The vertex of h's triangle that is not on h.
inline VertexId apex_of(std::span<const Triangle> triangles, HalfEdgeId h) {
  return tail_of(triangles, prev_in_triangle(h));
}

// A vertex is named twice.
inline bool is_collapsed(const Triangle& t) {
  return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

// Only one triangle has the edge of h. (Also true of the half-edges of a collapsed triangle, which have no edge.)
inline bool is_border(const TriangleAdjacency& adjacency, HalfEdgeId h) {
  return adjacency.mate[h.index()] == h;
}

// Exactly two triangles have the edge of h, wound either way.
inline bool is_manifold_edge(const TriangleAdjacency& adjacency, HalfEdgeId h) {
  const HalfEdgeId mate = adjacency.mate[h.index()];
  return mate != h && adjacency.mate[mate.index()] == h;
}

// Exactly two triangles have the edge of h, and they run along it in opposite directions, as neighbours do that face
// the same way.
inline bool is_consistent(std::span<const Triangle> triangles, const TriangleAdjacency& adjacency, HalfEdgeId h) {
  return is_manifold_edge(adjacency, h) && tail_of(triangles, h) != tail_of(triangles, adjacency.mate[h.index()]);
}

// What holds triangles together in a shell.
enum class ShellBond : std::uint8_t {
  kAnyEdge,       // non-manifold edges too: the connected parts of the surface
  kManifoldEdge,  // edges of exactly two triangles, wound either way: the parts that can be turned as one
};

struct TriangleShells {
  std::vector<ShellId> triangle_shell;  // none for a collapsed triangle
  std::uint32_t num_shells = 0;         // numbered in the order of their lowest triangles
};

// Sheets that touch at a vertex only are different shells.
TriangleShells make_triangle_shells(std::span<const Triangle> triangles, const TriangleAdjacency& adjacency,
                                    ShellBond bond = ShellBond::kAnyEdge);

}  // namespace abut::geometry
