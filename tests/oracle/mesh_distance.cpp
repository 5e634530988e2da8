#include "oracle/mesh_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace abut::oracle {
namespace {

using math::Vec3;

// One set of formulas for doubles and rationals: squared distances.
template <class Number, class Vector>
struct Formulas {
  using Triangle = std::array<Vector, 3>;

  static Number dot3(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
  static Vector cross3(const Vector& a, const Vector& b) {
    return Vector{Number(a[1] * b[2] - a[2] * b[1]), Number(a[2] * b[0] - a[0] * b[2]),
                  Number(a[0] * b[1] - a[1] * b[0])};
  }
  static Vector between(const Vector& a, const Vector& b) {
    return Vector{Number(b[0] - a[0]), Number(b[1] - a[1]), Number(b[2] - a[2])};
  }
  static Number length_sq(const Vector& a) { return dot3(a, a); }

  static Number point_to_segment(const Vector& p, const Vector& a, const Vector& b) {
    const Vector e = between(a, b), r = between(a, p);
    const Number ee = length_sq(e);
    Number t = ee > Number(0) ? Number(dot3(r, e) / ee) : Number(0);
    if (t < Number(0)) t = Number(0);
    if (t > Number(1)) t = Number(1);
    return length_sq(Vector{Number(r[0] - t * e[0]), Number(r[1] - t * e[1]), Number(r[2] - t * e[2])});
  }

  // Where the nearest points are inside both; the rest is for vertices.
  static void take_edges(const Vector& a, const Vector& b, const Vector& c, const Vector& d, Number& least) {
    const Vector e = between(a, b), f = between(c, d), n = cross3(e, f), r = between(a, c);
    const Number nn = length_sq(n);
    if (!(nn > Number(0))) return;
    const Number s = dot3(cross3(r, f), n) / nn, t = dot3(cross3(r, e), n) / nn;
    if (s < Number(0) || s > Number(1) || t < Number(0) || t > Number(1)) return;
    const Number h = dot3(r, n), height_sq = h * h / nn;
    if (height_sq < least) least = height_sq;
  }

  static bool is_above(const Vector& p, const Triangle& t, const Vector& n) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector inward = cross3(n, between(t[k], t[(k + 1) % 3]));
      if (dot3(inward, between(t[k], p)) < Number(0)) return false;
    }
    return true;
  }

  static void take_vertices(const Triangle& a, const Triangle& t, Number& least) {
    const Vector n = cross3(between(t[0], t[1]), between(t[0], t[2]));
    const Number nn = length_sq(n);
    std::array<Number, 3> height;
    for (std::size_t i = 0; i < 3; ++i) {
      height[i] = dot3(n, between(t[0], a[i]));
      for (std::size_t k = 0; k < 3; ++k) {
        const Number to_edge = point_to_segment(a[i], t[k], t[(k + 1) % 3]);
        if (to_edge < least) least = to_edge;
      }
      if (!(nn > Number(0)) || !is_above(a[i], t, n)) continue;
      const Number height_sq = height[i] * height[i] / nn;
      if (height_sq < least) least = height_sq;
    }
    for (std::size_t i = 0; i < 3; ++i) {  // an edge through the face
      const std::size_t j = (i + 1) % 3;
      if ((height[i] > Number(0)) == (height[j] > Number(0)) || height[i] == height[j]) continue;
      const Number s = height[i] / (height[i] - height[j]);
      const Vector e = between(a[i], a[j]);
      const Vector p{Number(a[i][0] + s * e[0]), Number(a[i][1] + s * e[1]), Number(a[i][2] + s * e[2])};
      if (is_above(p, t, n)) least = Number(0);
    }
  }

  static Number distance_sq(const Triangle& a, const Triangle& b) {
    Number least = length_sq(between(a[0], b[0]));
    take_vertices(a, b, least);
    take_vertices(b, a, least);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) take_edges(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3], least);
    }
    return least;
  }
};

Vec3 compute_middle(const Corners& t) {
  return (t[0] + t[1] + t[2]) / 3;
}

