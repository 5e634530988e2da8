#include "abut/proximity/exact_distance.h"

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <vector>

namespace abut::proximity {
namespace {

using geometry::ConvexPieces;
using math::Vec3;
#ifdef __clang_analyzer__
using Exact = double;  // the analyzer takes the gcd of Boost 1.74's rationals for a reference to a dead temporary
#else
// Without expression templates: values, whose lifetimes anyone can see.
using Exact = boost::multiprecision::number<boost::multiprecision::cpp_rational_backend, boost::multiprecision::et_off>;
#endif
using ExactVec = std::array<Exact, 3>;

Exact dot(const ExactVec& a, const ExactVec& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
ExactVec subtract(const ExactVec& a, const ExactVec& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
ExactVec add_scaled(const ExactVec& a, const Exact& k, const ExactVec& b) {
  return {a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]};
}
ExactVec make_exact(const Vec3& v) {
  return {Exact(v[0]), Exact(v[1]), Exact(v[2])};
}
Vec3 round(const ExactVec& v) {
  return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}

// R(q/|q|) v + p in rationals; q given as (w, x, y, z).
struct ExactPose {
  std::array<ExactVec, 3> rows;
  ExactVec p;

  ExactVec apply(const ExactVec& v) const {
    return {dot(rows[0], v) + p[0], dot(rows[1], v) + p[1], dot(rows[2], v) + p[2]};
  }
};

std::array<ExactVec, 3> make_exact_rotation(const math::Quat& q) {
  const Exact w(q.w()), x(q.x()), y(q.y()), z(q.z());
  const Exact k = Exact(2) / (w * w + x * x + y * y + z * z);
  const auto off = [&k](const Exact& sum) { return Exact(k * sum); };
  return {{{1 - k * (y * y + z * z), off(x * y - w * z), off(x * z + w * y)},
           {off(x * y + w * z), 1 - k * (x * x + z * z), off(y * z - w * x)},
           {off(x * z - w * y), off(y * z + w * x), 1 - k * (x * x + y * y)}}};
}

// X_BA = X_WB^-1 X_WA.
ExactPose make_exact_relative_pose(const math::Pose& X_WA, const math::Pose& X_WB) {
  const std::array<ExactVec, 3> a = make_exact_rotation(X_WA.q), b = make_exact_rotation(X_WB.q);
  const ExactVec offset = subtract(make_exact(X_WA.p), make_exact(X_WB.p));
  ExactPose result;
  for (std::size_t i = 0; i < 3; ++i) {
    const ExactVec row_of_inverse{b[0][i], b[1][i], b[2][i]};
    for (std::size_t j = 0; j < 3; ++j) result.rows[i][j] = dot(row_of_inverse, {a[0][j], a[1][j], a[2][j]});
    result.p[i] = dot(row_of_inverse, offset);
  }
  return result;
}

// Any positive multiple will do, so it is scaled before it is rounded. Precondition: not zero.
Vec3 round_to_unit(const ExactVec& direction) {
  Exact largest = 0;
  for (const Exact& x : direction) largest = std::max<Exact>(largest, x < 0 ? Exact(-x) : x);
  return round({direction[0] / largest, direction[1] / largest, direction[2] / largest}).normalized();
}

// A vertex of A - B, with the vertices it is the difference of.
struct Corner {
  std::uint32_t a = 0, b = 0;
  ExactVec x;
};

// The pieces, and the vertex of A - B that is farthest against a direction.
class Difference {
 public:
  Difference(const PieceRef& a, const PieceRef& b, const math::Pose& X_WA, const math::Pose& X_WB)
      : a_(a), b_(b), X_BA_(make_exact_relative_pose(X_WA, X_WB)), rounded_(make_relative_pose(X_WA, X_WB)) {}

  ExactVec a_in_b(std::uint32_t v) const { return X_BA_.apply(make_exact(a_.pieces.vertices[v].p)); }
  ExactVec b_in_b(std::uint32_t v) const { return make_exact(b_.pieces.vertices[v].p); }
  Corner make_corner(std::uint32_t a, std::uint32_t b) const { return {a, b, subtract(a_in_b(a), b_in_b(b))}; }

  Corner find_least(const ExactVec& direction) const {
    const Vec3 approximate = round_to_unit(direction);
    const double slack_a = 1e-12 * (a_.piece().reach + rounded_.p_BA.norm()), slack_b = 1e-12 * b_.piece().reach;
    const auto seen_a = [&](std::uint32_t v) { return rounded_.to_b(a_.pieces.vertices[v].p).dot(approximate); };
    const auto seen_b = [&](std::uint32_t v) { return -b_.pieces.vertices[v].p.dot(approximate); };
    const std::uint32_t va =
        find_least(a_.piece(), seen_a, slack_a, [&](std::uint32_t v) { return dot(direction, a_in_b(v)); });
    const std::uint32_t vb =
        find_least(b_.piece(), seen_b, slack_b, [&](std::uint32_t v) { return Exact(-dot(direction, b_in_b(v))); });
    return make_corner(va, vb);
  }

 private:
  // The vertex with the least exact value among those whose approximate value is within the slack of the least.
  template <class Seen, class ExactValue>
  static std::uint32_t find_least(const geometry::Piece& piece, Seen&& seen, double slack, ExactValue&& exact) {
    const std::uint32_t first = piece.first_vertex, end = first + piece.num_vertices;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t v = first; v < end; ++v) least = std::min(least, seen(v));
    std::uint32_t best = end;
    Exact best_value = 0;
    for (std::uint32_t v = first; v < end; ++v) {
      if (seen(v) > least + 2 * slack) continue;
      const Exact value = exact(v);
      if (best == end || value < best_value) best = v, best_value = value;
    }
    return best;
  }

  const PieceRef& a_;
  const PieceRef& b_;
  ExactPose X_BA_;
  RelativePose rounded_;
};

// The shares (summing to one) of the point nearest to the origin in the affine hull of the corners; the corners are
// affinely independent. Solves sum_j x_i . x_j w_j = 1 up to scale: at the nearest point x, x_i . x is the same for all
// i.
std::vector<Exact> solve_affine_nearest(const std::vector<Corner>& corners) {
  // Differences from the first corner: minimise |x_0 + sum w_i (x_i - x_0)|.
  const std::size_t n = corners.size() - 1;
  std::vector<std::vector<Exact>> m(n, std::vector<Exact>(n + 1));
  std::vector<ExactVec> d(n);
  for (std::size_t i = 0; i < n; ++i) d[i] = subtract(corners[i + 1].x, corners[0].x);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) m[i][j] = dot(d[i], d[j]);
    m[i][n] = -dot(d[i], corners[0].x);
  }
  for (std::size_t k = 0; k < n; ++k) {  // positive definite, so every pivot is positive
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const Exact factor = m[i][k] / m[k][k];
      for (std::size_t j = k; j <= n; ++j) m[i][j] -= factor * m[k][j];
    }
  }
  std::vector<Exact> shares(n + 1, Exact(1));
  for (std::size_t i = 0; i < n; ++i) {
    shares[i + 1] = m[i][n] / m[i][i];
    shares[0] -= shares[i + 1];
  }
  return shares;
}

