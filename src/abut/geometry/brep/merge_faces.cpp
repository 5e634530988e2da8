#include "abut/geometry/brep/merge_faces.h"

#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

using math::Vec2;
using math::Vec3;

// Do c and d, coplanar with a and b, lie strictly on opposite sides of the line ab? Decided along an axis in which the
// triangle abc is not seen edge-on; seen so along every axis, it has no area.
bool is_separating(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  for (int axis = 0; axis < 3; ++axis) {
    const int x = (axis + 1) % 3, y = (axis + 2) % 3;
    const Vec2 a2(a[x], a[y]), b2(b[x], b[y]);
    const int side = math::orient2d(a2, b2, Vec2(c[x], c[y]));
    if (side != 0) return math::orient2d(a2, b2, Vec2(d[x], d[y])) == -side;
  }
  return false;
}

// Of an edge that has exactly the two half-edges h and mate; nothing if the triangles on both sides are one face.
std::optional<EdgeKind> classify(std::span<const Vec3> vertices, std::span<const Triangle> triangles, HalfEdgeId h,
                                 HalfEdgeId mate) {
  if (tail_of(triangles, h) == tail_of(triangles, mate)) return EdgeKind::kNonManifold;
  const Vec3& a = vertices[tail_of(triangles, h).index()];
  const Vec3& b = vertices[head_of(triangles, h).index()];
  const Vec3& c = vertices[apex_of(triangles, h).index()];
  const Vec3& d = vertices[apex_of(triangles, mate).index()];
  const int side = math::orient3d(a, b, c, d);
  if (side < 0) return EdgeKind::kConvex;
  if (side > 0) return EdgeKind::kReflex;
  if (is_separating(a, b, c, d)) return std::nullopt;
  return EdgeKind::kFlat;
}

// Of every half-edge. Those of collapsed triangles are their own mates and keep to themselves as borders.
std::vector<std::optional<EdgeKind>> classify_edges(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                                                    const TriangleAdjacency& adjacency) {
  std::vector<std::optional<EdgeKind>> edge_kind(adjacency.mate.size());
  for (std::size_t i = 0; i < edge_kind.size(); ++i) {
    const HalfEdgeId h(i), mate = adjacency.mate[i];
    if (mate == h) {
      edge_kind[i] = EdgeKind::kBorder;
    } else if (adjacency.mate[mate.index()] != h) {
      edge_kind[i] = EdgeKind::kNonManifold;
    } else if (h < mate) {
      edge_kind[i] = edge_kind[mate.index()] = classify(vertices, triangles, h, mate);
    }
  }
  return edge_kind;
}

// Triangles by the edges inside faces, numbered by their lowest triangles.
std::uint32_t flood_faces(std::span<const Triangle> triangles, const TriangleAdjacency& adjacency,
                          const std::vector<std::optional<EdgeKind>>& edge_kind, std::vector<FaceId>& triangle_face) {
  std::uint32_t num_faces = 0;
  std::vector<TriangleId> stack;
  for (std::size_t seed = 0; seed < triangles.size(); ++seed) {
    if (!triangle_face[seed].is_none() || is_collapsed(triangles[seed])) continue;
    const FaceId face(num_faces++);
    triangle_face[seed] = face;
    stack.emplace_back(seed);
    while (!stack.empty()) {
      const TriangleId t = stack.back();
      stack.pop_back();
      for (int k = 0; k < 3; ++k) {
        const HalfEdgeId h = half_edge_of(t, k);
        if (edge_kind[h.index()]) continue;
        const TriangleId neighbour = triangle_of(adjacency.mate[h.index()]);
        if (!triangle_face[neighbour.index()].is_none()) continue;
        triangle_face[neighbour.index()] = face;
        stack.push_back(neighbour);
      }
    }
  }
  return num_faces;
}

}  // namespace

MergedFaces make_merged_faces(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                              const TriangleAdjacency& adjacency) {
  MergedFaces result;
  result.edge_kind = classify_edges(vertices, triangles, adjacency);
  result.triangle_face.resize(triangles.size());
  const std::uint32_t num_faces = flood_faces(triangles, adjacency, result.edge_kind, result.triangle_face);

  // A counting sort; counted two places up, so that the beginnings remain after filling.
  result.face_begin.assign(num_faces + 2, 0);
  for (const FaceId f : result.triangle_face) {
    if (!f.is_none()) ++result.face_begin[f.index() + 2];
  }
  for (std::size_t f = 2; f < result.face_begin.size(); ++f) result.face_begin[f] += result.face_begin[f - 1];
  result.face_triangles.resize(result.face_begin.back());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const FaceId f = result.triangle_face[t];
    if (!f.is_none()) result.face_triangles[result.face_begin[f.index() + 1]++] = TriangleId(t);
  }
  result.face_begin.pop_back();
  return result;
}

}  // namespace abut::geometry
