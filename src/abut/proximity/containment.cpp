#include "abut/proximity/containment.h"

#include <algorithm>
#include <cmath>

#include "abut/geometry/pieces/polygon_plane.h"
#include "abut/geometry/point_location.h"

namespace abut::proximity {
namespace {

using geometry::Shape;
using math::Vec3;

// Its pieces are its boundary, and it has an inside.
bool is_bounded_solid(const Shape& shape) {
  return shape.is_solid && shape.brep.kind == geometry::BrepKind::kSolid &&
         shape.pieces.pieces.front().kind != geometry::PieceKind::kSolid;
}

// True if the piece is a polygon within `bound` of p; may be true a little beyond its corners.
bool is_near_polygon(const geometry::ConvexPieces& pieces, const geometry::Piece& piece, const Vec3& p, double bound) {
  if (piece.kind != geometry::PieceKind::kPolygon) return false;
  const geometry::PieceFace& face = pieces.faces[piece.first_face];
  if (std::abs(face.normal.dot(p) - face.offset) > bound) return false;
  const auto sides = pieces.half_edges_of(piece.first_face);
  return std::all_of(sides.begin(), sides.end(), [&](const geometry::PieceHalfEdge& side) {
    return side.side_normal.dot(p) - side.side_offset <= bound;
  });
}

// Is a face of the solid within `rounding` of p? With M the largest coordinates and D the longest distances, at most 2
// M where p is within the solid's bounds, a plane is off by kSideNormalBound D + kOffsetBound M (polygon_plane.h) and
// its product with p by 4 u M: together less than 128 u M.
bool is_near_boundary(const Shape& solid, const Vec3& p, double rounding) {
  const double bound = rounding + 128 * geometry::kUnitRoundoff *
                                      solid.bounds.lower.cwiseAbs().cwiseMax(solid.bounds.upper.cwiseAbs()).norm();
  math::Aabb around;
  around.grow(p);
  bool is_near = false;
  visit_overlapping_leaves(solid.tree, math::make_grown(around, bound), [&](const geometry::PieceNode& node) {
    for (std::uint32_t i = node.first_piece; i < node.first_piece + node.num_pieces; ++i)
      is_near |= is_near_polygon(solid.pieces, solid.pieces.pieces[i], p, bound);
  });
  return is_near;
}

enum class PointSide : std::uint8_t { kOutside, kInside, kUnknown };

// Of one vertex of each part: inside if any is. `see` takes a point to the solid's frame and `rounding` says how
// exactly.
template <class See, class Rounding>
PointSide find_side(const Shape& body, const Shape& solid, See&& see, Rounding&& rounding) {
  if (!is_bounded_solid(solid)) return PointSide::kOutside;
  PointSide side = PointSide::kOutside;
  for (const Vec3& point : body.part_points) {
    const Vec3 p = see(point);
    if (is_near_boundary(solid, p, rounding(point))) {
      side = PointSide::kUnknown;
    } else if (solid.bounds.contains(p) && geometry::locate_point(solid, p) == geometry::PointLocation::kInside) {
      return PointSide::kInside;
    }
  }
  return side;
}

}  // namespace

Containment find_containment(const Shape& a, const Shape& b, const RelativePose& pose) {
  const PointSide of_a = find_side(
      a, b, [&](const Vec3& p_A) { return pose.to_b(p_A); },
      [&](const Vec3& p_A) { return compute_rounding_bound(pose, p_A.norm()); });
  if (of_a == PointSide::kInside) return Containment::kAInB;
  // R_BA is off as for a point of A, and so is what it turns here: p_B - p_BA, and with it p_BA.
  const PointSide of_b = find_side(
      b, a, [&](const Vec3& p_B) { return pose.to_a(p_B); },
      [&](const Vec3& p_B) { return compute_rounding_bound(pose, p_B.norm() + pose.p_BA.norm()); });
  if (of_b == PointSide::kInside) return Containment::kBInA;
  return of_a == PointSide::kUnknown || of_b == PointSide::kUnknown ? Containment::kUncertain : Containment::kNone;
}

}  // namespace abut::proximity
