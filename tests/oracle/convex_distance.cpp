#include "oracle/convex_distance.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace abut::oracle {
namespace {

struct Body {
  const Polyhedron& topology;
  const std::vector<IVec3>& p;
};

class Nearest {
 public:
  Nearest(const Body& a, const Body& b) : a_(a), b_(b) {}

  Rational compute_sq() {
    add_vertex_pairs();
    add_vertices_and_edges(a_, b_);
    add_vertices_and_edges(b_, a_);
    add_edge_pairs();
    add_faces(a_, b_);
    add_faces(b_, a_);
    return do_meet_ ? Rational(0) : Rational(num_) / Rational(den_);
  }

 private:
  // A squared distance num / den.
  void add(const Integer& num, const Integer& den) {
    if (den_ != 0 && num * den_ >= num_ * den) return;
    num_ = num;
    den_ = den;
  }

  void add_vertex_pairs() {
    for (const IVec3& p : a_.p) {
      for (const IVec3& q : b_.p) add(dot(p - q, p - q), 1);
    }
  }

  // Where the vertex is beside the inside of the edge; beside its ends vertices are nearest.
  void add_vertices_and_edges(const Body& vertices, const Body& edges) {
    for (const auto& [tail, head] : edges.topology.edges) {
      const IVec3 u = edges.p[head] - edges.p[tail];
      const Integer uu = dot(u, u);
      for (const IVec3& p : vertices.p) {
        const IVec3 w = p - edges.p[tail];
        const Integer s = dot(w, u);
        if (s > 0 && s < uu) add(dot(w, w) * uu - s * s, uu);
      }
    }
  }

  // Where the common perpendicular meets both edges inside. With x = p + s u on the one, y = q + t v on the other and
  // n = u x v: s n^2 = (q - p) x v . n, t n^2 = (q - p) x u . n. Parallel edges have a vertex and an edge as near.
  void add_edge_pairs() {
    for (const auto& [a_tail, a_head] : a_.topology.edges) {
      const IVec3 u = a_.p[a_head] - a_.p[a_tail];
      for (const auto& [b_tail, b_head] : b_.topology.edges) {
        const IVec3 v = b_.p[b_head] - b_.p[b_tail];
        const IVec3 w = b_.p[b_tail] - a_.p[a_tail];
        const IVec3 n = cross(u, v);
        const Integer nn = dot(n, n);
        if (nn == 0) continue;
        const Integer s = dot(cross(w, v), n);
        if (s <= 0 || s >= nn) continue;
        const Integer t = dot(cross(w, u), n);
        if (t <= 0 || t >= nn) continue;
        const Integer height = dot(w, n);
        add(height * height, nn);
      }
    }
  }

  void add_faces(const Body& faces, const Body& other) {
    std::vector<bool> is_beyond(other.p.size(), !faces.topology.is_solid);
    for (const auto& loop : faces.topology.faces) {
      const IVec3 n = compute_area_vector(faces.p, loop);
      std::vector<Integer> heights;
      for (std::size_t i = 0; i < other.p.size(); ++i) {
        heights.push_back(dot(n, other.p[i] - faces.p[loop[0]]));
        if (heights[i] > 0) is_beyond[i] = true;
        if (is_over(faces, loop, n, other.p[i], 1)) add(heights[i] * heights[i], dot(n, n));
      }
      for (const auto& [tail, head] : other.topology.edges) {
        const Integer &h0 = heights[tail], &h1 = heights[head];
        if (h0.sign() * h1.sign() >= 0) continue;  // ends in the plane are vertices over the face
        const IVec3 crossing = h0 * other.p[head] - h1 * other.p[tail];
        do_meet_ = do_meet_ || is_over(faces, loop, n, crossing, h0 - h1);
      }
    }
    do_meet_ = do_meet_ || !std::ranges::all_of(is_beyond, [](bool beyond) { return beyond; });
  }

  // Whether the point x / weight projects into the face, its border included.
  static bool is_over(const Body& faces, const std::vector<std::uint32_t>& loop, const IVec3& n, const IVec3& x,
                      const Integer& weight) {
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const IVec3& corner = faces.p[loop[k]];
      const IVec3 inward = cross(n, faces.p[loop[(k + 1) % loop.size()]] - corner);
      if (dot(inward, x - weight * corner).sign() * weight.sign() < 0) return false;
    }
    return true;
  }

  Body a_, b_;
  Integer num_ = 0, den_ = 0;  // no distance yet
  bool do_meet_ = false;
};

}  // namespace

Rational compute_distance_sq(const Polyhedron& a, const math::Pose& X_WA, const Polyhedron& b, const math::Pose& X_WB) {
  const PlacedPair placed = place(a, X_WA, b, X_WB);
  return placed.unit * placed.unit * Nearest({a, placed.a}, {b, placed.b}).compute_sq();
}

}  // namespace abut::oracle
