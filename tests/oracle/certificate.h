// Checks of what a query of two convex bodies claims, in exact arithmetic and from certificates: quick where the
// definition (convex_distance.h, convex_depth.h) takes too long. Linear in the vertices.
//
// A distance: it is no more than that of a part of A from a part of B, and no less than the bodies' separation along
// any direction. A depth: it is no more than the overlap along any direction, and no less than the radius of a ball
// around the origin in the convex hull of differences x - y, x in A and y in B.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "abut/math/pose.h"
#include "oracle/convex_distance.h"
#include "oracle/polyhedron.h"
#include "oracle/rational.h"

namespace abut::oracle {

enum class Verdict {
  kProven,
  kNoDirection,      // zero
  kFeaturesTooFar,   // the upper bound of a distance fails: the closest features are not that near
  kSeparationShort,  // the lower bound of a distance fails
  kOverlapTooLarge,  // the upper bound of a depth fails
  kSurfaceOpen,      // the triangles over the differences are not the boundary of something
  kFacetTooNear,     // the lower bound of a depth fails
};

struct DistanceCertificate {
  std::vector<std::uint32_t> feature_a, feature_b;  // vertices; three or more run around a convex polygon
  math::Vec3 n_W;                                   // from B towards A, of any length
};

// Whether the certificate proves that the distance is within `bound` of d.
inline Verdict check_distance(const Polyhedron& a, const math::Pose& X_WA, const Polyhedron& b, const math::Pose& X_WB,
                              const DistanceCertificate& certificate, const Rational& d, const Rational& bound) {
  const RVec3 n = exact(certificate.n_W);
  if (dot(n, n) == 0) return Verdict::kNoDirection;
  const Polyhedron part_a = make_part(a, certificate.feature_a), part_b = make_part(b, certificate.feature_b);
  const Rational most = d + bound, least = d - bound;
  if (most < 0 || compute_distance_sq(part_a, X_WA, part_b, X_WB) > most * most) return Verdict::kFeaturesTooFar;
  if (least <= 0) return Verdict::kProven;
  const Rational separation = compute_separation(a, X_WA, b, X_WB, certificate.n_W);
  const bool is_enough = separation > 0 && separation * separation >= least * least * dot(n, n);
  return is_enough ? Verdict::kProven : Verdict::kSeparationShort;
}

// Whether a point of the world is within `bound` of a part of a body.
inline Verdict check_witness(const math::Vec3& p_W, const Polyhedron& body, const math::Pose& X_WBody,
                             const std::vector<std::uint32_t>& feature, const Rational& bound) {
  const Polyhedron point = make_polyhedron({p_W}, {});
  const Rational distance_sq = compute_distance_sq(point, math::Pose::identity(), make_part(body, feature), X_WBody);
  return distance_sq <= bound * bound ? Verdict::kProven : Verdict::kFeaturesTooFar;
}

struct DepthCertificate {
  math::Vec3 n_W;                                              // along which A is moved out, of any length
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // of a vertex of A and one of B: their difference
  std::vector<std::array<std::uint32_t, 3>> facets;            // of pairs, counter-clockwise seen from outside
};

// Whether the triangles form a closed surface: each side is that of two, once in each direction.
inline bool is_closed(const std::vector<std::array<std::uint32_t, 3>>& facets) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> sides;
  for (const auto& [i, j, k] : facets) {
    for (const auto& side : {std::pair{i, j}, {j, k}, {k, i}}) {
      if (!sides.insert(side).second) return false;
    }
  }
  for (const auto& [tail, head] : sides) {
    if (!sides.contains({head, tail})) return false;
  }
  return !sides.empty();
}

// Whether the origin lies on the inner side of the plane of each facet over the differences x_k, k the numbers of
// pairs, and no nearer to it than r.
inline bool are_beyond(const PlacedPair& x, const std::vector<std::array<std::uint32_t, 3>>& facets,
                       const Rational& r) {
  for (const auto& [i, j, k] : facets) {
    const IVec3 xi = x.a[i] - x.b[i], xj = x.a[j] - x.b[j], xk = x.a[k] - x.b[k];
    const IVec3 n = cross(xj - xi, xk - xi);
    const Rational height = x.unit * Rational(dot(n, xi));
    if (height <= 0 || height * height < r * r * Rational(dot(n, n))) return false;
  }
  return true;
}

// Whether the facets enclose the ball of radius r around the origin. If their triangles form a closed surface and the
// origin lies on the inner side of each, every ray from the origin passes through one (the surface winds around it at
// least once), no nearer than the triangle's plane. The surface need not be convex.
inline Verdict check_ball(const PlacedPair& x, const std::vector<std::array<std::uint32_t, 3>>& facets,
                          const Rational& r) {
  if (!is_closed(facets)) return Verdict::kSurfaceOpen;
  return are_beyond(x, facets, r) ? Verdict::kProven : Verdict::kFacetTooNear;
}

// The differences of the pairs of vertices.
inline PlacedPair place_pairs(const Polyhedron& a, const math::Pose& X_WA, const Polyhedron& b, const math::Pose& X_WB,
                              const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
  Polyhedron ends_a, ends_b;
  for (const auto& [i, j] : pairs) {
    ends_a.vertices.push_back(a.vertices[i]);
    ends_b.vertices.push_back(b.vertices[j]);
  }
  return place(ends_a, X_WA, ends_b, X_WB);
}

// Whether the certificate proves that the depth is no more than d and no less than d - bound.
inline Verdict check_depth(const Polyhedron& a, const math::Pose& X_WA, const Polyhedron& b, const math::Pose& X_WB,
                           const DepthCertificate& certificate, const Rational& d, const Rational& bound) {
  const RVec3 n = exact(certificate.n_W);
  if (dot(n, n) == 0) return Verdict::kNoDirection;
  const Rational overlap = -compute_separation(a, X_WA, b, X_WB, certificate.n_W);
  if (d < 0 || (overlap > 0 && overlap * overlap > d * d * dot(n, n))) return Verdict::kOverlapTooLarge;
  if (d <= bound) return Verdict::kProven;
  return check_ball(place_pairs(a, X_WA, b, X_WB, certificate.pairs), certificate.facets, d - bound);
}

}  // namespace abut::oracle
