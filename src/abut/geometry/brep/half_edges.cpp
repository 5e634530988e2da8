// "Side" is short here for a half-edge of a triangle that is on the border of its face. A half-edge of the result runs
// along one side, or along several in line: from corner to corner.
#include "abut/geometry/brep/half_edges.h"

#include <algorithm>

namespace abut::geometry {
namespace {

using math::Vec3;

class HalfEdgeMaker {
 public:
  HalfEdgeMaker(std::span<const Vec3> vertices, std::span<const Triangle> triangles, const TriangleAdjacency& adjacency,
                const MergedFaces& merged, const std::vector<char>& is_corner)
      : vertices_(vertices), triangles_(triangles), adjacency_(adjacency), merged_(merged), is_corner_(is_corner) {}

  HalfEdges make() {
    trace_loops();
    link_edges();
    return std::move(result_);
  }

 private:
  struct Walk {
    std::size_t begin, end;  // in walked_
  };

  bool starts_at_corner(HalfEdgeId side) const { return is_corner_[tail_of(triangles_, side).index()]; }

  void trace_loops() {
    reserve();
    for (std::size_t f = 0; f < merged_.num_faces(); ++f) {
      const FaceId face(f);
      result_.face_to_loop.push_back(static_cast<std::uint32_t>(result_.loops.size()));
      walk_borders(face);
      std::rotate(walks_.begin(), find_outer(), walks_.end());
      for (const Walk& walk : walks_) add_loop(face, walk);
    }
    result_.face_to_loop.push_back(static_cast<std::uint32_t>(result_.loops.size()));
  }

  void reserve() {
    half_edge_along_.assign(adjacency_.mate.size(), HalfEdgeId());
    std::size_t num_half_edges = 0;
    for (const TriangleId t : merged_.face_triangles) {
      for (int k = 0; k < 3; ++k) {
        const HalfEdgeId h = half_edge_of(t, k);
        num_half_edges += merged_.edge_kind[h.index()] && starts_at_corner(h);
      }
    }
    result_.half_edges.reserve(num_half_edges);
    first_side_.reserve(num_half_edges);
    result_.loops.reserve(merged_.num_faces());
    result_.face_to_loop.reserve(merged_.num_faces() + 1);
  }

  // Collects all sides of the face, border by border. Every border has a corner to start from (corners.h).
  void walk_borders(FaceId face) {
    walks_.clear();
    walked_.clear();
    for (const TriangleId t : merged_.triangles_of(face)) {
      for (int k = 0; k < 3; ++k) {
        const HalfEdgeId start = half_edge_of(t, k);
        const bool is_new = merged_.edge_kind[start.index()] && half_edge_along_[start.index()].is_none();
        if (!is_new || !starts_at_corner(start)) continue;
        const std::size_t begin = walked_.size();
        HalfEdgeId side = start;
        do {
          half_edge_along_[side.index()] = kWalked;
          walked_.push_back(side);
          side = next_on_border(adjacency_, merged_, side);
        } while (side != start);
        walks_.push_back({begin, walked_.size()});
      }
    }
  }

  const Vec3& tail_point(HalfEdgeId side) const { return vertices_[tail_of(triangles_, side).index()]; }

  std::vector<Walk>::iterator find_outer() {
    if (walks_.size() == 1) return walks_.begin();
    const auto is_less = [this](HalfEdgeId g, HalfEdgeId h) {
      const Vec3 &a = tail_point(g), &b = tail_point(h);
      return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
    };
    const auto least = std::min_element(walked_.begin(), walked_.end(), is_less) - walked_.begin();
    return std::find_if(walks_.begin(), walks_.end(),
                        [&](const Walk& walk) { return least < static_cast<std::ptrdiff_t>(walk.end); });
  }

  void add_loop(FaceId face, const Walk& walk) {
    const std::size_t begin = result_.half_edges.size();
    for (std::size_t i = walk.begin; i < walk.end; ++i) {
      const HalfEdgeId side = walked_[i];
      if (starts_at_corner(side)) {
        const std::size_t id = result_.half_edges.size();
        HalfEdge half_edge;
        half_edge.origin = tail_of(triangles_, side);
        half_edge.next = HalfEdgeId(id + 1);
        half_edge.prev = HalfEdgeId(id - 1);
        half_edge.face = face;
        result_.half_edges.push_back(half_edge);
        first_side_.push_back(side);
      }
      half_edge_along_[side.index()] = HalfEdgeId(result_.half_edges.size() - 1);
    }
    const std::size_t last = result_.half_edges.size() - 1;
    result_.half_edges[begin].prev = HalfEdgeId(last);
    result_.half_edges[last].next = HalfEdgeId(begin);
    result_.loops.push_back({HalfEdgeId(begin), face});
  }

  // The half-edges along the mates of one side of an edge are the half-edges of the edge.
  void link_edges() {
    std::vector<HalfEdge>& half_edges = result_.half_edges;
    result_.edges.reserve(half_edges.size() / 2);
    for (std::size_t id = 0; id < half_edges.size(); ++id) {
      if (!half_edges[id].edge.is_none()) continue;
      const EdgeId edge(result_.edges.size());
      const HalfEdgeId first = first_side_[id];
      HalfEdgeId side = first;
      do {
        const HalfEdgeId next_side = adjacency_.mate[side.index()];
        HalfEdge& half_edge = half_edges[half_edge_along_[side.index()].index()];
        half_edge.edge = edge;
        half_edge.mate = half_edge_along_[next_side.index()];
        side = next_side;
      } while (side != first);
      const VertexId head = half_edges[half_edges[id].next.index()].origin;
      result_.edges.push_back({half_edges[id].origin, head, HalfEdgeId(id), *merged_.edge_kind[first.index()]});
    }
  }

  static constexpr HalfEdgeId kWalked{0xfffffffeu};

  std::span<const Vec3> vertices_;
  std::span<const Triangle> triangles_;
  const TriangleAdjacency& adjacency_;
  const MergedFaces& merged_;
  const std::vector<char>& is_corner_;

  HalfEdges result_;
  std::vector<HalfEdgeId> half_edge_along_;  // of each side; none before it was walked, kWalked before it has one
  std::vector<HalfEdgeId> first_side_;       // of each half-edge
  std::vector<Walk> walks_;                  // of the face at hand
  std::vector<HalfEdgeId> walked_;           // its sides
};

}  // namespace

HalfEdges make_half_edges(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                          const TriangleAdjacency& adjacency, const MergedFaces& merged,
                          const std::vector<char>& is_corner) {
  return HalfEdgeMaker(vertices, triangles, adjacency, merged, is_corner).make();
}

}  // namespace abut::geometry
