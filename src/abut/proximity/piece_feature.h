// A vertex, edge or face of a convex piece (not of the shape it belongs to: that is geometry::Feature, which every one
// of these knows as its source). Packed into 32 bits, since pairs of them are what queries remember.
#pragma once

#include <compare>
#include <cstdint>

#include "abut/geometry/convex_pieces.h"

namespace abut::proximity {

// A flat polygon has two faces; its back is F-, which is not stored (convex_pieces.h).
enum class PieceFeatureKind : std::uint8_t { kVertex = 0, kEdge = 1, kFace = 2, kBackFace = 3 };

class PieceFeature {
 public:
  constexpr PieceFeature() = default;  // vertex 0
  // `index` into the array of its kind in ConvexPieces; that of the stored face for a back face.
  constexpr PieceFeature(PieceFeatureKind kind, std::uint32_t index)
      : bits_((static_cast<std::uint32_t>(kind) << 30) | index) {}
  static constexpr PieceFeature vertex(std::uint32_t v) { return {PieceFeatureKind::kVertex, v}; }
  static constexpr PieceFeature edge(std::uint32_t e) { return {PieceFeatureKind::kEdge, e}; }
  static constexpr PieceFeature face(std::uint32_t f) { return {PieceFeatureKind::kFace, f}; }
  static constexpr PieceFeature back_face(std::uint32_t f) { return {PieceFeatureKind::kBackFace, f}; }

  constexpr PieceFeatureKind kind() const { return static_cast<PieceFeatureKind>(bits_ >> 30); }
  constexpr std::uint32_t index() const { return bits_ & ((1u << 30) - 1); }
  constexpr bool is_vertex() const { return kind() == PieceFeatureKind::kVertex; }
  constexpr bool is_edge() const { return kind() == PieceFeatureKind::kEdge; }
  constexpr bool is_face() const { return bits_ >> 31 != 0; }  // either side

  constexpr auto operator<=>(const PieceFeature&) const = default;

 private:
  std::uint32_t bits_ = 0;
};

// The feature of the shape that it came from, or a cut.
inline geometry::Feature get_source(const geometry::ConvexPieces& pieces, PieceFeature feature) {
  switch (feature.kind()) {
    case PieceFeatureKind::kVertex:
      return pieces.vertices[feature.index()].source;
    case PieceFeatureKind::kEdge:
      return pieces.edges[feature.index()].source;
    default:
      return pieces.faces[feature.index()].source;
  }
}

// A vertex of the feature: itself, an edge's tail, a face's first.
inline std::uint32_t find_any_vertex(const geometry::ConvexPieces& pieces, PieceFeature feature) {
  if (feature.is_vertex()) return feature.index();
  if (feature.is_edge()) return pieces.edges[feature.index()].tail;
  return pieces.origin_of(pieces.faces[feature.index()].first_half_edge);
}

}  // namespace abut::proximity
