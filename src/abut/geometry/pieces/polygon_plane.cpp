#include "abut/geometry/pieces/polygon_plane.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "abut/geometry/exact_values.h"

namespace abut::geometry {
namespace {

using math::Vec3;

// The corners, turned so that the lexicographically least comes first, and scaled by a power of two so that the largest
// coordinate difference from it is about one: neither products nor squares of lengths leave the range of doubles.
class ScaledCorners {
 public:
  explicit ScaledCorners(std::span<const Vec3> corners) : corners_(corners) {
    const auto is_less = [](const Vec3& a, const Vec3& b) {
      return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
    };
    first_ = static_cast<std::size_t>(std::min_element(corners.begin(), corners.end(), is_less) - corners.begin());
    double size = 0.0;
    for (const Vec3& p : corners) size = std::max(size, (p - corners[first_]).cwiseAbs().maxCoeff());
    scale_ = std::ldexp(1.0, -std::ilogb(size));
  }
  std::size_t size() const { return corners_.size(); }
  const Vec3& unscaled(std::size_t i) const { return corners_[(first_ + i) % corners_.size()]; }
  Vec3 operator[](std::size_t i) const { return scale_ * unscaled(i); }

 private:
  std::span<const Vec3> corners_;
  std::size_t first_ = 0;
  double scale_ = 1.0;
};

// A multiple of the normal: from the first corner, the one farthest from it, and the one that makes the triangle of the
// three widest, the triangle that rounding turns least.
Vec3 compute_widest_cross(const ScaledCorners& p) {
  std::size_t far = 1;
  for (std::size_t i = 2; i < p.size(); ++i) {
    if ((p[i] - p[0]).squaredNorm() > (p[far] - p[0]).squaredNorm()) far = i;
  }
  Vec3 widest = Vec3::Zero();
  double width_sq = 0.0;
  for (std::size_t i = 1; i < p.size(); ++i) {
    const Vec3 cross = (p[std::min(i, far)] - p[0]).cross(p[std::max(i, far)] - p[0]);
    if (cross.squaredNorm() <= widest.squaredNorm()) continue;
    widest = cross;
    width_sq = (p[i] - p[0]).squaredNorm() * (p[far] - p[0]).squaredNorm();
  }
  if (60 * widest.squaredNorm() > width_sq) return widest;  // sin(theta) > 1/8, whatever rounding did

  for (std::size_t i = 1; i < p.size(); ++i) {
    const Vec3 cross = compute_exact_cross(p.unscaled(0), p.unscaled(std::min(i, far)), p.unscaled(std::max(i, far)));
    if (!cross.isZero(0.0)) return cross;
  }
  return Vec3::Zero();  // all corners on one line: against the precondition
}

}  // namespace

Plane compute_polygon_plane(std::span<const Vec3> corners) {
  const ScaledCorners scaled(corners);
  const Vec3 normal = compute_widest_cross(scaled).normalized();
  return {normal, normal.dot(scaled.unscaled(0))};
}

Plane compute_side_plane(const Vec3& polygon_normal, const Vec3& tail, const Vec3& head) {
  const Vec3 normal = (head - tail).stableNormalized().cross(polygon_normal).normalized();
  return {normal, normal.dot(tail)};
}

}  // namespace abut::geometry
