#include "abut/geometry/vertex_fans.h"

namespace abut::geometry {
namespace {

// A corner of a triangle is named by the half-edge that leaves it. This is the corner at vertex v beyond half-edge h,
// one of whose ends is v: in the triangle of h's next mate.
HalfEdgeId corner_beyond(std::span<const Triangle> triangles, const TriangleAdjacency& adjacency, HalfEdgeId h,
                         VertexId v) {
  const HalfEdgeId mate = adjacency.mate[h.index()];
  return tail_of(triangles, mate) == v ? mate : next_in_triangle(mate);
}

}  // namespace

std::vector<std::uint32_t> compute_num_fans(std::span<const Triangle> triangles, const TriangleAdjacency& adjacency,
                                            std::size_t num_vertices) {
  std::vector<std::uint32_t> num_fans(num_vertices, 0);
  std::vector<char> is_visited(adjacency.mate.size(), 0);
  std::vector<HalfEdgeId> stack;
  const auto visit = [&](HalfEdgeId corner) {
    if (is_visited[corner.index()]) return;
    is_visited[corner.index()] = 1;
    stack.push_back(corner);
  };
  for (std::size_t h = 0; h < adjacency.mate.size(); ++h) {
    if (is_visited[h] || is_collapsed(triangles[h / 3])) continue;
    const VertexId v = tail_of(triangles, HalfEdgeId(h));
    ++num_fans[v.index()];
    visit(HalfEdgeId(h));
    while (!stack.empty()) {
      const HalfEdgeId corner = stack.back();
      stack.pop_back();
      // Next mates are enough: round the cycle of an edge, each leads to the one after it.
      visit(corner_beyond(triangles, adjacency, corner, v));
      visit(corner_beyond(triangles, adjacency, prev_in_triangle(corner), v));
    }
  }
  return num_fans;
}

}  // namespace abut::geometry