struct Simplex {
  std::vector<Corner> corners;
  std::vector<Exact> shares;  // positive, summing to one
  ExactVec x;                 // the point of those shares: the nearest of the simplex

  void place() {
    x = {0, 0, 0};
    for (std::size_t i = 0; i < corners.size(); ++i) x = add_scaled(x, shares[i], corners[i].x);
  }
};

// Wolfe's minor cycle: with a corner just joined at share 0, move towards the nearest point of the affine hull; corners
// whose share falls to zero on the way leave. At most three times.
void shrink_to_nearest(Simplex& simplex) {
  while (true) {
    const std::vector<Exact> target = solve_affine_nearest(simplex.corners);
    Exact step = 1;
    for (std::size_t i = 0; i < target.size(); ++i) {
      if (target[i] > 0) continue;
      step = std::min<Exact>(step, simplex.shares[i] / (simplex.shares[i] - target[i]));
    }
    Simplex kept;
    for (std::size_t i = 0; i < target.size(); ++i) {
      const Exact share = simplex.shares[i] + step * (target[i] - simplex.shares[i]);
      if (share > 0) kept.corners.push_back(simplex.corners[i]), kept.shares.push_back(share);
    }
    simplex = std::move(kept);
    if (step == 1) break;
  }
  simplex.place();
}

