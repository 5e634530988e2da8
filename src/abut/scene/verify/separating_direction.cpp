#include "abut/scene/verify/separating_direction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace abut::scene {
namespace {

using math::Vec3;

constexpr int kMostSupports = 48;
constexpr double kGapTolerance = 1e-7;  // of the distance: what the gap may lack

// The point of a simplex nearest to the origin, and the corners of the face it lies in.
struct NearestOfSimplex {
  Vec3 point = Vec3::Zero();
  std::array<Vec3, 4> corners;
  int count = 0;
};

NearestOfSimplex nearest_of_corner(const Vec3& a) {
  return {a, {a}, 1};
}

NearestOfSimplex nearest_of_segment(const Vec3& a, const Vec3& b) {
  const Vec3 e = b - a;
  const double along = -a.dot(e), length_sq = e.squaredNorm();
  if (!(along > 0)) return nearest_of_corner(a);
  if (!(along < length_sq)) return nearest_of_corner(b);
  // Measured from the nearer end.
  const Vec3 p =
      along < 0.5 * length_sq ? Vec3(a + (along / length_sq) * e) : Vec3(b + ((along - length_sq) / length_sq) * e);
  return {p, {a, b}, 2};
}

const NearestOfSimplex& nearer(const NearestOfSimplex& p, const NearestOfSimplex& q) {
  return q.point.squaredNorm() < p.point.squaredNorm() ? q : p;
}

NearestOfSimplex nearest_of_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = (b - a).cross(c - a);
  const double area_sq = normal.squaredNorm();
  const auto is_within = [&](const Vec3& p, const Vec3& q) { return (q - p).cross(-p).dot(normal) > 0; };
  if (area_sq > 0 && is_within(a, b) && is_within(b, c) && is_within(c, a)) {
    const double heights = normal.dot(a.squaredNorm() < b.squaredNorm() ? a : b);
    return {(heights / area_sq) * normal, {a, b, c}, 3};
  }
  return nearer(nearer(nearest_of_segment(a, b), nearest_of_segment(b, c)), nearest_of_segment(c, a));
}

// Nothing if it contains the origin.
std::optional<NearestOfSimplex> nearest_of_tetrahedron(const std::array<Vec3, 4>& p) {
  constexpr std::array<std::array<int, 4>, 4> kFaces{{{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}}};
  std::optional<NearestOfSimplex> best;
  for (const auto& [i, j, k, opposite] : kFaces) {
    const Vec3 normal = (p[j] - p[i]).cross(p[k] - p[i]);
    const double origin = -normal.dot(p[i]), other = normal.dot(p[opposite] - p[i]);
    if (origin * other > 0) continue;
    const NearestOfSimplex here = nearest_of_triangle(p[i], p[j], p[k]);
    if (!best || here.point.squaredNorm() < best->point.squaredNorm()) best = here;
  }
  return best;
}

std::optional<NearestOfSimplex> find_nearest(const std::array<Vec3, 4>& p, int count) {
  if (count == 1) return nearest_of_corner(p[0]);
  if (count == 2) return nearest_of_segment(p[0], p[1]);
  if (count == 3) return nearest_of_triangle(p[0], p[1], p[2]);
  return nearest_of_tetrahedron(p);
}

class PartingSearch {
 public:
  PartingSearch(const FeatureTree& a, const FeatureNode& node_a, const Placing& X_BA, const FeatureTree& b,
                const FeatureNode& node_b)
      : a_(a), node_a_(node_a), X_BA_(X_BA), b_(b), node_b_(node_b) {}

  // The point of the difference that is lowest along n.
  Vec3 compute_support(const Vec3& n) const {
    const Vec3 minus_n_A = -(X_BA_.R.transpose() * n);
    return X_BA_ * compute_farthest(a_, node_a_, minus_n_A) - compute_farthest(b_, node_b_, n);
  }

