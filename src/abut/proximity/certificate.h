// Why an answer is right, for anyone to check without trusting the query; tests/oracle/certificate.h does, in rational
// arithmetic.
//
//   a distance  is no more than that of the closest features, and no less than the pieces' separation along n_W
//   a depth     is no more than the pieces' overlap along n_W, and no less than the radius of a ball around the origin
//   in a
//               polytope whose corners are differences of vertices: no facet of it is nearer to the origin
// Of the cores: radii play no part.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "abut/math/pose.h"
#include "abut/proximity/distance.h"
#include "abut/proximity/feature_pair.h"

namespace abut::proximity {

enum class CertificateKind : std::uint8_t { kDistance, kDepth };

// Vertices are numbered within their piece.
struct Certificate {
  CertificateKind kind = CertificateKind::kDistance;
  double lower = 0.0, upper = 0.0;  // m: what is proven of the distance or of the depth
  math::Vec3 n_W = math::Vec3::UnitX();
  std::vector<std::uint32_t> vertices_a, vertices_b;  // of a distance: corners of the closest features, in order
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // of a depth: of a vertex of A and one of B
  std::vector<std::array<std::uint32_t, 3>> facets;            // of pairs, counter-clockwise seen from outside
};

// Precondition: `pair` is the answer for these pieces at these poses. Pieces that cross get that of how far their cores
// reach into each other. A depth that is within its bound of zero needs no polytope.
Certificate make_certificate(const PieceRef& a, const PieceRef& b, const math::Pose& X_WA, const math::Pose& X_WB,
                             const FeaturePair& pair);

}  // namespace abut::proximity
