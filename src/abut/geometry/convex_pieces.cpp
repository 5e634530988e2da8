#include "abut/geometry/convex_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "abut/base/input_error.h"
#include "abut/geometry/pieces/guides.h"
#include "abut/geometry/pieces/polygon_plane.h"

namespace abut::geometry {
namespace {

using math::Vec3;

std::uint32_t size_of(const auto& array) {
  return static_cast<std::uint32_t>(array.size());
}

// A piece that owns nothing yet, at the ends of the arrays.
Piece start_piece(const ConvexPieces& pieces, PieceKind kind, double radius) {
  require_radius(radius);
  Piece piece;
  piece.kind = kind;
  piece.radius = radius;
  piece.first_vertex = size_of(pieces.vertices);
  piece.first_edge = size_of(pieces.edges);
  piece.first_face = size_of(pieces.faces);
  return piece;
}

Vec3 compute_middle(std::span<const PieceVertex> vertices) {
  math::Aabb box;
  for (const PieceVertex& vertex : vertices) box.grow(vertex.p);
  return box.center();
}

void point_spokes(ConvexPieces& pieces, std::span<const PieceVertex> vertices) {
  for (const PieceVertex& vertex : vertices) {
    for (PieceSpoke& spoke : std::span(pieces.spokes).subspan(vertex.first_spoke, vertex.num_spokes)) {
      spoke.along = pieces.vertices[spoke.tip].p - vertex.p;
    }
  }
}

// Everything appended since start_piece is the piece's.
PieceId end_piece(ConvexPieces& pieces, Piece piece) {
  piece.num_vertices = size_of(pieces.vertices) - piece.first_vertex;
  piece.num_edges = size_of(pieces.edges) - piece.first_edge;
  piece.num_faces = size_of(pieces.faces) - piece.first_face;
  const std::span<const PieceVertex> vertices = std::span(pieces.vertices).subspan(piece.first_vertex);
  point_spokes(pieces, vertices);
  for (const PieceVertex& vertex : vertices) piece.reach = std::max(piece.reach, vertex.p.stableNorm());
  piece.middle = compute_middle(vertices);
  piece.reach *= 1 + 16 * kUnitRoundoff;  // above the rounding of the norm
  piece.guide_side = choose_guide_side(piece.num_vertices);
  if (piece.kind != PieceKind::kSolid) piece.guide_side = 0;
  if (piece.guide_side > 0) {
    piece.first_guide = size_of(pieces.guides);
    const std::vector<std::uint32_t> guides = make_guides(pieces, piece, piece.guide_side);
    pieces.guides.insert(pieces.guides.end(), guides.begin(), guides.end());
  }
  pieces.pieces.push_back(piece);
  return PieceId(pieces.pieces.size() - 1);
}

void append_vertex(ConvexPieces& pieces, const Vec3& p, Feature source, std::span<const PieceSpoke> spokes) {
  pieces.vertices.push_back({p, size_of(pieces.spokes), size_of(spokes), source});
  pieces.spokes.insert(pieces.spokes.end(), spokes.begin(), spokes.end());
}

// The face of the given corners; edge_of(i) is the edge from corner i to the next.
template <class EdgeOf>
void append_face(ConvexPieces& pieces, std::span<const Vec3> corners, Feature source, EdgeOf&& edge_of) {
  const Plane plane = compute_polygon_plane(corners);
  const std::uint32_t face = size_of(pieces.faces);
  pieces.faces.push_back({plane.normal, plane.offset, size_of(pieces.half_edges), size_of(corners), source});
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Plane side = compute_side_plane(plane.normal, corners[i], corners[(i + 1) % corners.size()]);
    pieces.half_edges.push_back({side.normal, side.offset, edge_of(i), face});
  }
}

// Copies a convex boundary representation feature by feature.
class SolidAppender {
 public:
  SolidAppender(ConvexPieces& pieces, const Brep& brep, const SolidSources& sources)
      : pieces_(pieces), brep_(brep), sources_(sources), first_edge_(size_of(pieces.edges)) {}

  void append() {
    number_corners();
    append_edges();
    append_vertices();
    append_faces();
  }

 private:
  const HalfEdge& half_edge(HalfEdgeId h) const { return brep_.half_edges[h.index()]; }
  std::uint32_t vertex(VertexId v) const { return vertex_[v.index()]; }
  std::uint32_t edge(HalfEdgeId h) const { return first_edge_ + half_edge(h).edge.value(); }

  void number_corners() {
    vertex_.assign(brep_.vertices.size(), PieceEdge::kNone);
    std::uint32_t next = size_of(pieces_.vertices);
    for (std::size_t v = 0; v < brep_.vertices.size(); ++v) {
      if (!brep_.vertex_half_edge[v].is_none()) vertex_[v] = next++;
    }
  }

  void append_edges() {
    for (std::size_t e = 0; e < brep_.edges.size(); ++e) {
      PieceEdge copy;
      copy.tail = vertex(brep_.edges[e].tail);
      copy.head = vertex(brep_.edges[e].head);
      copy.source = sources_.edges[e];
      pieces_.edges.push_back(copy);
    }
  }

