#include "abut/proximity/certificate.h"

#include <algorithm>
#include <limits>

namespace abut::proximity {
namespace {

// The corners of a feature, in order around it, numbered within the piece.
std::vector<std::uint32_t> list_corners(const PieceRef& ref, PieceFeature feature) {
  const geometry::ConvexPieces& pieces = ref.pieces;
  const std::uint32_t first = ref.piece().first_vertex;
  if (feature.is_vertex()) return {feature.index() - first};
  if (feature.is_edge())
    return {pieces.edges[feature.index()].tail - first, pieces.edges[feature.index()].head - first};
  std::vector<std::uint32_t> corners;
  const geometry::PieceFace& face = pieces.faces[feature.index()];
  for (std::uint32_t i = 0; i < face.num_half_edges; ++i) {
    corners.push_back(pieces.origin_of(face.first_half_edge + i) - first);
  }
  return corners;
}

// The polytope inside the Minkowski difference that proved the depth. It is one of B - A; of A - B, which is its mirror
// image, the facets run the other way around.
void append_polytope(const PieceRef& a, const PieceRef& b, const DifferenceHull& hull, Certificate& certificate) {
  constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> number(hull.points().size(), kUnused);
  for (const std::array<std::uint32_t, 3>& facet : hull.list_facets()) {
    std::array<std::uint32_t, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      std::uint32_t& n = number[facet[k]];
      if (n == kUnused) {
        n = static_cast<std::uint32_t>(certificate.pairs.size());
        const DifferencePoint& point = hull.point(facet[k]);
        certificate.pairs.emplace_back(point.a - a.piece().first_vertex, point.b - b.piece().first_vertex);
      }
      corners[2 - k] = n;
    }
    certificate.facets.push_back(corners);
  }
}

}  // namespace

Certificate make_certificate(const PieceRef& a, const PieceRef& b, const math::Pose& X_WA, const math::Pose& X_WB,
                             const FeaturePair& pair) {
  Certificate certificate;
  const double cores = pair.phi + a.piece().radius + b.piece().radius;
  if (cores > pair.phi_bound && pair.outcome != PairOutcome::kCrossing) {
    certificate.lower = cores - pair.phi_bound, certificate.upper = cores + pair.phi_bound;
    certificate.n_W = pair.nhat_BA_W;
    certificate.vertices_a = list_corners(a, pair.feature_a);
    certificate.vertices_b = list_corners(b, pair.feature_b);
    return certificate;
  }
  DepthCache cache;
  const Depth depth = update_depth(a, b, make_relative_pose(X_WA, X_WB), cache);
  certificate.kind = CertificateKind::kDepth;
  certificate.lower = std::max(0.0, depth.depth - pair.phi_bound),
  certificate.upper = std::max(0.0, depth.depth) + pair.phi_bound;
  certificate.n_W = math::compute_rotation(X_WB.q) * depth.nhat_BA_B;
  if (certificate.lower > 0) append_polytope(a, b, cache.hull, certificate);
  return certificate;
}

}  // namespace abut::proximity
