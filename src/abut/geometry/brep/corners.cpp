#include "abut/geometry/brep/corners.h"

#include <algorithm>

#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

// The edges of faces that end at a vertex, by their other ends.
struct EdgesAt {
  VertexId first, second;
  bool has_more = false;

  void add(VertexId end) {
    if (first.is_none() || first == end) {
      first = end;
    } else if (second.is_none() || second == end) {
      second = end;
    } else {
      has_more = true;
    }
  }
  // Inside a face no edge ends, inside an edge two.
  bool is_certainly_corner() const { return has_more || first.is_none() != second.is_none(); }
};

std::vector<char> mark_by_edges(std::size_t num_vertices, std::span<const Triangle> triangles,
                                const MergedFaces& merged) {
  std::vector<EdgesAt> edges_at(num_vertices);
  for (const TriangleId t : merged.face_triangles) {
    for (int k = 0; k < 3; ++k) {
      const HalfEdgeId h = half_edge_of(t, k);
      if (!merged.edge_kind[h.index()]) continue;
      const VertexId tail = tail_of(triangles, h), head = head_of(triangles, h);
      edges_at[tail.index()].add(head);
      edges_at[head.index()].add(tail);
    }
  }
  std::vector<char> is_corner(num_vertices);
  std::transform(edges_at.begin(), edges_at.end(), is_corner.begin(),
                 [](const EdgesAt& edges) { return edges.is_certainly_corner(); });
  return is_corner;
}

bool is_straight(const math::Vec3& a, const math::Vec3& b, const math::Vec3& c) {
  return math::is_collinear(a, b, c) && math::sign_of_dot(a, b, b, c) > 0;
}

}  // namespace

std::vector<char> compute_corners(std::span<const math::Vec3> vertices, std::span<const Triangle> triangles,
                                  const TriangleAdjacency& adjacency, const MergedFaces& merged,
                                  const LooseParts& loose) {
  std::vector<char> is_corner = mark_by_edges(vertices.size(), triangles, merged);
  for (const Segment& s : loose.wires) is_corner[s[0].index()] = is_corner[s[1].index()] = 1;
  for (const VertexId v : loose.points) is_corner[v.index()] = 1;

  for (const TriangleId t : merged.face_triangles) {
    for (int k = 0; k < 3; ++k) {
      const HalfEdgeId h = half_edge_of(t, k);
      const VertexId v = head_of(triangles, h);
      if (is_corner[v.index()] || !merged.edge_kind[h.index()]) continue;
      const VertexId before = tail_of(triangles, h);
      const VertexId after = head_of(triangles, next_on_border(adjacency, merged, h));
      if (!is_straight(vertices[before.index()], vertices[v.index()], vertices[after.index()]))
        is_corner[v.index()] = 1;
    }
  }
  return is_corner;
}

}  // namespace abut::geometry
