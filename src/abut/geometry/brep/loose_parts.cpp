#include "abut/geometry/brep/loose_parts.h"

#include <algorithm>

namespace abut::geometry {
namespace {

Segment make_sorted(VertexId a, VertexId b) {
  return a < b ? Segment{a, b} : Segment{b, a};
}

// The segments, points included, that collapsed triangles cover; each once.
std::vector<Segment> make_remains(const Mesh& mesh) {
  std::vector<Segment> remains;
  for (const Triangle& t : mesh.triangles) {
    if (is_collapsed(t)) remains.push_back(make_sorted(t[0], t[0] == t[1] ? t[2] : t[1]));
  }
  std::sort(remains.begin(), remains.end());
  remains.erase(std::unique(remains.begin(), remains.end()), remains.end());
  return remains;
}

bool is_edge(const Mesh& mesh, const TriangleAdjacency& adjacency, const Segment& s) {
  const auto ends = [&](HalfEdgeId h) { return make_sorted(tail_of(mesh.triangles, h), head_of(mesh.triangles, h)); };
  // Edges are ordered by lower, then higher vertex, as sorted segments are.
  const auto it = std::lower_bound(adjacency.edges.begin(), adjacency.edges.end(), s,
                                   [&](HalfEdgeId h, const Segment& other) { return ends(h) < other; });
  return it != adjacency.edges.end() && ends(*it) == s;
}

// The segments and points that `loose` covers, sorted.
std::vector<Segment> make_covered(const LooseParts& loose) {
  std::vector<Segment> covered;
  for (const Segment& s : loose.wires) covered.push_back(make_sorted(s[0], s[1]));
  for (const VertexId v : loose.points) covered.push_back({v, v});
  std::sort(covered.begin(), covered.end());
  return covered;
}

// The vertices of proper triangles and of loose segments: a point there adds nothing.
std::vector<char> make_used(const Mesh& mesh) {
  std::vector<char> is_used(mesh.vertices.size(), 0);
  for (const Triangle& t : mesh.triangles) {
    const bool is_point = t[0] == t[1] && t[1] == t[2];
    if (!is_point) {
      for (const VertexId v : t) is_used[v.index()] = 1;
    }
  }
  for (const Segment& s : mesh.segments) {
    if (s[0] != s[1]) is_used[s[0].index()] = is_used[s[1].index()] = 1;
  }
  return is_used;
}

}  // namespace

LooseParts make_loose_parts(const Mesh& mesh, const TriangleAdjacency& adjacency) {
  LooseParts loose;
  loose.points = mesh.points;
  for (const Segment& s : mesh.segments) {
    if (s[0] == s[1]) {
      loose.points.push_back(s[0]);
    } else {
      loose.wires.push_back(s);
    }
  }
  const std::vector<Segment> remains = make_remains(mesh);
  if (remains.empty()) return loose;

  const std::vector<Segment> covered = make_covered(loose);
  const std::vector<char> is_used = make_used(mesh);
  for (const Segment& s : remains) {
    if (std::binary_search(covered.begin(), covered.end(), s)) continue;
    if (s[0] == s[1]) {
      if (!is_used[s[0].index()]) loose.points.push_back(s[0]);
    } else if (!is_edge(mesh, adjacency, s)) {
      loose.wires.push_back(s);
    }
  }
  return loose;
}

}  // namespace abut::geometry
