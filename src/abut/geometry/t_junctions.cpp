#include "abut/geometry/t_junctions.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "abut/geometry/piece_tree.h"
#include "abut/math/aabb.h"
#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

using math::Vec3;

ComponentId component_of(const Mesh& mesh, TriangleId t) {
  return mesh.triangle_component.empty() ? ComponentId(0) : mesh.triangle_component[t.index()];
}

std::vector<HalfEdgeId> find_border(const TriangleAdjacency& adjacency) {
  std::vector<HalfEdgeId> border;
  for (const HalfEdgeId h : adjacency.edges) {
    if (is_border(adjacency, h)) border.push_back(h);
  }
  return border;
}

struct BorderVertex {
  VertexId vertex;
  ComponentId component;
  friend auto operator<=>(const BorderVertex&, const BorderVertex&) = default;
};

std::vector<BorderVertex> find_border_vertices(const Mesh& mesh, std::span<const Triangle> triangles,
                                               std::span<const HalfEdgeId> border) {
  std::vector<BorderVertex> result;
  for (const HalfEdgeId h : border) {
    const ComponentId component = component_of(mesh, triangle_of(h));
    result.push_back({tail_of(triangles, h), component});
    result.push_back({head_of(triangles, h), component});
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

bool is_strictly_between(const Vec3& p, const Vec3& a, const Vec3& b) {
  return math::sign_of_dot(a, p, p, b) > 0 && math::is_collinear(a, b, p);
}

bool is_near_segment(const Vec3& p, const Vec3& a, const Vec3& b, double distance) {
  const Vec3 along = b - a;
  const double s = (p - a).dot(along) / along.squaredNorm();
  return s > 0.0 && s < 1.0 && (p - (a + s * along)).norm() <= distance;
}

bool is_inside_edge(const Vec3& p, const Vec3& a, const Vec3& b, double distance) {
  if (distance == 0.0) return is_strictly_between(p, a, b);
  if ((p - a).stableNorm() <= distance || (p - b).stableNorm() <= distance) return false;
  return is_near_segment(p, a, b, distance) || is_strictly_between(p, a, b);
}

}  // namespace

std::vector<VertexOnEdge> find_t_junctions(const Mesh& mesh, std::span<const Triangle> triangles,
                                           const TriangleAdjacency& adjacency, double distance) {
  const std::vector<HalfEdgeId> border = find_border(adjacency);
  std::vector<math::Aabb> boxes(border.size());
  for (std::size_t i = 0; i < border.size(); ++i) {
    boxes[i].grow(mesh.vertices[tail_of(triangles, border[i]).index()]);
    boxes[i].grow(mesh.vertices[head_of(triangles, border[i]).index()]);
    boxes[i] = make_grown(boxes[i], distance);
    boxes[i].lower = boxes[i].lower.cwiseMax(std::numeric_limits<double>::lowest());  // of edges as far as doubles go
    boxes[i].upper = boxes[i].upper.cwiseMin(std::numeric_limits<double>::max());
  }
  const OrderedPieceTree tree = make_piece_tree(boxes);

  std::vector<VertexOnEdge> found;
  for (const BorderVertex& border_vertex : find_border_vertices(mesh, triangles, border)) {
    const VertexId v = border_vertex.vertex;
    const Vec3& p = mesh.vertices[v.index()];
    const auto look_at_edge = [&](HalfEdgeId h) {
      const Triangle& t = triangles[triangle_of(h).index()];
      if (v == t[0] || v == t[1] || v == t[2] || component_of(mesh, triangle_of(h)) != border_vertex.component) return;
      const VertexId a = tail_of(triangles, h), b = head_of(triangles, h);
      if (!is_inside_edge(p, mesh.vertices[a.index()], mesh.vertices[b.index()], distance)) return;
      found.push_back({std::min(a, b), std::max(a, b), v, h});
    };
    visit_overlapping_leaves(tree.tree, {p, p}, [&](const PieceNode& leaf) {
      for (std::uint32_t i = 0; i < leaf.num_pieces; ++i) look_at_edge(border[tree.order[leaf.first_piece + i]]);
    });
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool is_on_edge(std::span<const VertexOnEdge> known, VertexId a, VertexId b, VertexId v) {
  const auto key_of = [](const VertexOnEdge& j) { return std::tuple(j.low, j.high, j.vertex); };
  const auto key = std::tuple(std::min(a, b), std::max(a, b), v);
  const auto it = std::lower_bound(known.begin(), known.end(), key,
                                   [&](const VertexOnEdge& j, const auto& k) { return key_of(j) < k; });
  return it != known.end() && key_of(*it) == key;
}

namespace {

// Where border edges meet: for each vertex, the other ends of the border edges that end there.
class BorderEnds {
 public:
  BorderEnds(std::span<const Triangle> triangles, std::span<const HalfEdgeId> border) {
    for (const HalfEdgeId h : border) {
      ends_.emplace_back(tail_of(triangles, h), head_of(triangles, h));
      ends_.emplace_back(head_of(triangles, h), tail_of(triangles, h));
    }
    std::sort(ends_.begin(), ends_.end());
  }
  std::span<const std::pair<VertexId, VertexId>> at(VertexId v) const {
    const auto first = std::lower_bound(ends_.begin(), ends_.end(), std::pair(v, VertexId(0)));
    const auto last = std::find_if(first, ends_.end(), [v](const auto& end) { return end.first != v; });
    return {first, last};
  }

 private:
  std::vector<std::pair<VertexId, VertexId>> ends_;
};

// True if some border edge that ends at the junction's vertex runs along the junction's edge: to an end of it, to
// another vertex on it, or over an end of it.
bool can_close(const VertexOnEdge& j, std::span<const VertexOnEdge> junctions, const BorderEnds& ends) {
  const auto runs_along = [&](const std::pair<VertexId, VertexId>& end) {
    const VertexId w = end.second;
    return w == j.low || w == j.high || is_on_edge(junctions, j.low, j.high, w) ||
           is_on_edge(junctions, j.vertex, w, j.low) || is_on_edge(junctions, j.vertex, w, j.high);
  };
  const auto at_vertex = ends.at(j.vertex);
  return std::any_of(at_vertex.begin(), at_vertex.end(), runs_along);
}

// Cuts the triangle of h into a fan from its apex over h's ends and `inside`, the vertices on h. Returns whether it
// did: not if a part would have no area.
bool split_triangle(Mesh& mesh, HalfEdgeId h, std::vector<VertexId> inside) {
  const VertexId tail = tail_of(mesh.triangles, h), head = head_of(mesh.triangles, h);
  const VertexId apex = apex_of(mesh.triangles, h);
  const auto at = [&](VertexId v) -> const Vec3& { return mesh.vertices[v.index()]; };
  int axis = 0;  // the edge's longest: its coordinates order the vertices along the edge
  (at(head) - at(tail)).cwiseAbs().maxCoeff(&axis);
  const double sign = at(tail)[axis] < at(head)[axis] ? 1.0 : -1.0;
  std::sort(inside.begin(), inside.end(), [&](VertexId v, VertexId w) {
    return std::pair(sign * at(v)[axis], v) < std::pair(sign * at(w)[axis], w);
  });
  inside.push_back(head);
  std::vector<Triangle> parts;
  for (VertexId previous = tail; const VertexId v : inside) {
    if (math::is_collinear(at(previous), at(v), at(apex))) return false;
    parts.push_back({previous, v, apex});
    previous = v;
  }
  mesh.triangles[triangle_of(h).index()] = parts[0];
  mesh.triangles.insert(mesh.triangles.end(), parts.begin() + 1, parts.end());
  if (!mesh.triangle_component.empty()) {
    mesh.triangle_component.resize(mesh.triangles.size(), mesh.triangle_component[triangle_of(h).index()]);
  }
  return true;
}

}  // namespace

std::size_t split_at_t_junctions(Mesh& mesh, double distance) {
  const TriangleAdjacency adjacency = make_triangle_adjacency(mesh);
  const std::vector<VertexOnEdge> junctions = find_t_junctions(mesh, mesh.triangles, adjacency, distance);
  if (junctions.empty()) return 0;
  const BorderEnds ends(mesh.triangles, find_border(adjacency));

  std::vector<std::pair<HalfEdgeId, VertexId>> cuts;
  for (const VertexOnEdge& j : junctions) {
    if (can_close(j, junctions, ends)) cuts.emplace_back(j.half_edge, j.vertex);
  }
  std::sort(cuts.begin(), cuts.end());

  std::size_t num_cut = 0;
  TriangleId last_cut;
  for (std::size_t i = 0; i < cuts.size();) {
    const HalfEdgeId h = cuts[i].first;
    std::vector<VertexId> inside;
    for (; i < cuts.size() && cuts[i].first == h; ++i) inside.push_back(cuts[i].second);
    if (triangle_of(h) == last_cut || !split_triangle(mesh, h, inside)) continue;
    last_cut = triangle_of(h);
    num_cut += inside.size();
  }
  return num_cut;
}

}  // namespace abut::geometry
