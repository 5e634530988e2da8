// The intersection of two convex polygons in rational arithmetic, from the definition of its corners: a corner of one
// inside the other, or where two sides meet in one point; then their hull. Cost: the cube of the number of corners.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "oracle/rational.h"

namespace abut::oracle {

using RVec2 = std::array<Rational, 2>;

// Twice the signed area of the triangle p, q, r: positive if counter-clockwise.
inline Rational turn(const RVec2& p, const RVec2& q, const RVec2& r) {
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

// Counter-clockwise; the border counts.
inline bool is_in_polygon(const std::vector<RVec2>& polygon, const RVec2& x) {
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    if (turn(polygon[i], polygon[(i + 1) % polygon.size()], x) < 0) return false;
  }
  return true;
}

inline Rational twice_area(const std::vector<RVec2>& polygon) {
  Rational sum = 0;
  for (std::size_t i = 2; i < polygon.size(); ++i) sum += turn(polygon[0], polygon[i - 1], polygon[i]);
  return sum;
}

// Counter-clockwise, without corners in the middle of a side; two of a segment, one of a point.
inline std::vector<RVec2> make_hull_2d(std::vector<RVec2> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<RVec2> hull;
  const auto add = [&](const RVec2& x, std::size_t floor) {
    while (hull.size() >= floor + 2 && turn(hull[hull.size() - 2], hull.back(), x) <= 0) hull.pop_back();
    hull.push_back(x);
  };
  for (const RVec2& x : points) add(x, 0);
  const std::size_t floor = hull.size() - 1;
  for (std::size_t i = points.size() - 1; i-- > 0;) add(points[i], floor);
  hull.pop_back();
  return hull;
}

// Precondition: both counter-clockwise, with area.
inline std::vector<RVec2> intersect_polygons(const std::vector<RVec2>& a, const std::vector<RVec2>& b) {
  std::vector<RVec2> points;
  for (const RVec2& x : a) {
    if (is_in_polygon(b, x)) points.push_back(x);
  }
  for (const RVec2& x : b) {
    if (is_in_polygon(a, x)) points.push_back(x);
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      const RVec2 &p = a[i], &q = a[(i + 1) % a.size()], &r = b[j], &s = b[(j + 1) % b.size()];
      const Rational d_p = turn(r, s, p), d_q = turn(r, s, q);
      if (d_p == d_q) continue;  // parallel: the ends of the common part are corners
      const Rational t = d_p / (d_p - d_q);
      const RVec2 x = {p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])};
      if (t >= 0 && t <= 1 && is_in_polygon(a, x) && is_in_polygon(b, x)) points.push_back(x);
    }
  }
  return make_hull_2d(points);
}

}  // namespace abut::oracle
