#include "abut/geometry/winding.h"

#include <algorithm>

namespace abut::geometry {
namespace {

// Grows one patch from its lowest triangle.
class Patch {
 public:
  Patch(std::span<const Triangle> triangles, const TriangleAdjacency& adjacency, std::vector<char>& is_reached,
        ConsistentWinding& winding)
      : triangles_(triangles), adjacency_(adjacency), is_reached_(is_reached), winding_(winding) {}

  void grow(TriangleId seed) {
    reach(seed, false);
    for (std::size_t i = 0; i < members_.size(); ++i) {  // at most once for each triangle
      for (int k = 0; k < 3; ++k) look_across(half_edge_of(members_[i], k));
    }
  }

  void settle() {
    if (is_one_sided_) winding_.one_sided.push_back(members_.front());
    const auto num_turned = std::count_if(members_.begin(), members_.end(), [&](TriangleId t) { return turned(t); });
    const bool is_swapped = 2 * static_cast<std::size_t>(num_turned) > members_.size();
    for (const TriangleId t : members_) {
      winding_.is_one_sided[t.index()] = is_one_sided_;
      winding_.is_turned[t.index()] = !is_one_sided_ && turned(t) != is_swapped;
      winding_.num_turned += turned(t);
    }
  }

 private:
  bool turned(TriangleId t) const { return winding_.is_turned[t.index()] != 0; }

  void reach(TriangleId t, bool is_turned) {
    is_reached_[t.index()] = 1;
    winding_.is_turned[t.index()] = is_turned;
    members_.push_back(t);
  }

  void look_across(HalfEdgeId h) {
    if (!is_manifold_edge(adjacency_, h)) return;
    const TriangleId neighbour = triangle_of(adjacency_.mate[h.index()]);
    const bool is_turned = turned(triangle_of(h)) == is_consistent(triangles_, adjacency_, h);
    if (!is_reached_[neighbour.index()]) {
      reach(neighbour, is_turned);
    } else if (turned(neighbour) != is_turned) {
      is_one_sided_ = true;
    }
  }

  std::span<const Triangle> triangles_;
  const TriangleAdjacency& adjacency_;
  std::vector<char>& is_reached_;
  ConsistentWinding& winding_;
  std::vector<TriangleId> members_;
  bool is_one_sided_ = false;
};

}  // namespace

ConsistentWinding compute_consistent_winding(std::span<const Triangle> triangles, const TriangleAdjacency& adjacency) {
  ConsistentWinding winding;
  winding.is_turned.assign(triangles.size(), 0);
  winding.is_one_sided.assign(triangles.size(), 0);
  std::vector<char> is_reached(triangles.size(), 0);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if (is_reached[t] || is_collapsed(triangles[t])) continue;
    Patch patch(triangles, adjacency, is_reached, winding);
    patch.grow(TriangleId(t));
    patch.settle();
  }
  return winding;
}

}  // namespace abut::geometry
