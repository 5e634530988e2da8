#include "abut/geometry/brep/corners.h"

#include <algorithm>
#include <cstdint>

#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

// How many edges of faces end at each vertex, 3 standing for any greater number.
std::vector<std::uint8_t> count_edges(std::size_t num_vertices, std::span<const Triangle> triangles,
                                      const TriangleAdjacency& adjacency, const MergedFaces& merged) {
  std::vector<std::uint8_t> num_edges(num_vertices, 0);
  const auto count = [&](VertexId v) {
    std::uint8_t& n = num_edges[v.index()];
    n = static_cast<std::uint8_t>(std::min(n + 1, 3));
  };
  for (const HalfEdgeId h : adjacency.edges) {
    if (!merged.edge_kind[h.index()]) continue;
    count(tail_of(triangles, h));
    count(head_of(triangles, h));
  }
  return num_edges;
}

bool is_straight(const math::Vec3& a, const math::Vec3& b, const math::Vec3& c) {
  return math::is_collinear(a, b, c) && math::sign_of_dot(a, b, b, c) > 0;
}

}  // namespace

std::vector<char> compute_corners(std::span<const math::Vec3> vertices, std::span<const Triangle> triangles,
                                  const TriangleAdjacency& adjacency, const MergedFaces& merged,
                                  const LooseParts& loose) {
  const std::vector<std::uint8_t> num_edges = count_edges(vertices.size(), triangles, adjacency, merged);
  std::vector<char> is_corner(vertices.size());
  std::transform(num_edges.begin(), num_edges.end(), is_corner.begin(), [](int n) { return n == 1 || n == 3; });
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
