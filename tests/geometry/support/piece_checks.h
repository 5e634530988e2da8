// Everything that convex_pieces.h promises about the arrays of ConvexPieces, checked one by one. Returns what is wrong.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "abut/geometry/convex_pieces.h"
#include "abut/geometry/pieces/polygon_plane.h"
#include "oracle/rational.h"
#include "oracle/unit_vector.h"

namespace abut::geometry {

class PieceChecker {
 public:
  explicit PieceChecker(const ConvexPieces& pieces) : pieces_(pieces) {}

  std::vector<std::string> check() {
    degree_.assign(pieces_.vertices.size(), 0);
    for (const PieceEdge& edge : pieces_.edges) ++degree_[edge.tail], ++degree_[edge.head];
    std::uint32_t vertices = 0, edges = 0, faces = 0, half_edges = 0, spokes = 0;
    for (std::size_t i = 0; i < pieces_.pieces.size(); ++i) {
      const Piece& piece = pieces_.pieces[i];
      place_ = "piece " + std::to_string(i);
      require(piece.first_vertex == vertices && piece.first_edge == edges && piece.first_face == faces,
              "does not start where the one before ends");
      for (const PieceFace& f : pieces_.faces_of(PieceId(i))) {
        require(f.first_half_edge == half_edges, "half-edges of a face out of order");
        half_edges += f.num_half_edges;
      }
      for (const PieceVertex& v : pieces_.vertices_of(PieceId(i))) {
        require(v.first_spoke == spokes, "spokes of a vertex out of order");
        spokes += v.num_spokes;
      }
      vertices += piece.num_vertices;
      edges += piece.num_edges;
      faces += piece.num_faces;
      check_piece(piece);
    }
    place_ = "arrays";
    require(vertices == pieces_.vertices.size() && edges == pieces_.edges.size() && faces == pieces_.faces.size() &&
                half_edges == pieces_.half_edges.size() && spokes == pieces_.spokes.size(),
            "something belongs to no piece");
    return faults_;
  }

 private:
  void require(bool holds, const std::string& fault) {
    if (!holds) faults_.push_back(place_ + ": " + fault);
  }

  void check_piece(const Piece& piece) {
    check_counts(piece);
    for (std::uint32_t e = piece.first_edge; e < piece.first_edge + piece.num_edges; ++e) check_edge(piece, e);
    for (std::uint32_t v = piece.first_vertex; v < piece.first_vertex + piece.num_vertices; ++v) {
      check_spokes(piece, v);
    }
    for (std::uint32_t f = piece.first_face; f < piece.first_face + piece.num_faces; ++f) check_face(piece, f);
  }

  void check_counts(const Piece& piece) {
    const std::uint32_t v = piece.num_vertices, e = piece.num_edges, f = piece.num_faces;
    require(std::isfinite(piece.radius) && piece.radius >= 0, "radius");
    switch (piece.kind) {
      case PieceKind::kSolid:
        return require(v + f == e + 2 && v >= 4, "Euler's formula fails");
      case PieceKind::kPolygon:
        return require(v == e && f == 1 && v >= 3, "a polygon has as many sides as corners");
      case PieceKind::kSegment:
        return require(v == 2 && e == 1 && f == 0, "a segment has two ends");
      case PieceKind::kPoint:
        return require(v == 1 && e == 0 && f == 0, "a point is one vertex");
    }
  }

  static bool is_within(std::uint32_t i, std::uint32_t first, std::uint32_t num) {
    return first <= i && i - first < num;
  }

  void check_edge(const Piece& piece, std::uint32_t e) {
    const PieceEdge& edge = pieces_.edges[e];
    require(is_within(edge.tail, piece.first_vertex, piece.num_vertices) &&
                is_within(edge.head, piece.first_vertex, piece.num_vertices),
            "an edge leaves the piece");
    require(pieces_.vertices[edge.tail].p != pieces_.vertices[edge.head].p, "an edge has no length");
    require((edge.left == PieceEdge::kNone) == (piece.kind == PieceKind::kSegment), "the left of an edge");
    require((edge.right == PieceEdge::kNone) == (piece.kind != PieceKind::kSolid), "the right of an edge");
    for (const std::uint32_t h : {edge.left, edge.right}) {
      if (h == PieceEdge::kNone) continue;
      require(pieces_.half_edges[h].edge == e, "a half-edge of an edge has another edge");
      require(pieces_.mate_of(h) == (h == edge.left ? edge.right : edge.left), "mate");
      require(pieces_.origin_of(h) == (h == edge.left ? edge.tail : edge.head), "origin");
    }
  }

