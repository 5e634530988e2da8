#include "abut/scene/verify/exact_meeting.h"

#include <cmath>
#include <vector>

#include "abut/scene/verify/dyadic.h"

namespace abut::scene {
namespace {

// The vertices of a feature, all multiplied by one positive number.
using ExactFeature = std::vector<DyadicVec3>;

struct PlacedFeature {
  ExactFeature vertices;
  Dyadic weight;  // what they are multiplied by: |Q|^2
};

DyadicVec3 blend(const math::Vec3& a, const math::Vec3& b, double s) {
  return (Dyadic(1.0) - Dyadic(s)) * to_dyadic(a) + Dyadic(s) * to_dyadic(b);
}

// |Q|^2 (p + R v) = |Q|^2 (p + v) + 2 (w u x v + u x (u x v)).
PlacedFeature place_feature(const FeatureTree& tree, const VerifiedFeature& feature, const math::StepMotion& m,
                            double s) {
  const DyadicVec3 u = blend(m.X0.q.vec(), m.q1.vec(), s);
  const DyadicVec3 p = blend(m.X0.p, m.X1.p, s) + (Dyadic(s) * (Dyadic(1.0) - Dyadic(s))) * to_dyadic(m.bend);
  const Dyadic w = (Dyadic(1.0) - Dyadic(s)) * Dyadic(m.X0.q.w()) + Dyadic(s) * Dyadic(m.q1.w());
  PlacedFeature placed{{}, w * w + dot(u, u)};
  for (std::uint32_t k = 0; k < feature.num_vertices; ++k) {
    const DyadicVec3 v = to_dyadic(tree.vertices[feature.vertices[k]]), uv = cross(u, v);
    placed.vertices.push_back(placed.weight * (p + v) + Dyadic(2.0) * (w * uv + cross(u, uv)));
  }
  return placed;
}

// The least squared distance, as a fraction with a positive denominator.
class ExactDistance {
 public:
  ExactDistance(const ExactFeature& a, const ExactFeature& b)
      : numerator_(dot(a[0] - b[0], a[0] - b[0])), denominator_(1.0) {
    try_piercing(a, b);
    try_piercing(b, a);
    if (numerator_.sign() == 0) return;
    for (const DyadicVec3& p : a) {
      for (const DyadicVec3& q : b) keep(dot(p - q, p - q), 1.0);
    }
    try_vertices(a, b);
    try_vertices(b, a);
    for (std::size_t i = 0; i < num_edges(a); ++i) {
      for (std::size_t j = 0; j < num_edges(b); ++j) {
        try_edges(a[i], a[(i + 1) % a.size()], b[j], b[(j + 1) % b.size()]);
      }
    }
  }

  const Dyadic& numerator() const { return numerator_; }
  const Dyadic& denominator() const { return denominator_; }

 private:
  static std::size_t num_edges(const ExactFeature& f) { return f.size() == 3 ? 3 : f.size() - 1; }

  void keep(const Dyadic& numerator, const Dyadic& denominator) {
    if (numerator_ * denominator <= numerator * denominator_) return;
    numerator_ = numerator, denominator_ = denominator;
  }

  // Vertices of f over the insides of the edges and the face of g.
  void try_vertices(const ExactFeature& f, const ExactFeature& g) {
    for (const DyadicVec3& p : f) {
      for (std::size_t j = 0; j < num_edges(g); ++j) {
        const DyadicVec3 e = g[(j + 1) % g.size()] - g[j], d = p - g[j];
        const Dyadic along = dot(d, e), length_sq = dot(e, e);
        if (along.sign() > 0 && along < length_sq) keep(dot(d, d) * length_sq - along * along, length_sq);
      }
      if (g.size() < 3) continue;
      const DyadicVec3 n = cross(g[1] - g[0], g[2] - g[0]);
      if (dot(n, n).sign() == 0 || !is_over(p, 1.0, g, n)) continue;
      const Dyadic height = dot(n, p - g[0]);
      keep(height * height, dot(n, n));
    }
  }

  // Whether p / weight + t n is in the triangle g for some t. Precondition: weight > 0.
  static bool is_over(const DyadicVec3& p, const Dyadic& weight, const ExactFeature& g, const DyadicVec3& n) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (dot(cross(g[(j + 1) % 3] - g[j], p - weight * g[j]), n).sign() < 0) return false;
    }
    return true;
  }

  void try_edges(const DyadicVec3& p0, const DyadicVec3& p1, const DyadicVec3& q0, const DyadicVec3& q1) {
    const DyadicVec3 d = p1 - p0, e = q1 - q0, r = p0 - q0, n = cross(d, e);
    const Dyadic n_sq = dot(n, n);
    if (n_sq.sign() == 0) return;
    // p0 + t d - (q0 + v e) is along n, with both times n_sq.
    const Dyadic t = dot(cross(e, r), n), v = dot(cross(d, r), n);
    if (t.sign() < 0 || n_sq < t || v.sign() < 0 || n_sq < v) return;
    const Dyadic height = dot(n, r);
    keep(height * height, n_sq);
  }

  // Edges of f through the face of g, at (above p - below q) / (above - below).
  void try_piercing(const ExactFeature& f, const ExactFeature& g) {
    if (g.size() < 3) return;
    const DyadicVec3 n = cross(g[1] - g[0], g[2] - g[0]);
    for (std::size_t i = 0; i < num_edges(f); ++i) {
      const DyadicVec3 &p = f[i], &q = f[(i + 1) % f.size()];
      const Dyadic below = dot(n, p - g[0]), above = dot(n, q - g[0]);
      if (below.sign() == above.sign()) continue;
      const bool is_rising = below < above;
      const Dyadic up = is_rising ? above : -above, down = is_rising ? below : -below;
      if (is_over(up * p - down * q, up - down, g, n)) keep(0.0, 1.0);
    }
  }

  Dyadic numerator_, denominator_;
};

}  // namespace

ExactMeeting compute_exact_meeting(const FeatureTree& a, const VerifiedFeature& feature_a,
                                   const math::StepMotion& motion_a, const FeatureTree& b,
                                   const VerifiedFeature& feature_b, const math::StepMotion& motion_b, double s) {
  PlacedFeature f = place_feature(a, feature_a, motion_a, s), g = place_feature(b, feature_b, motion_b, s);
  const Dyadic weight = f.weight * g.weight;
  for (DyadicVec3& p : f.vertices) p = g.weight * p;
  for (DyadicVec3& p : g.vertices) p = f.weight * p;
  const ExactDistance distance(f.vertices, g.vertices);
  // The squared distance is D = numerator / scale.
  const Dyadic scale = distance.denominator() * weight * weight, radii = Dyadic(a.radius) + Dyadic(b.radius);
  const Dyadic excess = distance.numerator() - radii * radii * scale;
  if (excess.sign() <= 0) return {.is_meeting = true};
  // sqrt(D) - r = (D - r^2) / (sqrt(D) + r), each part rounded by a few units.
  const double sum = std::sqrt(compute_ratio(distance.numerator(), scale)) + (a.radius + b.radius);
  return {.separation = compute_ratio(excess, scale) / sum * (1 - 0x1p-46)};
}

}  // namespace abut::scene
