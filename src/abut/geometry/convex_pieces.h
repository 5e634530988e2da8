// The convex pieces of a shape, laid out for walking from feature to feature (V-Clip; paper 000, section 2).
//
// A piece is solid (a convex polyhedron) or flat (a convex polygon touched from both sides, a segment, a point), and
// all its points may be thickened by a radius: point + r is a ball, segment + r a capsule.
//
// All pieces of a shape share the flat arrays below; each piece owns a contiguous range of each. Indices are global, so
// a walk never needs the piece. Voronoi planes:
//   vertex v | edge e at v     through v, normal along e: p is beyond e's end if (p - v) . (head - tail) points away
//   from e edge e   | face f at e     the half-edge's side plane: contains e, perpendicular to f, its normal pointing
//   out of f face f                     the face's own plane, and the side planes of its half-edges
// A flat polygon is a solid of thickness zero with faces F+ and F-. Only F+ is stored: F- has the same side planes and
// the opposite normal, and is the other neighbour of every edge.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/base/ids.h"
#include "abut/geometry/feature.h"
#include "abut/math/types.h"

namespace abut::geometry {

enum class PieceKind : std::uint8_t { kSolid, kPolygon, kSegment, kPoint };

struct Piece {
  PieceKind kind = PieceKind::kPoint;
  double radius = 0.0;
  std::uint32_t first_vertex = 0, num_vertices = 0;
  std::uint32_t first_edge = 0, num_edges = 0;
  std::uint32_t first_face = 0, num_faces = 0;  // faces stored: 1 for a polygon
};

struct PieceVertex {
  math::Vec3 p;
  std::uint32_t first_spoke = 0, num_spokes = 0;  // in ConvexPieces::spokes: the edges that meet here
  Feature source;
};

struct PieceEdge {
  std::uint32_t tail = 0, head = 0;  // vertices
  std::uint32_t left = kNone;        // half-edge of the face on the left of tail -> head, seen from outside
  std::uint32_t right = kNone;       // half-edge of the face on the right; none for a polygon (F-) and a segment
  Feature source;
  static constexpr std::uint32_t kNone = 0xffffffffu;
};

struct PieceFace {
  math::Vec3 normal;                                      // unit, outward
  double offset = 0.0;                                    // normal . x on the face
  std::uint32_t first_half_edge = 0, num_half_edges = 0;  // counter-clockwise seen from outside
  Feature source;
};

// One side of a face: an edge, as the face sees it, with the Voronoi plane between the two.
struct PieceHalfEdge {
  math::Vec3 side_normal;    // unit; in the plane of the face, perpendicular to the edge, pointing out of the face
  double side_offset = 0.0;  // side_normal . x on the edge
  std::uint32_t edge = 0;
  std::uint32_t face = 0;
};

struct ConvexPieces {
  std::vector<Piece> pieces;
  std::vector<PieceVertex> vertices;
  std::vector<PieceEdge> edges;
  std::vector<PieceFace> faces;
  std::vector<PieceHalfEdge> half_edges;
  std::vector<std::uint32_t> spokes;  // edges
};

}  // namespace abut::geometry
