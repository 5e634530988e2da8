// Convex pieces, and features of them, as the oracles take them.
#pragma once

#include <utility>
#include <vector>

#include "abut/proximity/piece_feature.h"
#include "abut/proximity/piece_pair.h"
#include "oracle/polyhedron.h"

namespace abut::proximity {

// Numbers in the polyhedron of the feature's vertices, a face's in their order around it.
inline std::vector<std::uint32_t> list_vertices(const PieceRef& ref, PieceFeature feature) {
  const geometry::ConvexPieces& pieces = ref.pieces;
  const std::uint32_t first = ref.piece().first_vertex, i = feature.index();
  if (feature.is_vertex()) return {i - first};
  if (feature.is_edge()) return {pieces.edges[i].tail - first, pieces.edges[i].head - first};
  std::vector<std::uint32_t> loop;
  const geometry::PieceFace& face = pieces.faces[i];
  for (std::uint32_t h = face.first_half_edge; h < face.first_half_edge + face.num_half_edges; ++h) {
    loop.push_back(pieces.origin_of(h) - first);
  }
  return loop;
}

// The core: a radius is left out.
inline oracle::Polyhedron make_polyhedron(const PieceRef& ref) {
  const geometry::Piece& piece = ref.piece();
  std::vector<math::Vec3> vertices;
  for (const geometry::PieceVertex& v : ref.pieces.vertices_of(ref.id)) vertices.push_back(v.p);
  std::vector<std::vector<std::uint32_t>> faces;
  for (std::uint32_t f = piece.first_face; f < piece.first_face + piece.num_faces; ++f) {
    faces.push_back(list_vertices(ref, PieceFeature::face(f)));
  }
  std::vector<std::array<std::uint32_t, 2>> segments;
  if (piece.kind == geometry::PieceKind::kSegment) segments.push_back({0, 1});
  return oracle::make_polyhedron(std::move(vertices), std::move(faces), segments);
}

}  // namespace abut::proximity
