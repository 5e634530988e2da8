#include "abut/geometry/brep/ray_crossing.h"

#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

using math::Vec2;
using math::Vec3;

Vec2 project(const Vec3& p, int axis) {
  return {p[(axis + 1) % 3], p[(axis + 2) % 3]};
}

int sign(double x) {
  return (x > 0.0) - (x < 0.0);
}

// orient2d(a, b, p) with p moved by infinitely little along its first coordinate and less along its second.
int moved_orient2d(const Vec2& a, const Vec2& b, const Vec2& p) {
  const int side = math::orient2d(a, b, p);
  if (side != 0) return side;
  return a[1] != b[1] ? sign(a[1] - b[1]) : sign(b[0] - a[0]);
}

}  // namespace

bool is_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  if (math::orient3d(a, b, c, p) != 0) return false;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec2 a2 = project(a, axis), b2 = project(b, axis), c2 = project(c, axis), p2 = project(p, axis);
    const int turn = math::orient2d(a2, b2, c2);
    if (turn == 0) continue;
    return turn * math::orient2d(a2, b2, p2) >= 0 && turn * math::orient2d(b2, c2, p2) >= 0 &&
           turn * math::orient2d(c2, a2, p2) >= 0;
  }
  return false;
}

int compute_crossing(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec2 a2 = project(a, 0), b2 = project(b, 0), c2 = project(c, 0), p2 = project(p, 0);
  const int turn = moved_orient2d(a2, b2, p2);
  if (turn == 0 || moved_orient2d(b2, c2, p2) != turn || moved_orient2d(c2, a2, p2) != turn) return 0;
  return math::orient3d(a, b, c, p) == -turn ? turn : 0;
}

}  // namespace abut::geometry