bool is_new(const Simplex& simplex, const Corner& corner) {
  for (const Corner& c : simplex.corners) {
    if (c.a == corner.a && c.b == corner.b) return false;
  }
  return true;
}

Simplex find_nearest_simplex(const Difference& difference, const Corner& first) {
  Simplex simplex{{first}, {Exact(1)}, first.x};
  while (true) {  // the distance falls each time round, and there are finitely many simplices
    const Exact square = dot(simplex.x, simplex.x);
    if (square == 0) return simplex;
    const Corner corner = difference.find_least(simplex.x);
    if (dot(corner.x, simplex.x) >= square || !is_new(simplex, corner)) return simplex;
    simplex.corners.push_back(corner);
    simplex.shares.emplace_back(0);
    shrink_to_nearest(simplex);
  }
}

// The least feature of the piece that has all these vertices.
PieceFeature find_common_feature(const PieceRef& piece, const std::vector<std::uint32_t>& vertices) {
  const ConvexPieces& pieces = piece.pieces;
  const auto has = [&](std::uint32_t edge, std::uint32_t v) {
    return pieces.edges[edge].tail == v || pieces.edges[edge].head == v;
  };
  if (vertices.size() == 1) return PieceFeature::vertex(vertices[0]);
  for (const geometry::PieceSpoke& spoke : pieces.spokes_of(vertices[0])) {
    if (vertices.size() == 2 && has(spoke.edge, vertices[1])) return PieceFeature::edge(spoke.edge);
  }
  const geometry::Piece& p = piece.piece();
  for (std::uint32_t f = p.first_face; f < p.first_face + p.num_faces; ++f) {
    std::size_t num_found = 0;
    for (const std::uint32_t v : vertices) {
      for (const geometry::PieceHalfEdge& side : pieces.half_edges_of(f)) {
        if (has(side.edge, v)) {
          ++num_found;
          break;
        }
      }
    }
    if (num_found == vertices.size()) return PieceFeature::face(f);
  }
  return PieceFeature::vertex(vertices[0]);  // inside the piece: they meet, and no feature has the point
}

template <class Member>
PieceFeature find_feature(const PieceRef& piece, const Simplex& simplex, Member member) {
  std::vector<std::uint32_t> vertices;
  for (const Corner& corner : simplex.corners) {
    if (std::find(vertices.begin(), vertices.end(), corner.*member) == vertices.end())
      vertices.push_back(corner.*member);
  }
  return find_common_feature(piece, vertices);
}

}  // namespace

ExactDistance compute_exact_distance(const PieceRef& a, const PieceRef& b, const math::Pose& X_WA,
                                     const math::Pose& X_WB) {
  const Difference difference(a, b, X_WA, X_WB);
  const Simplex simplex =
      find_nearest_simplex(difference, difference.make_corner(a.piece().first_vertex, b.piece().first_vertex));
  ExactVec in_a{0, 0, 0}, in_b{0, 0, 0};
  for (std::size_t i = 0; i < simplex.corners.size(); ++i) {
    in_a = add_scaled(in_a, simplex.shares[i], difference.a_in_b(simplex.corners[i].a));
    in_b = add_scaled(in_b, simplex.shares[i], difference.b_in_b(simplex.corners[i].b));
  }
  const Exact square = dot(simplex.x, simplex.x);
  ExactDistance result;
  result.is_meeting = square == 0;
  result.distance = round(simplex.x).stableNorm();
  result.p_BCa = round(in_a), result.p_BCb = round(in_b);
  if (!result.is_meeting) result.nhat_BA_B = round_to_unit(simplex.x);
  result.features = {find_feature(a, simplex, &Corner::a), find_feature(b, simplex, &Corner::b)};
  return result;
}

}  // namespace abut::proximity
