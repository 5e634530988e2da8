#include "abut/geometry/triangulate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

using math::orient2d;
using math::Vec2;
using math::Vec3;

Vec3 compute_area_vector(std::span<const Vec3> corners) {
  Vec3 twice_area = Vec3::Zero();
  for (std::size_t i = 2; i < corners.size(); ++i) {
    twice_area += (corners[i - 1] - corners[0]).cross(corners[i] - corners[0]);
  }
  return twice_area;
}

// Seen along the axis of the largest component of the area vector; counter-clockwise, if rounding did not blur its
// sign.
std::vector<Vec2> project(std::span<const Vec3> corners, const Vec3& area) {
  Eigen::Index axis = 0;
  area.cwiseAbs().maxCoeff(&axis);
  Eigen::Index first = (axis + 1) % 3;
  Eigen::Index second = (axis + 2) % 3;
  if (area[axis] < 0) std::swap(first, second);
  std::vector<Vec2> flat;
  flat.reserve(corners.size());
  for (const Vec3& p : corners) flat.emplace_back(p[first], p[second]);
  return flat;
}

bool has_planar_corners(std::span<const Vec3> corners, const Vec3& area) {
  const double length = area.norm();
  if (corners.size() == 3 || length == 0) return true;
  Vec3 mean = Vec3::Zero();
  for (const Vec3& p : corners) mean += (p - corners[0]) / static_cast<double>(corners.size());
  double height = 0, radius = 0;
  for (const Vec3& p : corners) {
    const Vec3 arm = (p - corners[0]) - mean;
    height = std::max(height, std::abs(arm.dot(area / length)));
    radius = std::max(radius, arm.norm());
  }
  return height <= kPlanarPart * 2 * radius;
}

// The order of a point before another from left to right, lower first.
bool is_left(const Vec2& a, const Vec2& b) {
  return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
}

// Every corner turns left and the outline goes round once: from left to right and back.
bool is_strictly_convex(const std::vector<Vec2>& flat) {
  const std::size_t n = flat.size();
  std::size_t num_reversals = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 &a = flat[i], &b = flat[(i + 1) % n], &c = flat[(i + 2) % n];
    if (orient2d(a, b, c) <= 0) return false;
    if (is_left(a, b) != is_left(b, c)) ++num_reversals;
  }
  return num_reversals == 2;
}

// The polygon while ears are cut off it: a ring of the corners that are left.
class EarCutter {
 public:
  explicit EarCutter(const std::vector<Vec2>& flat)
      : flat_(flat), prev_(flat.size()), next_(flat.size()), by_x_(flat.size()), left_(flat.size()) {
    const auto n = static_cast<std::uint32_t>(flat.size());
    for (std::uint32_t i = 0; i < n; ++i) {
      prev_[i] = (i + n - 1) % n;
      next_[i] = (i + 1) % n;
    }
    std::iota(by_x_.begin(), by_x_.end(), 0u);
    std::stable_sort(by_x_.begin(), by_x_.end(), [&](auto i, auto j) { return flat[i].x() < flat[j].x(); });
  }

  // False if the last of it is a fan for want of an ear, or is no triangle that turns left.
  bool cut(std::vector<std::array<std::uint32_t, 3>>& triangles) {
    std::uint32_t at = 0;
    std::size_t num_refused = 0;  // corners since the last cut that are no ears
    while (left_ > 3 && num_refused < left_ && num_tests_ < kMaxEarTests) {
      const std::uint32_t before = prev_[at], after = next_[at];
      if (is_ear(at)) {
        triangles.push_back({before, at, after});
        remove(at);
        num_refused = 0;
      } else {
        ++num_refused;
      }
      at = after;
    }
    const bool is_whole = left_ == 3 && orient2d(flat_[prev_[at]], flat_[at], flat_[next_[at]]) > 0;
    for (std::uint32_t i = next_[at]; next_[i] != at; i = next_[i]) triangles.push_back({at, i, next_[i]});
    return is_whole;
  }

 private:
  bool is_ear(std::uint32_t i) {
    const std::uint32_t before = prev_[i], after = next_[i];
    const Vec2 &a = flat_[before], &b = flat_[i], &c = flat_[after];
    if (orient2d(a, b, c) <= 0) return false;
    const auto [low, high] = std::minmax({a.x(), b.x(), c.x()});
    auto at = std::lower_bound(by_x_.begin(), by_x_.end(), low, [&](auto j, double x) { return flat_[j].x() < x; });
    for (; at != by_x_.end() && flat_[*at].x() <= high; ++at) {
      ++num_tests_;
      if (next_[*at] == kGone) continue;
      const Vec2& p = flat_[*at];
      if (p == a || p == b || p == c) continue;
      if (orient2d(a, b, p) >= 0 && orient2d(b, c, p) >= 0 && orient2d(c, a, p) >= 0) return false;
    }
    return true;
  }

  void remove(std::uint32_t i) {
    next_[prev_[i]] = next_[i];
    prev_[next_[i]] = prev_[i];
    next_[i] = kGone;
    --left_;
  }

  static constexpr std::uint32_t kGone = 0xffffffffu;
  const std::vector<Vec2>& flat_;
  std::vector<std::uint32_t> prev_, next_;
  std::vector<std::uint32_t> by_x_;  // all corners from left to right
  std::size_t left_;
  std::size_t num_tests_ = 0;
};

}  // namespace

PolygonTriangles triangulate_polygon(std::span<const Vec3> corners) {
  PolygonTriangles result;
  result.triangles.reserve(corners.size() - 2);
  if (corners.size() == 3) {
    result.triangles.push_back({0, 1, 2});
    return result;
  }
  const Vec3 area = compute_area_vector(corners);
  result.is_planar = has_planar_corners(corners, area);
  const std::vector<Vec2> flat = project(corners, area);
  if (is_strictly_convex(flat)) {
    for (std::uint32_t i = 2; i < corners.size(); ++i) result.triangles.push_back({0, i - 1, i});
  } else {
    result.is_simple = EarCutter(flat).cut(result.triangles);
  }
  return result;
}

}  // namespace abut::geometry