  Parting run(const Vec3& start) {
    const double length = start.norm();
    Parting best{.n = length > 0 ? Vec3(start / length) : Vec3::UnitZ(), .gap = -kInfinity, .distance = kInfinity};
    NearestOfSimplex now = nearest_of_corner(compute_support(best.n));
    for (int i = 0; i < kMostSupports; ++i) {
      const double distance = now.point.norm();
      best.distance = std::min(best.distance, distance);
      if (!(distance > 0)) break;
      const Vec3 n = now.point / distance;
      const Vec3 support = compute_support(n);
      improve(best, n, n.dot(support));
      if (best.gap >= best.distance * (1 - kGapTolerance)) return best;
      if (std::find(now.corners.begin(), now.corners.begin() + now.count, support) != now.corners.begin() + now.count)
        break;
      now.corners[now.count++] = support;
      const auto next = find_nearest(now.corners, now.count);
      if (!next) {
        best.distance = 0;
        best.gap = std::min(best.gap, 0.0);
        return best;
      }
      if (next->point.squaredNorm() >= distance * distance) break;
      now = *next;
    }
    if (now.count == 3) try_normal(best, (now.corners[1] - now.corners[0]).cross(now.corners[2] - now.corners[0]));
    return best;
  }

  // Both signs.
  void try_normal(Parting& best, const Vec3& normal) const {
    const double length = normal.norm();
    if (!(length > 0)) return;
    for (const Vec3& n : {Vec3(normal / length), Vec3(-normal / length)}) improve(best, n, n.dot(compute_support(n)));
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  static void improve(Parting& best, const Vec3& n, double gap) {
    if (gap > best.gap) best.gap = gap, best.n = n;
  }

  const FeatureTree& a_;
  const FeatureNode& node_a_;
  const Placing& X_BA_;
  const FeatureTree& b_;
  const FeatureNode& node_b_;
};

// The edges of a feature, and its normal if it is a triangle.
struct FeatureEdges {
  std::array<Vec3, 3> edges;
  int count = 0;
};

FeatureEdges make_edges(const FeatureTree& tree, const FeatureNode& leaf) {
  const VerifiedFeature& f = tree.features[leaf.first];
  const auto vertex = [&](int k) { return tree.vertices[f.vertices[static_cast<std::size_t>(k)]]; };
  if (f.num_vertices == 1) return {};
  if (f.num_vertices == 2) return {{Vec3(vertex(1) - vertex(0))}, 1};
  return {{Vec3(vertex(1) - vertex(0)), Vec3(vertex(2) - vertex(1)), Vec3(vertex(0) - vertex(2))}, 3};
}

}  // namespace

Parting find_parting(const FeatureTree& a, const FeatureNode& node_a, const Placing& X_BA, const FeatureTree& b,
                     const FeatureNode& node_b, const Vec3& start) {
  return PartingSearch(a, node_a, X_BA, b, node_b).run(start);
}

Parting find_leaf_parting(const FeatureTree& a, const FeatureNode& leaf_a, const Placing& X_BA, const FeatureTree& b,
                          const FeatureNode& leaf_b, const Vec3& start) {
  PartingSearch search(a, leaf_a, X_BA, b, leaf_b);
  const Parting nearest = search.run(start);
  Parting best{.gap = -std::numeric_limits<double>::infinity(), .distance = nearest.distance};
  FeatureEdges of_a = make_edges(a, leaf_a);
  const FeatureEdges of_b = make_edges(b, leaf_b);
  for (int i = 0; i < of_a.count; ++i) of_a.edges[i] = X_BA.R * of_a.edges[i];
  if (of_a.count == 3) search.try_normal(best, of_a.edges[0].cross(of_a.edges[1]));
  if (of_b.count == 3) search.try_normal(best, of_b.edges[0].cross(of_b.edges[1]));
  for (int i = 0; i < of_a.count; ++i) {
    for (int j = 0; j < of_b.count; ++j) search.try_normal(best, of_a.edges[i].cross(of_b.edges[j]));
  }
  // Where rounding decides which is larger, a normal is better than the direction of a tiny difference.
  const double rounding = 0x1p-48 * (leaf_a.size + leaf_b.size + X_BA.p.norm());
  return nearest.gap > best.gap + rounding ? nearest : best;
}

}  // namespace abut::scene
