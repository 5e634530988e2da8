#include "abut/geometry/point_location.h"

#include <limits>

#include "abut/geometry/brep/ray_crossing.h"
#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

using math::Vec3;

// Calls visit(a, b, c) for the triangles of a face's fan, counter-clockwise seen from outside.
template <class Visit>
void visit_fan(const ConvexPieces& pieces, std::uint32_t face, Visit&& visit) {
  const PieceFace& f = pieces.faces[face];
  const auto corner = [&](std::uint32_t i) -> const Vec3& {
    return pieces.vertices[pieces.origin_of(f.first_half_edge + i)].p;
  };
  for (std::uint32_t i = 2; i < f.num_half_edges; ++i) visit(corner(0), corner(i - 1), corner(i));
}

// Against every face: outside one is outside; the sides of a face's plane are those of its first triangle with area.
PointLocation locate_in_solid_piece(const ConvexPieces& pieces, const Piece& piece, const Vec3& p) {
  bool is_on = false;
  for (std::uint32_t f = piece.first_face; f < piece.first_face + piece.num_faces; ++f) {
    int side = 0;
    visit_fan(pieces, f, [&](const Vec3& a, const Vec3& b, const Vec3& c) {
      if (side == 0) side = math::orient3d(a, b, c, p);
    });
    if (side > 0) return PointLocation::kOutside;
    is_on |= side == 0;
  }
  return is_on ? PointLocation::kOn : PointLocation::kInside;
}

}  // namespace

PointLocation locate_point(const Shape& shape, const Vec3& p) {
  if (!shape.is_solid) return PointLocation::kOutside;
  const ConvexPieces& pieces = shape.pieces;
  math::Aabb ray;
  ray.grow(p);
  ray.upper[0] = std::numeric_limits<double>::infinity();
  int winding = 0;
  bool is_inside = false, is_on = false;
  visit_overlapping_leaves(shape.tree, ray, [&](const PieceNode& node) {
    for (std::uint32_t i = node.first_piece; i < node.first_piece + node.num_pieces; ++i) {
      const Piece& piece = pieces.pieces[i];
      if (piece.kind == PieceKind::kSolid) {
        const PointLocation location = locate_in_solid_piece(pieces, piece, p);
        is_inside |= location == PointLocation::kInside;
        is_on |= location == PointLocation::kOn;
      } else if (piece.kind == PieceKind::kPolygon) {
        visit_fan(pieces, piece.first_face, [&](const Vec3& a, const Vec3& b, const Vec3& c) {
          if (is_on_triangle(p, a, b, c)) {
            is_on = true;
          } else {
            winding += compute_crossing(p, a, b, c);
          }
        });
      }
    }
  });
  if (is_inside) return PointLocation::kInside;
  if (is_on) return PointLocation::kOn;
  return winding != 0 ? PointLocation::kInside : PointLocation::kOutside;
}

}  // namespace abut::geometry
