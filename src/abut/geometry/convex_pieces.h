// The convex pieces of a shape, laid out for walking from feature to feature (V-Clip; paper 000, section 2).
//
// A piece is solid (a convex polyhedron) or flat (a convex polygon touched from both sides, a segment, a point), and
// all its points may be thickened by a radius: point + r is a ball, segment + r a capsule.
//
// All pieces of a shape share the flat arrays below; each piece owns a contiguous range of each. Indices are global, so
// a walk never needs the piece. Voronoi planes, each read in the order in which a walk meets it:
//   vertex v | its edges    for each spoke, through v, normal to it: p is beyond v's region if (p - v) . (tip - v) > 0
//   edge e   | its ends     the same two planes, at tail and head
//   edge e   | its faces    the side planes of its half-edges: contain e, perpendicular to the face, normal out of it
//   face f   | its edges    the side planes of its half-edges, which are contiguous; and the face's own plane
// A flat polygon is a solid of thickness zero with faces F+ and F-. Only F+ is stored: F- has the same side planes and
// the opposite normal, and is the other neighbour of every edge.
//
// Normals and offsets are rounded; pieces/polygon_plane.h states by how much. Vertices are those of the mesh, to the
// bit. A triangle takes 620 bytes: 80 for the piece, 40 for each vertex, 32 for each of its six spokes, 20 for each
// edge, 40 for each half-edge, 48 for the face.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/base/ids.h"
#include "abut/geometry/brep.h"
#include "abut/geometry/feature.h"
#include "abut/math/aabb.h"
#include "abut/math/types.h"

namespace abut::geometry {

enum class PieceKind : std::uint8_t { kSolid, kPolygon, kSegment, kPoint };

struct Piece {
  PieceKind kind = PieceKind::kPoint;
  double radius = 0.0;
  double reach = 0.0;                      // no vertex is farther from the origin of the frame; rounded upward
  math::Vec3 middle = math::Vec3::Zero();  // of the box of its vertices
  std::uint32_t first_vertex = 0, num_vertices = 0;
  std::uint32_t first_edge = 0, num_edges = 0;
  std::uint32_t first_face = 0, num_faces = 0;    // faces stored: 1 for a polygon
  std::uint32_t first_guide = 0, guide_side = 0;  // in ConvexPieces::guides; 0 if the piece has none
};

struct PieceVertex {
  math::Vec3 p;
  std::uint32_t first_spoke = 0, num_spokes = 0;  // in ConvexPieces::spokes
  Feature source;
};

// An edge as one of its ends sees it.
struct PieceSpoke {
  std::uint32_t edge = 0;
  std::uint32_t tip = 0;                  // the vertex at the other end
  math::Vec3 along = math::Vec3::Zero();  // from here to the tip, rounded; read here, the tip's vertex need not be
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
  std::vector<PieceSpoke> spokes;
  std::vector<std::uint32_t> guides;  // vertices by direction, of large solid pieces (pieces/guides.h)

  std::span<const PieceVertex> vertices_of(PieceId piece) const {
    const Piece& p = pieces[piece.index()];
    return std::span(vertices).subspan(p.first_vertex, p.num_vertices);
  }
  std::span<const PieceEdge> edges_of(PieceId piece) const {
    const Piece& p = pieces[piece.index()];
    return std::span(edges).subspan(p.first_edge, p.num_edges);
  }
  std::span<const PieceFace> faces_of(PieceId piece) const {
    const Piece& p = pieces[piece.index()];
    return std::span(faces).subspan(p.first_face, p.num_faces);
  }
  // Counter-clockwise around the vertex seen from outside (of a polygon, from the side of its normal).
  std::span<const PieceSpoke> spokes_of(std::uint32_t vertex) const {
    const PieceVertex& v = vertices[vertex];
    return std::span(spokes).subspan(v.first_spoke, v.num_spokes);
  }
  std::span<const PieceHalfEdge> half_edges_of(std::uint32_t face) const {
    const PieceFace& f = faces[face];
    return std::span(half_edges).subspan(f.first_half_edge, f.num_half_edges);
  }
  // The same edge as the face on its other side sees it; PieceEdge::kNone for a polygon, whose other side is F-.
  std::uint32_t mate_of(std::uint32_t half_edge) const {
    const PieceEdge& e = edges[half_edges[half_edge].edge];
    return e.left == half_edge ? e.right : e.left;
  }
  // Where the half-edge starts, going round its face counter-clockwise.
  std::uint32_t origin_of(std::uint32_t half_edge) const {
    const PieceEdge& e = edges[half_edges[half_edge].edge];
    return e.left == half_edge ? e.tail : e.head;
  }
};

// What the features of a solid piece come from; parallel to the arrays of its boundary representation.
struct SolidSources {
  std::vector<Feature> vertices, edges, faces;
};
// Each from itself.
SolidSources make_own_sources(const Brep& brep);

// A corner of a flat piece, and the side from it to the next.
struct PieceCorner {
  math::Vec3 p;
  Feature source;
  Feature side;
};

// Throws InputError if the radius is negative or not finite.
void require_radius(double radius);

// Each appends one piece and returns its id; each requires such a radius.
//
// Precondition: is_convex(brep). Only corners become vertices.
PieceId append_solid(ConvexPieces& pieces, const Brep& brep, const SolidSources& sources, double radius = 0.0);
// Precondition: counter-clockwise seen from the tip of the normal, exactly coplanar and convex, successive corners
// distinct, not all on one line.
PieceId append_polygon(ConvexPieces& pieces, std::span<const PieceCorner> corners, Feature source, double radius = 0.0);
// Precondition: the ends are distinct. The segment's source is the first end's side.
PieceId append_segment(ConvexPieces& pieces, const std::array<PieceCorner, 2>& ends, double radius = 0.0);
PieceId append_point(ConvexPieces& pieces, const math::Vec3& p, Feature source, double radius = 0.0);

// Contains every point of the piece, its radius included; exactly the box of its vertices where the radius is zero.
math::Aabb compute_bounds(const ConvexPieces& pieces, PieceId piece);

}  // namespace abut::geometry
