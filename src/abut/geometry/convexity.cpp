#include "abut/geometry/convexity.h"

#include <algorithm>
#include <array>
#include <vector>

#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

using math::Vec2;
using math::Vec3;

// The corners of a loop, in order.
std::vector<Vec3> find_corners(const Brep& brep, const Loop& loop) {
  std::vector<Vec3> corners;
  HalfEdgeId h = loop.half_edge;
  do {
    corners.push_back(brep.vertices[brep.half_edges[h.index()].origin.index()]);
    h = brep.half_edges[h.index()].next;
  } while (h != loop.half_edge && corners.size() <= brep.half_edges.size());
  return corners;
}

// Coplanar corners, seen in the first of the xy, zx and yz planes in which their first turn is a turn at all.
struct FlatPolygon {
  std::vector<Vec2> corners;
  int sense = 0;  // of the first turn; 0 if it goes straight on in every plane
};

FlatPolygon make_flat_polygon(const std::vector<Vec3>& corners) {
  constexpr std::array<std::array<int, 2>, 3> kPlanes = {{{0, 1}, {2, 0}, {1, 2}}};
  FlatPolygon flat;
  for (const auto& [i, j] : kPlanes) {
    flat.corners.clear();
    for (const Vec3& p : corners) flat.corners.emplace_back(p[i], p[j]);
    flat.sense = math::orient2d(flat.corners[0], flat.corners[1], flat.corners[2]);
    if (flat.sense != 0) break;
  }
  return flat;
}

// Every turn is to the same side, and from corner 0 the others follow one another through less than half a turn.
bool is_convex_polygon(const FlatPolygon& polygon) {
  const auto& p = polygon.corners;
  const std::size_t n = p.size();
  const auto turns = [&](std::size_t i, std::size_t j, std::size_t k) {
    return math::orient2d(p[i], p[j], p[k]) == polygon.sense;
  };
  if (polygon.sense == 0) return false;
  for (std::size_t i = 0; i < n; ++i) {
    if (!turns(i, (i + 1) % n, (i + 2) % n)) return false;
  }
  for (std::size_t i = 2; i < n; ++i) {
    if (!turns(0, i - 1, i) || !turns(0, 1, i)) return false;
  }
  return true;
}

bool has_convex_polygon(const Brep& brep, const Face& face) {
  if (face.num_loops != 1) return false;
  const std::vector<Vec3> corners = find_corners(brep, brep.loops[face.first_loop]);
  return corners.size() >= 3 && is_convex_polygon(make_flat_polygon(corners));
}

// The far ends of the edges at a corner, counter-clockwise seen from outside.
std::vector<Vec3> find_neighbours(const Brep& brep, HalfEdgeId first) {
  std::vector<Vec3> neighbours;
  HalfEdgeId h = first;
  do {
    const HalfEdge& half_edge = brep.half_edges[h.index()];
    neighbours.push_back(brep.vertices[brep.half_edges[half_edge.next.index()].origin.index()]);
    h = brep.half_edges[half_edge.prev.index()].mate;
  } while (h != first && neighbours.size() <= brep.half_edges.size());
  return neighbours;
}

// Preconditions: the edges are convex, and so are the faces between them.
bool is_convex_corner(const Brep& brep, HalfEdgeId first) {
  const Vec3& v = brep.vertices[brep.half_edges[first.index()].origin.index()];
  const std::vector<Vec3> u = find_neighbours(brep, first);
  for (std::size_t i = 2; i < u.size(); ++i) {
    if (math::orient3d(v, u[0], u[i - 1], u[i]) >= 0 || math::orient3d(v, u[0], u[1], u[i]) >= 0) return false;
  }
  return u.size() >= 3;
}

}  // namespace

bool is_convex(const Brep& brep) {
  if (brep.kind != BrepKind::kSolid || brep.shells.size() != 1) return false;
  return std::ranges::all_of(brep.edges, [](const Edge& edge) { return edge.kind == EdgeKind::kConvex; }) &&
         std::ranges::all_of(brep.faces, [&](const Face& face) { return has_convex_polygon(brep, face); }) &&
         std::ranges::all_of(brep.vertex_half_edge,
                             [&](HalfEdgeId h) { return h.is_none() || is_convex_corner(brep, h); });
}

}  // namespace abut::geometry
