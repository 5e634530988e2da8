#include "abut/geometry/pieces/flat_pieces.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "abut/geometry/convex_partition.h"
#include "abut/math/aabb.h"

namespace abut::geometry {
namespace {

using math::Aabb;
using math::Vec3;

// Polygons, then edges that no polygon has, then loose points: numbered in this order before the tree reorders them.
class FlatPieceMaker {
 public:
  FlatPieceMaker(const Brep& brep, double radius)
      : brep_(brep), radius_(radius), polygons_(make_convex_polygons(brep)) {
    std::vector<char> has_polygon(brep.edges.size(), 0);
    for (const PolygonCorner& corner : polygons_.corners) {
      if (!corner.side.is_cut()) has_polygon[corner.side.edge().index()] = 1;
    }
    for (std::size_t e = 0; e < brep.edges.size(); ++e) {
      if (!has_polygon[e]) bare_edges_.emplace_back(e);
    }
  }

  std::vector<Aabb> compute_boxes() const {
    std::vector<Aabb> boxes;
    boxes.reserve(polygons_.size() + bare_edges_.size() + brep_.points.size());
    const auto add_box = [&](const auto& vertices, const auto& vertex_of) {
      Aabb box;
      for (const auto& v : vertices) box.grow(point(vertex_of(v)));
      boxes.push_back(math::make_grown(box, radius_));
    };
    const auto itself = [](VertexId v) { return v; };
    for (std::size_t i = 0; i < polygons_.size(); ++i) {
      add_box(polygons_.corners_of(i), [](const PolygonCorner& corner) { return corner.vertex; });
    }
    for (const EdgeId e : bare_edges_) add_box(std::array{edge(e).tail, edge(e).head}, itself);
    for (const VertexId v : brep_.points) add_box(std::array{v}, itself);
    return boxes;
  }

  // order: of the boxes.
  ConvexPieces make(const std::vector<std::uint32_t>& order) const {
    ConvexPieces pieces;
    reserve(pieces);
    std::vector<PieceCorner> corners;
    for (const std::uint32_t i : order) {
      if (i < polygons_.size()) {
        corners.clear();
        for (const PolygonCorner& c : polygons_.corners_of(i)) corners.push_back({point(c.vertex), c.source, c.side});
        append_polygon(pieces, corners, Feature(polygons_.faces[i]), radius_);
      } else if (i - polygons_.size() < bare_edges_.size()) {
        append_bare_edge(pieces, bare_edges_[i - polygons_.size()]);
      } else {
        const VertexId v = brep_.points[i - polygons_.size() - bare_edges_.size()];
        append_point(pieces, point(v), Feature(v), radius_);
      }
    }
    return pieces;
  }

 private:
  const Vec3& point(VertexId v) const { return brep_.vertices[v.index()]; }
  const Edge& edge(EdgeId e) const { return brep_.edges[e.index()]; }

  void reserve(ConvexPieces& pieces) const {
    const std::size_t sides = polygons_.corners.size(), segments = bare_edges_.size(), points = brep_.points.size();
    pieces.pieces.reserve(polygons_.size() + segments + points);
    pieces.vertices.reserve(sides + 2 * segments + points);
    pieces.edges.reserve(sides + segments);
    pieces.faces.reserve(polygons_.size());
    pieces.half_edges.reserve(sides);
    pieces.spokes.reserve(2 * sides + 2 * segments);
  }

  void append_bare_edge(ConvexPieces& pieces, EdgeId e) const {
    const VertexId tail = edge(e).tail, head = edge(e).head;
    if (point(tail) == point(head)) {
      append_point(pieces, point(tail), Feature(e), radius_);
    } else {
      append_segment(pieces, {PieceCorner{point(tail), Feature(tail), Feature(e)}, {point(head), Feature(head), {}}},
                     radius_);
    }
  }

  const Brep& brep_;
  const double radius_;
  const ConvexPolygons polygons_;
  std::vector<EdgeId> bare_edges_;
};

}  // namespace

PiecesWithTree make_flat_pieces(const Brep& brep, double radius) {
  require_radius(radius);
  const FlatPieceMaker maker(brep, radius);
  OrderedPieceTree ordered = make_piece_tree(maker.compute_boxes());
  return {maker.make(ordered.order), std::move(ordered.tree)};
}

}  // namespace abut::geometry
