#include "abut/proximity/lift_feature.h"

namespace abut::proximity {
namespace {

using geometry::ConvexPieces;
using geometry::Feature;
using geometry::PieceEdge;

Feature lift_edge(const ConvexPieces& pieces, const PieceEdge& edge) {
  if (!edge.source.is_cut()) return edge.source;
  for (const std::uint32_t h : {edge.left, edge.right}) {
    if (h == PieceEdge::kNone) continue;
    const Feature source = pieces.faces[pieces.half_edges[h].face].source;
    if (!source.is_cut()) return source;
  }
  return Feature::cut();
}

}  // namespace

Feature lift_feature(const ConvexPieces& pieces, PieceFeature feature) {
  const Feature source = get_source(pieces, feature);
  if (!source.is_cut()) return source;
  if (feature.is_edge()) return lift_edge(pieces, pieces.edges[feature.index()]);
  if (!feature.is_vertex()) return source;
  for (const geometry::PieceSpoke& spoke : pieces.spokes_of(feature.index())) {
    const Feature lifted = lift_edge(pieces, pieces.edges[spoke.edge]);
    if (!lifted.is_cut()) return lifted;
  }
  return Feature::cut();
}

}  // namespace abut::proximity
