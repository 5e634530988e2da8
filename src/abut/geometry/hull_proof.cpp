#include "abut/geometry/hull_proof.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "abut/geometry/triangle_adjacency.h"
#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

using math::Vec3;

class Proof {
 public:
  Proof(std::span<const Vec3> points, std::span<const Triangle> triangles)
      : points_(points),
        triangles_(triangles),
        adjacency_(make_triangle_adjacency(triangles, points.size())),
        num_sharp_edges_(points.size(), 0),
        is_vertex_(points.size(), false) {
    std::size_t num_vertices = 0;
    for (const Triangle& t : triangles) {
      for (const VertexId v : t) {
        num_vertices += is_vertex_[v.index()] ? 0 : 1;
        is_vertex_[v.index()] = true;
      }
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (is_vertex_[i]) o_ += points[i] / static_cast<double>(num_vertices);
    }
  }

  bool succeeds() {
    return is_closed() && has_o_inside() && covers_once() && is_convex() && has_only_corners() && contains_all_points();
  }

 private:
  const Vec3& at(VertexId v) const { return points_[v.index()]; }
  int side(std::size_t t, const Vec3& p) const {
    const auto& [a, b, c] = triangles_[t];
    return math::orient3d(at(a), at(b), at(c), p);
  }
  // Of the plane through o and edge k of triangle t: positive on the triangle's side.
  int side_of_edge(std::size_t t, std::size_t k, const Vec3& p) const {
    return math::orient3d(o_, at(triangles_[t][k]), at(triangles_[t][(k + 1) % 3]), p);
  }

  bool is_closed() const {
    for (std::size_t h = 0; h < 3 * triangles_.size(); ++h) {
      if (!is_consistent(triangles_, adjacency_, HalfEdgeId(h))) return false;
    }
    return !triangles_.empty();
  }

  bool has_o_inside() const {
    if (!o_.allFinite()) return false;
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      if (side(t, o_) >= 0) return false;
    }
    return true;
  }

  bool covers_once() const {
    const auto& [a, b, c] = triangles_[0];
    const Vec3 middle = at(a) / 3 + at(b) / 3 + at(c) / 3;
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      int least = 1;
      for (std::size_t k = 0; k < 3 && least >= 0; ++k) least = std::min(least, side_of_edge(t, k, middle));
      const bool is_right = t == 0 ? least > 0 : least < 0;
      if (!is_right) return false;
    }
    return true;
  }

  bool is_convex() {
    for (const HalfEdgeId h : adjacency_.edges) {
      const VertexId beyond = apex_of(triangles_, adjacency_.mate[h.index()]);
      const int sign = side(triangle_of(h).index(), at(beyond));
      if (sign > 0) return false;
      if (sign == 0) continue;
      ++num_sharp_edges_[tail_of(triangles_, h).index()];
      ++num_sharp_edges_[head_of(triangles_, h).index()];
    }
    return true;
  }

  bool has_only_corners() const {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (is_vertex_[i] && num_sharp_edges_[i] < 3) return false;
    }
    return true;
  }

  bool contains_all_points() const {
    std::size_t t = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (is_vertex_[i]) continue;
      // A walk over the facets of a convex polyhedron does not come back to where it was, but perhaps for flat edges.
      std::size_t step = 0;
      for (std::size_t k = find_exit(t, points_[i]); k < 3; k = find_exit(t, points_[i])) {
        if (++step > triangles_.size()) return false;
        t = triangle_of(adjacency_.mate[3 * t + k]).index();
      }
      if (side(t, points_[i]) > 0) return false;
    }
    return true;
  }

  // The first edge of t that p, seen from o, is beyond of; 3 if p is in the cone over t.
  std::size_t find_exit(std::size_t t, const Vec3& p) const {
    std::size_t k = 0;
    while (k < 3 && side_of_edge(t, k, p) >= 0) ++k;
    return k;
  }

  std::span<const Vec3> points_;
  std::span<const Triangle> triangles_;
  TriangleAdjacency adjacency_;
  std::vector<std::uint32_t> num_sharp_edges_;
  std::vector<bool> is_vertex_;
  Vec3 o_ = Vec3::Zero();
};

}  // namespace

bool is_proven_hull(std::span<const Vec3> points, std::span<const Triangle> triangles) {
  return Proof(points, triangles).succeeds();
}

}  // namespace abut::geometry
