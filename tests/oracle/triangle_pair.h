// How two triangles meet, by clipping in exact arithmetic: the common set I is the convex hull of what each edge of one
// keeps when clipped against the other. No orientation signs are combined, only parameter intervals.
//
// Number is any exact field: GMP rationals for arbitrary doubles, fractions of machine integers for small grids. Zero
// is written Number(0): in C++20, boost::rational compared with an int calls itself forever.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

namespace abut::oracle {

enum class PairKind { kDisjoint, kSharedOnly, kTouch, kCross, kOverlap, kZeroArea };

template <class Number>
class TrianglePair {
 public:
  using Point = std::array<Number, 3>;
  using Corners = std::array<Point, 3>;

  TrianglePair(const Corners& a, const Corners& b) : a_(a), b_(b) {}

  PairKind classify() const {
    if (is_zero(normal(a_)) || is_zero(normal(b_))) return PairKind::kZeroArea;
    std::vector<Point> hull;
    for (int k = 0; k < 3; ++k) {
      clip(a_[k], a_[(k + 1) % 3], b_, hull);
      clip(b_[k], b_[(k + 1) % 3], a_, hull);
    }
    if (hull.empty()) return PairKind::kDisjoint;
    if (has_area(hull)) return PairKind::kOverlap;
    if (is_hull_of_common(hull)) return PairKind::kSharedOnly;
    for (const Point& p : hull) {
      // The middle of I's ends is inside a triangle exactly if some point of I is.
      const Point middle = along(hull[0], p, Number(1) / Number(2));
      if (p != hull[0] && is_inside(middle, a_) && is_inside(middle, b_)) return PairKind::kCross;
    }
    return PairKind::kTouch;
  }

 private:
  static Point minus(const Point& p, const Point& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
  static Number dot(const Point& p, const Point& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }
  static Point cross(const Point& p, const Point& q) {
    return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
  }
  static bool is_zero(const Point& p) { return p == Point{}; }
  static Point normal(const Corners& t) { return cross(minus(t[1], t[0]), minus(t[2], t[0])); }
  static Point along(const Point& p, const Point& q, const Number& s) {
    return {p[0] + s * (q[0] - p[0]), p[1] + s * (q[1] - p[1]), p[2] + s * (q[2] - p[2])};
  }

  // Appends the ends of the part of segment p-q that lies in triangle t.
  static void clip(const Point& p, const Point& q, const Corners& t, std::vector<Point>& ends) {
    const Point n = normal(t);
    Number low = 0, high = 1;
    // Keeps the parameters s at which (1 - s) f0 + s f1 >= 0.
    const auto keep = [&](const Number& f0, const Number& f1) {
      if (f0 < Number(0) && f1 < Number(0)) high = low - Number(1);
      if (f0 < Number(0) && f1 == Number(0)) low = low > Number(1) ? low : Number(1);
      if (f1 < Number(0) && f0 == Number(0)) high = high < Number(0) ? high : Number(0);
      if (f0 < Number(0) && f1 > Number(0)) low = std::max<Number>(low, f0 / (f0 - f1));
      if (f0 > Number(0) && f1 < Number(0)) high = std::min<Number>(high, f0 / (f0 - f1));
    };
    const Number height_p = dot(n, minus(p, t[0])), height_q = dot(n, minus(q, t[0]));
    keep(height_p, height_q);
    keep(-height_p, -height_q);
    for (int k = 0; k < 3 && low <= high; ++k) {
      const Point inward = cross(n, minus(t[(k + 1) % 3], t[k]));
      keep(dot(inward, minus(p, t[k])), dot(inward, minus(q, t[k])));
    }
    if (low > high) return;
    ends.push_back(along(p, q, low));
    ends.push_back(along(p, q, high));
  }

  static bool has_area(const std::vector<Point>& points) {
    const Point* second = nullptr;
    for (const Point& p : points) {
      if (p == points[0]) continue;
      if (second == nullptr) second = &p;
      if (!is_zero(cross(minus(*second, points[0]), minus(p, points[0])))) return true;
    }
    return false;
  }

  // True if the points, which lie on a line, are all in the hull of the common corners.
  bool is_hull_of_common(const std::vector<Point>& points) const {
    std::vector<Point> common;
    for (const Point& p : a_) {
      for (const Point& q : b_) {
        if (p == q) common.push_back(p);
      }
    }
    if (common.empty()) return false;
    for (const Point& p : points) {
      // Between the first and the last common corner, as both see it in opposite directions or stand on it.
      if (dot(minus(common.front(), p), minus(common.back(), p)) > Number(0)) return false;
      if (common.size() == 1 && p != common[0]) return false;
    }
    return true;
  }

  // Strictly. Precondition: p lies in the plane of t.
  static bool is_inside(const Point& p, const Corners& t) {
    const Point n = normal(t);
    for (int k = 0; k < 3; ++k) {
      if (dot(cross(n, minus(t[(k + 1) % 3], t[k])), minus(p, t[k])) <= Number(0)) return false;
    }
    return true;
  }

  Corners a_, b_;
};

}  // namespace abut::oracle