  void append_vertices() {
    std::vector<PieceSpoke> spokes;
    for (std::size_t v = 0; v < brep_.vertices.size(); ++v) {
      const HalfEdgeId first = brep_.vertex_half_edge[v];
      if (first.is_none()) continue;
      spokes.clear();
      HalfEdgeId h = first;
      do {  // the face on the left of h lies between h and the edge by which its border arrives
        spokes.push_back({.edge = edge(h), .tip = vertex(half_edge(half_edge(h).next).origin)});
        h = half_edge(half_edge(h).prev).mate;
      } while (h != first);
      append_vertex(pieces_, brep_.vertices[v], sources_.vertices[v], spokes);
    }
  }

  void append_faces() {
    std::vector<Vec3> corners;
    std::vector<HalfEdgeId> border;
    for (std::size_t f = 0; f < brep_.faces.size(); ++f) {
      corners.clear();
      border.clear();
      const HalfEdgeId first = brep_.loops[brep_.faces[f].first_loop].half_edge;
      HalfEdgeId h = first;
      do {
        const std::uint32_t at = size_of(pieces_.half_edges) + size_of(border);
        const bool is_left = brep_.edges[half_edge(h).edge.index()].half_edge == h;
        (is_left ? pieces_.edges[edge(h)].left : pieces_.edges[edge(h)].right) = at;
        corners.push_back(brep_.vertices[half_edge(h).origin.index()]);
        border.push_back(h);
        h = half_edge(h).next;
      } while (h != first);
      append_face(pieces_, corners, sources_.faces[f], [&](std::size_t i) { return edge(border[i]); });
    }
  }

  ConvexPieces& pieces_;
  const Brep& brep_;
  const SolidSources& sources_;
  const std::uint32_t first_edge_;
  std::vector<std::uint32_t> vertex_;  // of the piece, for each corner
};

}  // namespace

SolidSources make_own_sources(const Brep& brep) {
  SolidSources sources;
  for (std::size_t i = 0; i < brep.vertices.size(); ++i) sources.vertices.emplace_back(VertexId(i));
  for (std::size_t i = 0; i < brep.edges.size(); ++i) sources.edges.emplace_back(EdgeId(i));
  for (std::size_t i = 0; i < brep.faces.size(); ++i) sources.faces.emplace_back(FaceId(i));
  return sources;
}

void require_radius(double radius) {
  if (std::isfinite(radius) && radius >= 0) return;
  throw InputError({"", "", fmt::format("the radius is {}; a radius is finite and not negative", radius),
                    "give the distance in metres by which the pieces are thickened, or 0"});
}

PieceId append_solid(ConvexPieces& pieces, const Brep& brep, const SolidSources& sources, double radius) {
  const Piece piece = start_piece(pieces, PieceKind::kSolid, radius);
  SolidAppender(pieces, brep, sources).append();
  return end_piece(pieces, piece);
}

PieceId append_polygon(ConvexPieces& pieces, std::span<const PieceCorner> corners, Feature source, double radius) {
  const Piece piece = start_piece(pieces, PieceKind::kPolygon, radius);
  const std::uint32_t n = size_of(corners), v = piece.first_vertex, e = piece.first_edge;
  const std::uint32_t first_half_edge = size_of(pieces.half_edges);
  std::vector<Vec3> points(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t before = (i + n - 1) % n, after = (i + 1) % n;
    points[i] = corners[i].p;
    append_vertex(
        pieces, corners[i].p, corners[i].source,
        std::array{PieceSpoke{.edge = e + i, .tip = v + after}, PieceSpoke{.edge = e + before, .tip = v + before}});
    pieces.edges.push_back({v + i, v + after, first_half_edge + i, PieceEdge::kNone, corners[i].side});
  }
  append_face(pieces, points, source, [e](std::size_t i) { return e + static_cast<std::uint32_t>(i); });
  return end_piece(pieces, piece);
}

PieceId append_segment(ConvexPieces& pieces, const std::array<PieceCorner, 2>& ends, double radius) {
  const Piece piece = start_piece(pieces, PieceKind::kSegment, radius);
  const std::uint32_t v = piece.first_vertex, e = piece.first_edge;
  append_vertex(pieces, ends[0].p, ends[0].source, std::array{PieceSpoke{.edge = e, .tip = v + 1}});
  append_vertex(pieces, ends[1].p, ends[1].source, std::array{PieceSpoke{.edge = e, .tip = v}});
  pieces.edges.push_back({v, v + 1, PieceEdge::kNone, PieceEdge::kNone, ends[0].side});
  return end_piece(pieces, piece);
}

PieceId append_point(ConvexPieces& pieces, const Vec3& p, Feature source, double radius) {
  const Piece piece = start_piece(pieces, PieceKind::kPoint, radius);
  append_vertex(pieces, p, source, {});
  return end_piece(pieces, piece);
}

math::Aabb compute_bounds(const ConvexPieces& pieces, PieceId piece) {
  math::Aabb box;
  for (const PieceVertex& v : pieces.vertices_of(piece)) box.grow(v.p);
  return math::make_grown(box, pieces.pieces[piece.index()].radius);
}

}  // namespace abut::geometry
