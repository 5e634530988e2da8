#include "abut/geometry/triangle_adjacency.h"

#include <algorithm>

namespace abut::geometry {
namespace {

// A half-edge as its lower vertex lists it.
struct Spoke {
  std::uint32_t higher;  // its higher vertex
  std::uint32_t half_edge;

  bool operator<(const Spoke& other) const {
    return higher != other.higher ? higher < other.higher : half_edge < other.half_edge;
  }
};

// Calls visit(lower vertex, spoke) for every half-edge of every triangle that is not collapsed, in ascending order.
template <class Visit>
void for_each_spoke(std::span<const Triangle> triangles, Visit visit) {
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    if (is_collapsed(triangles[t])) continue;
    const std::uint32_t v[3] = {triangles[t][0].value(), triangles[t][1].value(), triangles[t][2].value()};
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t a = v[k];
      const std::uint32_t b = v[k == 2 ? 0 : k + 1];
      visit(std::min(a, b), Spoke{std::max(a, b), 3 * t + k});
    }
  }
}

// The spokes of all vertices, those of vertex v at [begin[v], begin[v + 1]), by ascending half-edge.
struct Spokes {
  std::vector<std::uint32_t> begin;
  std::vector<Spoke> spokes;
};

Spokes make_spokes(std::span<const Triangle> triangles, std::size_t num_vertices) {
  Spokes result;
  // Counted two places up, so that after filling, where each vertex's counter moves to its end, the beginnings remain.
  result.begin.assign(num_vertices + 2, 0);
  for_each_spoke(triangles, [&](std::uint32_t v, const Spoke&) { ++result.begin[v + 2]; });
  for (std::size_t v = 2; v < result.begin.size(); ++v) result.begin[v] += result.begin[v - 1];
  result.spokes.resize(result.begin.back());
  for_each_spoke(triangles, [&](std::uint32_t v, const Spoke& s) { result.spokes[result.begin[v + 1]++] = s; });
  result.begin.pop_back();
  return result;
}

// Few spokes are the rule; insertion beats the setup of std::sort there.
void sort_spokes(std::span<Spoke> spokes) {
  constexpr std::size_t kFew = 16;
  if (spokes.size() > kFew) {
    std::sort(spokes.begin(), spokes.end());
    return;
  }
  for (std::size_t i = 1; i < spokes.size(); ++i) {
    const Spoke s = spokes[i];
    std::size_t j = i;
    for (; j > 0 && s < spokes[j - 1]; --j) spokes[j] = spokes[j - 1];
    spokes[j] = s;
  }
}

}  // namespace

TriangleAdjacency make_triangle_adjacency(std::span<const Triangle> triangles, std::size_t num_vertices) {
  TriangleAdjacency result;
  result.mate.resize(3 * triangles.size());
  for (std::size_t h = 0; h < result.mate.size(); ++h) result.mate[h] = HalfEdgeId(h);

  Spokes lists = make_spokes(triangles, num_vertices);
  result.edges.reserve(lists.spokes.size() / 2);
  for (std::size_t v = 0; v < num_vertices; ++v) {
    const std::span<Spoke> spokes(lists.spokes.data() + lists.begin[v], lists.spokes.data() + lists.begin[v + 1]);
    sort_spokes(spokes);
    // Runs of equal higher vertices are the edges.
    for (std::size_t first = 0, i = 0; i < spokes.size(); ++i) {
      const bool is_last = i + 1 == spokes.size() || spokes[i + 1].higher != spokes[i].higher;
      result.mate[spokes[i].half_edge] = HalfEdgeId(spokes[is_last ? first : i + 1].half_edge);
      if (!is_last) continue;
      result.edges.emplace_back(spokes[first].half_edge);
      first = i + 1;
    }
  }
  return result;
}

TriangleShells make_triangle_shells(std::span<const Triangle> triangles, const TriangleAdjacency& adjacency,
                                    ShellBond bond) {
  TriangleShells result;
  result.triangle_shell.resize(triangles.size());
  std::vector<std::uint32_t> stack;
  for (std::uint32_t seed = 0; seed < triangles.size(); ++seed) {
    if (!result.triangle_shell[seed].is_none() || is_collapsed(triangles[seed])) continue;
    const ShellId shell(result.num_shells++);
    result.triangle_shell[seed] = shell;
    stack.push_back(seed);
    while (!stack.empty()) {
      const TriangleId t(stack.back());
      stack.pop_back();
      for (int k = 0; k < 3; ++k) {
        // The next mate is enough: its own next mate follows when its turn comes.
        const HalfEdgeId h = half_edge_of(t, k);
        if (bond == ShellBond::kManifoldEdge && !is_manifold_edge(adjacency, h)) continue;
        const TriangleId neighbour = triangle_of(adjacency.mate[h.index()]);
        if (!result.triangle_shell[neighbour.index()].is_none()) continue;
        result.triangle_shell[neighbour.index()] = shell;
        stack.push_back(neighbour.value());
      }
    }
  }
  return result;
}

}  // namespace abut::geometry
