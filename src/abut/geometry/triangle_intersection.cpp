// In different planes, both triangles cut the common line of the planes in an interval, whose ends lie on edges; two
// ends, on edges a0 ai of A and b0 bj of B, are compared along the line by orient3d(a0, ai, b0, bj). The arrangement of
// the corners is that of Guigue and Devillers (2003), "Fast and robust triangle-triangle overlap test using orientation
// predicates"; here every comparison is kept, to tell touching from crossing.
#include "abut/geometry/triangle_intersection.h"

#include <optional>
#include <utility>

#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

using math::Vec2;
using math::Vec3;
using Signs = std::array<int, 3>;

// The side of the plane of `t` that each corner of `other` is on. Common corners are known to be on it.
Signs compute_sides(const Corners& t, const Corners& other) {
  Signs sides{};
  for (int k = 0; k < 3; ++k) {
    const bool is_common = other[k] == t[0] || other[k] == t[1] || other[k] == t[2];
    sides[k] = is_common ? 0 : math::orient3d(t[0], t[1], t[2], other[k]);
  }
  return sides;
}

int count(const Signs& signs, int sign) {
  return (signs[0] == sign) + (signs[1] == sign) + (signs[2] == sign);
}

// True if a triangle has nothing on the plane of the other but the corners they share.
bool is_beside_plane(const Signs& sides, int num_common) {
  return num_common < 3 && count(sides, 0) == num_common && (count(sides, 1) == 0 || count(sides, -1) == 0);
}

int count_common_corners(const Corners& a, const Corners& b) {
  int num = 0;
  for (const Vec3& p : a) {
    for (const Vec3& q : b) num += p == q;
  }
  return num;
}

// ---- Different planes -----------------------------------------------------------------------------------------------

// Where a triangle meets the plane of the other: between `low`, on the edge from apex to corner low, and `high`, on the
// edge from apex to corner high. The apex alone is on the side `apex_side` of that plane (or alone on the plane); the
// other two are on the opposite side or on it.
struct Cut {
  Vec3 apex, low, high;
  int apex_side = 0;
  bool is_point = false;  // the apex touches the plane from one side
  bool is_edge = false;   // low and high lie on the plane
};

// Precondition: neither all on one side nor all on the plane.
Cut make_cut(const Corners& t, const Signs& sides) {
  const int side = count(sides, 1) == 1 ? 1 : count(sides, -1) == 1 ? -1 : 0;
  int apex = 0;
  while (sides[apex] != side) ++apex;
  Cut cut{t[apex], t[(apex + 1) % 3], t[(apex + 2) % 3], side, side == 0, count(sides, 0) == 2};
  if (side == 0) cut.apex_side = -sides[(apex + 1) % 3];
  return cut;
}

// Sign of (end of b) - (end of a) along the line, directed along na x nb, where na and nb are the normals of the planes
// that have the apexes of b and a on their positive sides.
int compare(const Vec3& apex_a, const Vec3& end_a, const Vec3& apex_b, const Vec3& end_b) {
  return math::orient3d(apex_a, end_a, apex_b, end_b);
}

TriangleIntersection intersect_across(Cut cut_a, Cut cut_b, int num_common) {
  // A triangle counter-clockwise about its na runs against na x nb from its first cut edge to its second; B, whose
  // partners change roles, along it.
  if (cut_b.apex_side > 0) std::swap(cut_a.low, cut_a.high);
  if (cut_a.apex_side < 0) std::swap(cut_b.low, cut_b.high);

  const int high_b_after_low_a = compare(cut_a.apex, cut_a.low, cut_b.apex, cut_b.high);
  if (high_b_after_low_a < 0) return TriangleIntersection::kDisjoint;
  const int low_b_after_high_a = compare(cut_a.apex, cut_a.high, cut_b.apex, cut_b.low);
  if (low_b_after_high_a > 0) return TriangleIntersection::kDisjoint;

  const bool meet_in_point = cut_a.is_point || cut_b.is_point || high_b_after_low_a == 0 || low_b_after_high_a == 0;
  if (num_common == 2 || (num_common == 1 && meet_in_point)) return TriangleIntersection::kSharedOnly;
  if (meet_in_point || cut_a.is_edge || cut_b.is_edge) return TriangleIntersection::kTouch;
  return TriangleIntersection::kCross;
}

