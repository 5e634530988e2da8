#include "oracle/hull_oracle.h"

#include <algorithm>
#include <set>

namespace abut::oracle {
namespace {

// Coordinates times a common power of two are integers, and integers are faster than fractions.
using Integer = boost::multiprecision::mpz_int;
using IVec3 = std::array<Integer, 3>;

IVec3 subtract(const IVec3& a, const IVec3& b) {
  return {Integer(a[0] - b[0]), Integer(a[1] - b[1]), Integer(a[2] - b[2])};
}
Integer dot(const IVec3& a, const IVec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
IVec3 cross(const IVec3& a, const IVec3& b) {
  return {Integer(a[1] * b[2] - a[2] * b[1]), Integer(a[2] * b[0] - a[0] * b[2]), Integer(a[0] * b[1] - a[1] * b[0])};
}

struct Plane {
  IVec3 normal;
  Integer offset;
  std::vector<std::size_t> on;  // all points on it
};

bool is_zero(const IVec3& v) {
  return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

// The plane through three points, turned so that no point is in front of it; nothing on it if there are points on both
// sides, or if all are on it.
Plane make_supporting_plane(const std::vector<IVec3>& points, std::size_t i, std::size_t j, std::size_t k) {
  Plane plane;
  plane.normal = cross(subtract(points[j], points[i]), subtract(points[k], points[i]));
  if (is_zero(plane.normal)) return plane;
  plane.offset = dot(plane.normal, points[i]);
  bool has_front = false;
  bool has_back = false;
  for (std::size_t p = 0; p < points.size() && !(has_front && has_back); ++p) {
    const Integer height = dot(plane.normal, points[p]) - plane.offset;
    has_front |= height > 0;
    has_back |= height < 0;
    if (height == 0) plane.on.push_back(p);
  }
  if (has_front == has_back) plane.on.clear();
  if (has_front) {
    for (Integer& component : plane.normal) component = -component;
    plane.offset = -plane.offset;
  }
  return plane;
}

bool spans_space(const std::vector<IVec3>& normals) {
  for (std::size_t i = 0; i < normals.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (std::size_t k = 0; k < j; ++k) {
        if (dot(normals[i], cross(normals[j], normals[k])) != 0) return true;
      }
    }
  }
  return false;
}

// The largest denominator: all are powers of two.
Integer find_common_denominator(std::span<const math::Vec3> points) {
  Integer common = 1;
  for (const math::Vec3& p : points) {
    for (const Rational& x : exact(p)) common = std::max(common, Integer(denominator(x)));
  }
  return common;
}

}  // namespace

Hull find_hull(std::span<const math::Vec3> given) {
  const Rational scale = find_common_denominator(given);
  std::vector<IVec3> points;
  std::vector<std::size_t> source;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const RVec3 scaled = scale * exact(given[i]);
    const IVec3 p = {Integer(numerator(scaled[0])), Integer(numerator(scaled[1])), Integer(numerator(scaled[2]))};
    if (std::ranges::find(points, p) != points.end()) continue;
    points.push_back(p);
    source.push_back(i);
  }
  std::vector<Plane> planes;
  std::set<std::vector<std::size_t>> known;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      for (std::size_t k = j + 1; k < points.size(); ++k) {
        Plane plane = make_supporting_plane(points, i, j, k);
        if (!plane.on.empty() && known.insert(plane.on).second) planes.push_back(std::move(plane));
      }
    }
  }
  std::vector<bool> is_extreme(points.size());
  Hull hull;
  for (std::size_t p = 0; p < points.size(); ++p) {
    std::vector<IVec3> normals;
    for (const Plane& plane : planes) {
      if (std::ranges::find(plane.on, p) != plane.on.end()) normals.push_back(plane.normal);
    }
    is_extreme[p] = spans_space(normals);
    if (is_extreme[p]) hull.extreme.push_back(source[p]);
  }
  for (const Plane& plane : planes) {
    const RVec3 normal = {Rational(plane.normal[0]), Rational(plane.normal[1]), Rational(plane.normal[2])};
    HullFace face{normal, Rational(plane.offset) / scale, {}};
    for (const std::size_t p : plane.on) {
      if (is_extreme[p]) face.corners.push_back(source[p]);
    }
    hull.faces.push_back(face);
  }
  return hull;
}

}  // namespace abut::oracle
