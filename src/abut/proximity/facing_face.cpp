#include "abut/proximity/facing_face.h"

namespace abut::proximity {

using geometry::ConvexPieces;
using geometry::PieceEdge;
using geometry::PieceKind;
using math::Vec3;

FacingFace look_at_face(const PieceRef& ref, std::uint32_t face, const Vec3& direction) {
  const double facing = ref.pieces.faces[face].normal.dot(direction);
  const bool is_back = facing < 0 && ref.piece().kind == PieceKind::kPolygon;
  return {true, is_back ? PieceFeature::back_face(face) : PieceFeature::face(face), is_back ? -facing : facing};
}

FacingFace find_facing_face(const PieceRef& ref, PieceFeature feature, const Vec3& direction) {
  const ConvexPieces& pieces = ref.pieces;
  if (feature.is_face()) return look_at_face(ref, feature.index(), direction);
  FacingFace best;
  const auto consider = [&](std::uint32_t half_edge) {
    if (half_edge == PieceEdge::kNone) return;
    const FacingFace face = look_at_face(ref, pieces.half_edges[half_edge].face, direction);
    if (!best.exists || face.facing > best.facing) best = face;
  };
  if (feature.is_edge()) {
    consider(pieces.edges[feature.index()].left);
    consider(pieces.edges[feature.index()].right);
    return best;
  }
  // Each face around the vertex has one half-edge that starts there.
  for (const geometry::PieceSpoke& spoke : pieces.spokes_of(feature.index())) {
    const PieceEdge& edge = pieces.edges[spoke.edge];
    consider(edge.tail == feature.index() ? edge.left : edge.right);
  }
  return best;
}

Vec3 compute_outward_normal(const PieceRef& ref, PieceFeature face) {
  const Vec3& normal = ref.pieces.faces[face.index()].normal;
  return face.kind() == PieceFeatureKind::kBackFace ? Vec3(-normal) : normal;
}

}  // namespace abut::proximity
