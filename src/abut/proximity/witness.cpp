#include "abut/proximity/witness.h"

#include <algorithm>
#include <cmath>

#include "abut/proximity/closest_points.h"

namespace abut::proximity {
namespace {

using geometry::PieceEdge;
using geometry::PieceFace;
using math::Vec3;

// d from B's point to A's. Where it is known better than the points' difference, that is what counts.
Witness make_witness(const Vec3& p_BCa, const Vec3& p_BCb, const Vec3& d) {
  const double square = d.squaredNorm();
  const double distance = square > 1e-280 && square < 1e280 ? std::sqrt(square) : d.stableNorm();  // the rule, and safe
  if (distance == 0) return {p_BCa, p_BCb, Vec3::UnitX(), 0.0, NormalOrigin::kIndeterminate};
  return {p_BCa, p_BCb, d / distance, distance, NormalOrigin::kWitness};
}
Witness make_witness(const Vec3& p_BCa, const Vec3& p_BCb) {
  return make_witness(p_BCa, p_BCb, p_BCa - p_BCb);
}

// Along a direction that the features fix, up to its sign.
Witness make_witness_along(const Vec3& p_BCa, const Vec3& p_BCb, const Vec3& direction, NormalOrigin origin) {
  const double d = direction.dot(p_BCa - p_BCb);
  return {p_BCa, p_BCb, d < 0 ? Vec3(-direction) : direction, std::abs(d), origin};
}

// A point x and an edge, nearest to it at x's foot; `is_a_point`: the point is A's. What rounding leaves along the edge
// is taken out of the difference: over a small gap it would tilt the direction, and a long edge would not bear it out.
Witness make_point_edge(const Vec3& x, const Vec3& tail, const Vec3& head, bool is_a_point) {
  const Vec3 along = head - tail;
  const double length_sq = along.squaredNorm(), t = std::clamp((x - tail).dot(along) / length_sq, 0.0, 1.0);
  const Vec3 foot = tail + t * along;
  Vec3 d = x - foot;
  if (t > 0 && t < 1) d -= d.dot(along) / length_sq * along;
  return is_a_point ? make_witness(x, foot, d) : make_witness(foot, x, -d);
}

// A point above a face of B, or of A seen from B.
Witness make_point_face(const Vec3& x, const Vec3& normal, double height, bool is_a_point) {
  const Vec3 foot = x - height * normal;
  const double distance = std::abs(height);
  const Vec3 up = height < 0 ? Vec3(-normal) : normal;
  if (is_a_point) return {x, foot, up, distance, NormalOrigin::kFace};
  return {foot, x, -up, distance, NormalOrigin::kFace};
}

// Where the lines are nearest, the direction is their cross product; where they are so nearly parallel that it is
// mostly rounding, that of the points.
Witness make_edge_edge(const Vec3& tail_a, const Vec3& along_a, const Vec3& tail_b, const Vec3& along_b) {
  constexpr double kNearlyParallel = 1e-6;  // sine of the angle below which the cross product loses half its digits
  const SegmentPoints points = compute_closest_points(tail_a, along_a, tail_b, along_b);
  const Vec3 p_BCa = tail_a + points.s * along_a, p_BCb = tail_b + points.t * along_b;
  const Vec3 cross = along_a.cross(along_b);
  const double length = cross.norm();
  const bool is_inside = points.s > 0 && points.s < 1 && points.t > 0 && points.t < 1;
  if (!is_inside || length <= kNearlyParallel * along_a.norm() * along_b.norm()) return make_witness(p_BCa, p_BCb);
  return make_witness_along(p_BCa, p_BCb, cross / length, NormalOrigin::kWitness);
}

}  // namespace

Witness compute_witness(const PieceRef& a, const PieceRef& b, const RelativePose& pose,
                        const ClosestFeatures& features) {
  const auto seen_a = [&](std::uint32_t v) { return pose.to_b(a.pieces.vertices[v].p); };
  const auto at_b = [&](std::uint32_t v) -> const Vec3& { return b.pieces.vertices[v].p; };
  const std::uint32_t i = features.a.index(), j = features.b.index();
  if (features.a.is_vertex()) {
    const Vec3 x = seen_a(i);
    if (features.b.is_vertex()) return make_witness(x, at_b(j));
    if (features.b.is_edge()) {
      const PieceEdge& edge = b.pieces.edges[j];
      return make_point_edge(x, at_b(edge.tail), at_b(edge.head), true);
    }
    const PieceFace& face = b.pieces.faces[j];
    return make_point_face(x, face.normal, face.normal.dot(x) - face.offset, true);
  }
  if (features.a.is_edge()) {
    const PieceEdge& edge = a.pieces.edges[i];
    const Vec3 tail = seen_a(edge.tail), head = seen_a(edge.head);
    if (features.b.is_vertex()) return make_point_edge(at_b(j), tail, head, false);
    const PieceEdge& other = b.pieces.edges[j];
    return make_edge_edge(tail, head - tail, at_b(other.tail), at_b(other.head) - at_b(other.tail));
  }
  const PieceFace& face = a.pieces.faces[i];
  const double height = face.normal.dot(pose.to_a(at_b(j))) - face.offset;
  return make_point_face(at_b(j), pose.turn_to_b(face.normal), height, false);
}

}  // namespace abut::proximity
