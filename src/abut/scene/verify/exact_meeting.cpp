#include "abut/scene/verify/exact_meeting.h"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <optional>
#include <vector>

namespace abut::scene {
namespace {

using Exact = boost::multiprecision::number<boost::multiprecision::cpp_rational_backend, boost::multiprecision::et_off>;
using ExactVec3 = std::array<Exact, 3>;

ExactVec3 to_exact(const math::Vec3& v) {
  return {Exact(v[0]), Exact(v[1]), Exact(v[2])};
}
ExactVec3 minus(const ExactVec3& a, const ExactVec3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
ExactVec3 blend(const ExactVec3& a, const ExactVec3& b, const Exact& s) {
  const Exact r = 1 - s;
  return {r * a[0] + s * b[0], r * a[1] + s * b[1], r * a[2] + s * b[2]};
}
Exact dot(const ExactVec3& a, const ExactVec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
ExactVec3 cross(const ExactVec3& a, const ExactVec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// p(s) + R(Q(s)/|Q(s)|) v, with R v = v + 2 (w u x v + u x (u x v)) / |Q|^2.
ExactVec3 place_exactly(const math::StepMotion& m, const Exact& s, const math::Vec3& p_BQ) {
  const ExactVec3 u = blend(to_exact(m.X0.q.vec()), to_exact(m.q1.vec()), s);
  const Exact w = (1 - s) * Exact(m.X0.q.w()) + s * Exact(m.q1.w());
  const ExactVec3 v = to_exact(p_BQ), uv = cross(u, v), uuv = cross(u, uv);
  const ExactVec3 p = blend(to_exact(m.X0.p), to_exact(m.X1.p), s);
  const Exact k = 2 / (w * w + dot(u, u));
  ExactVec3 x;
  for (std::size_t i = 0; i < 3; ++i) x[i] = p[i] + v[i] + k * (w * uv[i] + uuv[i]);
  return x;
}

using ExactFeature = std::vector<ExactVec3>;

class ExactDistance {
 public:
  ExactDistance(const ExactFeature& a, const ExactFeature& b) {
    for (const ExactVec3& p : a) {
      for (const ExactVec3& q : b) keep(dot(minus(p, q), minus(p, q)));
    }
    try_vertices(a, b);
    try_vertices(b, a);
    for (std::size_t i = 0; i < num_edges(a); ++i) {
      for (std::size_t j = 0; j < num_edges(b); ++j) {
        try_edges(a[i], a[(i + 1) % a.size()], b[j], b[(j + 1) % b.size()]);
      }
    }
    try_piercing(a, b);
    try_piercing(b, a);
  }

  const Exact& squared() const { return *least_; }

 private:
  static std::size_t num_edges(const ExactFeature& f) { return f.size() == 3 ? 3 : f.size() - 1; }

  void keep(const Exact& squared) {
    if (!least_ || squared < *least_) least_ = squared;
  }

  // Vertices of f over the insides of the edges and the face of g.
  void try_vertices(const ExactFeature& f, const ExactFeature& g) {
    for (const ExactVec3& p : f) {
      for (std::size_t j = 0; j < num_edges(g); ++j) {
        const ExactVec3 e = minus(g[(j + 1) % g.size()], g[j]), d = minus(p, g[j]);
        const Exact along = dot(d, e), length_sq = dot(e, e);
        if (along > 0 && along < length_sq) keep(dot(d, d) - along * along / length_sq);
      }
      if (g.size() < 3) continue;
      const ExactVec3 n = cross(minus(g[1], g[0]), minus(g[2], g[0]));
      const Exact area_sq = dot(n, n);
      if (area_sq == 0 || !is_over(p, g, n)) continue;
      const Exact height = dot(n, minus(p, g[0]));
      keep(height * height / area_sq);
    }
  }

  // Whether p + t n is in the triangle g for some t.
  static bool is_over(const ExactVec3& p, const ExactFeature& g, const ExactVec3& n) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (dot(cross(minus(g[(j + 1) % 3], g[j]), minus(p, g[j])), n) < 0) return false;
    }
    return true;
  }

  void try_edges(const ExactVec3& p0, const ExactVec3& p1, const ExactVec3& q0, const ExactVec3& q1) {
    const ExactVec3 d = minus(p1, p0), e = minus(q1, q0), r = minus(p0, q0), n = cross(d, e);
    const Exact n_sq = dot(n, n);
    if (n_sq == 0) return;
    // p0 + t d - (q0 + v e) is along n.
    const Exact t = dot(cross(e, r), n), v = dot(cross(d, r), n);
    if (t < 0 || t > n_sq || v < 0 || v > n_sq) return;
    const Exact height = dot(n, r);
    keep(height * height / n_sq);
  }

  // Edges of f through the face of g.
  void try_piercing(const ExactFeature& f, const ExactFeature& g) {
    if (g.size() < 3) return;
    const ExactVec3 n = cross(minus(g[1], g[0]), minus(g[2], g[0]));
    for (std::size_t i = 0; i < num_edges(f); ++i) {
      const ExactVec3 &p = f[i], &q = f[(i + 1) % f.size()];
      const Exact below = dot(n, minus(p, g[0])), above = dot(n, minus(q, g[0]));
      if (below == above || (below > 0 && above > 0) || (below < 0 && above < 0)) continue;
      if (is_over(blend(p, q, below / (below - above)), g, n)) keep(0);
    }
  }

  std::optional<Exact> least_;
};

ExactFeature place_feature(const FeatureTree& tree, const VerifiedFeature& feature, const math::StepMotion& motion,
                           const Exact& s) {
  ExactFeature placed;
  for (std::uint32_t k = 0; k < feature.num_vertices; ++k) {
    placed.push_back(place_exactly(motion, s, tree.vertices[feature.vertices[k]]));
  }
  return placed;
}

}  // namespace

ExactMeeting compute_exact_meeting(const FeatureTree& a, const VerifiedFeature& feature_a,
                                   const math::StepMotion& motion_a, const FeatureTree& b,
                                   const VerifiedFeature& feature_b, const math::StepMotion& motion_b, double s) {
  const ExactDistance distance(place_feature(a, feature_a, motion_a, Exact(s)),
                               place_feature(b, feature_b, motion_b, Exact(s)));
  const Exact radii = Exact(a.radius) + Exact(b.radius);
  if (distance.squared() <= radii * radii) return {.is_meeting = true};
  // sqrt(D) - r = (D - r^2) / (sqrt(D) + r), each part rounded by a few units.
  const double excess = static_cast<double>(Exact(distance.squared() - radii * radii));
  const double sum = std::sqrt(static_cast<double>(distance.squared())) + static_cast<double>(radii);
  return {.separation = excess / sum * (1 - 0x1p-48)};
}

}  // namespace abut::scene