// ---- One plane ------------------------------------------------------------------------------------------------------

using Corners2 = std::array<Vec2, 3>;

Corners2 drop_axis(const Corners& t, int axis) {
  Corners2 flat;
  for (int k = 0; k < 3; ++k) flat[k] = Vec2(t[k][(axis + 1) % 3], t[k][(axis + 2) % 3]);
  return flat;
}

// Counter-clockwise, seen along an axis in which the triangle keeps area; nothing if it has none, or has none in
// `axis`.
std::optional<Corners2> find_flat(const Corners& t, int axis) {
  Corners2 flat = drop_axis(t, axis);
  const int turn = math::orient2d(flat[0], flat[1], flat[2]);
  if (turn == 0) return std::nullopt;
  if (turn < 0) std::swap(flat[1], flat[2]);
  return flat;
}

// True if b and c lie in the same direction from a. Precondition: a, b, c on one line, b and c different from a.
bool is_same_direction(const Vec2& a, const Vec2& b, const Vec2& c) {
  const int axis = a[0] != b[0] ? 0 : 1;
  return (b[axis] > a[axis]) == (c[axis] > a[axis]);
}

// True if the segments from-to and p-q, on one line and with one end in common, have more than that end in common.
bool has_more_than_end(const Vec2& from, const Vec2& to, const Vec2& p, const Vec2& q) {
  const Vec2& common = from == p || from == q ? from : to;
  return is_same_direction(common, from == common ? to : from, p == common ? q : p);
}

// What triangles have in common that lie on different sides of the line from-to, an edge of one of them; `sides` tells
// which corners of the other one lie on it.
TriangleIntersection intersect_at_line(const Vec2& from, const Vec2& to, const Corners2& other, const Signs& sides,
                                       int num_common) {
  if (num_common == 0) return TriangleIntersection::kTouch;
  if (num_common == 1 && count(sides, 0) == 2) {
    const int off = sides[0] != 0 ? 0 : sides[1] != 0 ? 1 : 2;
    if (has_more_than_end(from, to, other[(off + 1) % 3], other[(off + 2) % 3])) return TriangleIntersection::kTouch;
  }
  return TriangleIntersection::kSharedOnly;
}

// Convex polygons have disjoint insides exactly if the line of an edge of one has the other on it or beyond, and
// nothing in common exactly if one has the other wholly beyond.
TriangleIntersection intersect_in_plane(const Corners2& a, const Corners2& b, int num_common) {
  auto answer = TriangleIntersection::kOverlap;
  for (const auto& [t, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    for (int k = 0; k < 3; ++k) {
      const Vec2& from = (*t)[k];
      const Vec2& to = (*t)[(k + 1) % 3];
      Signs sides{};
      for (int i = 0; i < 3; ++i) sides[i] = math::orient2d(from, to, (*other)[i]);
      if (count(sides, -1) == 3) return TriangleIntersection::kDisjoint;
      if (count(sides, 1) == 0) answer = intersect_at_line(from, to, *other, sides, num_common);
    }
  }
  return answer;
}

TriangleIntersection intersect_in_plane(const Corners& a, const Corners& b, int num_common) {
  for (int axis = 0; axis < 3; ++axis) {
    const std::optional<Corners2> flat_a = find_flat(a, axis);
    const std::optional<Corners2> flat_b = find_flat(b, axis);
    if (flat_a && flat_b) return intersect_in_plane(*flat_a, *flat_b, num_common);
  }
  return TriangleIntersection::kZeroArea;
}

}  // namespace

TriangleIntersection compute_triangle_intersection(const Corners& a, const Corners& b) {
  const int num_common = count_common_corners(a, b);
  const auto beside = num_common == 0 ? TriangleIntersection::kDisjoint : TriangleIntersection::kSharedOnly;
  const Signs sides_b = compute_sides(a, b);
  if (is_beside_plane(sides_b, num_common)) return beside;
  const Signs sides_a = compute_sides(b, a);
  if (is_beside_plane(sides_a, num_common)) return beside;
  if (count(sides_a, 0) == 3 || count(sides_b, 0) == 3) return intersect_in_plane(a, b, num_common);
  return intersect_across(make_cut(a, sides_a), make_cut(b, sides_b), num_common);
}

}  // namespace abut::geometry