// Halves by the middles along the longest side.
std::size_t build(BallTree& tree, std::size_t first, std::size_t count) {
  constexpr std::size_t kLeaf = 2;
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  const auto begin = tree.triangles.begin() + static_cast<std::ptrdiff_t>(first),
             end = begin + static_cast<std::ptrdiff_t>(count);
  for (auto t = begin; t != end; ++t) {
    for (const Vec3& p : *t) low = low.cwiseMin(p), high = high.cwiseMax(p);
  }
  BallTree::Node node;
  node.center = 0.5 * (low + high), node.first = first, node.count = count;
  for (auto t = begin; t != end; ++t) {
    for (const Vec3& p : *t) node.radius = std::max(node.radius, (p - node.center).norm());
  }
  const std::size_t at = tree.nodes.size();
  tree.nodes.push_back(node);
  if (count <= kLeaf) return at;
  Eigen::Index axis = 0;
  (high - low).maxCoeff(&axis);
  const auto half = static_cast<std::ptrdiff_t>(count / 2);
  std::nth_element(begin, begin + half, end, [axis](const Corners& s, const Corners& t) {
    return compute_middle(s)[axis] < compute_middle(t)[axis];
  });
  const std::size_t left = build(tree, first, count / 2), right = build(tree, first + count / 2, count - count / 2);
  tree.nodes[at].left = left, tree.nodes[at].right = right;
  return at;
}

struct Query {
  const BallTree& a;
  const BallTree& b;
  math::Mat3 R_BA;
  Vec3 p_BA;
  double least;

  double compute_gap(std::size_t i, std::size_t j) const {
    const BallTree::Node &m = a.nodes[i], &n = b.nodes[j];
    return (R_BA * m.center + p_BA - n.center).norm() - m.radius - n.radius;
  }
  void visit(std::size_t i, std::size_t j, double gap);
};

void Query::visit(std::size_t i, std::size_t j, double gap) {
  if (gap >= least) return;
  const BallTree::Node &m = a.nodes[i], &n = b.nodes[j];
  if (m.left == 0 && n.left == 0) {
    for (std::size_t k = m.first; k < m.first + m.count; ++k) {
      const Corners& t = a.triangles[k];
      const Corners seen{R_BA * t[0] + p_BA, R_BA * t[1] + p_BA, R_BA * t[2] + p_BA};
      for (std::size_t l = n.first; l < n.first + n.count; ++l) {
        least = std::min(least, compute_triangle_distance(seen, b.triangles[l]));
      }
    }
    return;
  }
  const bool is_a_split = n.left == 0 || (m.left != 0 && m.radius > n.radius);
  std::pair<std::size_t, std::size_t> first(i, j), second(i, j);
  if (is_a_split) {
    first.first = m.left, second.first = m.right;
  } else {
    first.second = n.left, second.second = n.right;
  }
  double to_first = compute_gap(first.first, first.second), to_second = compute_gap(second.first, second.second);
  if (to_second < to_first) std::swap(first, second), std::swap(to_first, to_second);
  visit(first.first, first.second, to_first);
  visit(second.first, second.second, to_second);
}

}  // namespace

double compute_triangle_distance(const Corners& a, const Corners& b) {
  return std::sqrt(Formulas<double, Vec3>::distance_sq(a, b));
}

Rational compute_triangle_distance_sq(const std::array<RVec3, 3>& a, const std::array<RVec3, 3>& b) {
  return Formulas<Rational, RVec3>::distance_sq(a, b);
}

BallTree make_ball_tree(const geometry::Mesh& mesh) {
  BallTree tree;
  for (const auto& [i, j, k] : mesh.triangles) {
    tree.triangles.push_back({mesh.vertices[i.index()], mesh.vertices[j.index()], mesh.vertices[k.index()]});
  }
  build(tree, 0, tree.triangles.size());
  return tree;
}

double compute_mesh_distance(const BallTree& a, const math::Pose& X_WA, const BallTree& b, const math::Pose& X_WB,
                             double up_to) {
  const math::Mat3 R_WA = X_WA.q.normalized().toRotationMatrix(), R_WB = X_WB.q.normalized().toRotationMatrix();
  Query query{a, b, R_WB.transpose() * R_WA, R_WB.transpose() * (X_WA.p - X_WB.p), up_to};
  query.visit(0, 0, query.compute_gap(0, 0));
  return query.least;
}

std::optional<double> MovingMeshes::find_first(double level, double s0, double s1, double resolution) const {
  for (double s = s0;;) {
    const double d = distance(s, level + speed * (s1 - s) + resolution * speed);
    if (d <= level) return s;
    if (s >= s1) return std::nullopt;
    s = std::min(s1, s + std::max((d - level) / speed, resolution));
  }
}

}  // namespace abut::oracle