  std::uint32_t find_leaving(std::uint32_t e, std::uint32_t v) const {
    const PieceEdge& edge = pieces_.edges[e];
    return edge.tail == v ? edge.left : edge.right;
  }

  void check_spokes(const Piece& piece, std::uint32_t v) {
    const auto spokes = pieces_.spokes_of(v);
    require(degree_[v] == spokes.size(), "a vertex misses an edge");
    for (std::size_t i = 0; i < spokes.size(); ++i) {
      const PieceEdge& edge = pieces_.edges[spokes[i].edge];
      require(edge.tail + edge.head == v + spokes[i].tip && (edge.tail == v || edge.head == v), "tip of a spoke");
      require(spokes[i].along == pieces_.vertices[spokes[i].tip].p - pieces_.vertices[v].p, "direction of a spoke");
      if (piece.kind == PieceKind::kSegment) continue;
      // Counter-clockwise: the face on the left of a spoke, seen going out, has the next spoke as the side that comes
      // in.
      const std::uint32_t h = find_leaving(spokes[i].edge, v);
      if (h == PieceEdge::kNone) continue;  // the side of F-
      const PieceFace& face = pieces_.faces[pieces_.half_edges[h].face];
      const std::uint32_t before =
          face.first_half_edge + (h - face.first_half_edge + face.num_half_edges - 1) % face.num_half_edges;
      require(pieces_.half_edges[before].edge == spokes[(i + 1) % spokes.size()].edge, "order of spokes");
    }
  }

  void check_face(const Piece& piece, std::uint32_t f) {
    const PieceFace& face = pieces_.faces[f];
    std::vector<math::Vec3> corners;
    for (std::uint32_t k = 0; k < face.num_half_edges; ++k) {
      const std::uint32_t h = face.first_half_edge + k, next = face.first_half_edge + (k + 1) % face.num_half_edges;
      require(pieces_.half_edges[h].face == f, "a half-edge of a face has another face");
      require(is_within(pieces_.half_edges[h].edge, piece.first_edge, piece.num_edges), "a side leaves the piece");
      const PieceEdge& edge = pieces_.edges[pieces_.half_edges[h].edge];
      require(edge.tail + edge.head == pieces_.origin_of(h) + pieces_.origin_of(next),
              "the border of a face is broken");
      corners.push_back(pieces_.vertices[pieces_.origin_of(h)].p);
    }
    check_planes(face, corners);
  }

  // Against exact arithmetic, within the bounds of polygon_plane.h.
  void check_planes(const PieceFace& face, const std::vector<math::Vec3>& corners) {
    using oracle::exact;
    using oracle::operator-;
    oracle::RVec3 area{0, 0, 0};
    double largest = 0, diameter = 0;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      area = oracle::operator+(area, oracle::cross(exact(corners[k]), exact(corners[(k + 1) % corners.size()])));
      largest = std::max(largest, corners[k].norm());
      for (const math::Vec3& p : corners) diameter = std::max(diameter, (p - corners[k]).norm());
    }
    if (oracle::dot(area, area) == 0) return require(false, "a face has no area");
    const auto error_at = [](const math::Vec3& normal, double offset, const math::Vec3& p) {
      return std::abs(static_cast<double>(oracle::dot(exact(normal), exact(p)) - oracle::Rational(offset)));
    };
    const double offset_error = 1.001 * (kSideNormalBound * diameter + kOffsetBound * largest);
    require(oracle::compute_unit_error(face.normal, area) <= kNormalBound, "normal of a face");
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const math::Vec3 &tail = corners[k], &head = corners[(k + 1) % corners.size()];
      if (tail == head) return require(false, "a side has no length");
      const PieceHalfEdge& h = pieces_.half_edges[face.first_half_edge + k];
      require(error_at(face.normal, face.offset, tail) <= offset_error, "offset of a face");
      require(
          oracle::compute_unit_error(h.side_normal, oracle::cross(exact(head) - exact(tail), area)) <= kSideNormalBound,
          "normal of a side");
      require(error_at(h.side_normal, h.side_offset, tail) <= offset_error, "offset of a side");
      require(error_at(h.side_normal, h.side_offset, head) <= offset_error, "offset of a side");
    }
  }

  const ConvexPieces& pieces_;
  std::vector<std::uint32_t> degree_;  // edges at each vertex
  std::string place_;
  std::vector<std::string> faults_;
};

inline std::vector<std::string> check_pieces(const ConvexPieces& pieces) {
  return PieceChecker(pieces).check();
}

}  // namespace abut::geometry
