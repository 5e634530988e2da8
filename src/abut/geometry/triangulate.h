// Cuts a polygon into triangles.
//
// The rule. The polygon is seen in the coordinate plane that its area vector (Newell) is most nearly perpendicular to
// (of equals, the first of yz, zx, xy), from the side on which it runs counter-clockwise. Every decision there is by
// exact signs of the corners as read.
// - Strictly convex: a fan from its first corner.
// - Otherwise ears: the first corner, walking on from the last cut, that turns strictly left and whose triangle holds
//   no other corner, on its border included, is cut off. A simple polygon always has one, corners in the middle of
//   an edge included, so none of its triangles is without area.
// - Where there is none (it crosses itself, or has no area), or after kMaxEarTests corners were looked at, what is left
//   becomes a fan.
// A polygon of n corners gives n - 2 triangles in every case, wound as the polygon is. Cost: n for convex ones; n^2 at
// worst for others, near n log n for outlines whose ears are small against the whole.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/math/types.h"

namespace abut::geometry {

inline constexpr std::size_t kMaxEarTests = std::size_t{1} << 27;  // about half a second

// A corner that is farther than this part of the polygon's size from its plane makes it not planar. Files with six or
// seven digits are within it.
inline constexpr double kPlanarPart = 2e-6;

struct PolygonTriangles {
  std::vector<std::array<std::uint32_t, 3>> triangles;  // of corner numbers
  bool is_planar = true;  // all corners within kPlanarPart of the plane of its area vector through their mean
  bool is_simple = true;  // false: some of it is a fan for want of an ear
};

// Preconditions: at least 3 corners, all finite, below 1e100 in size.
PolygonTriangles triangulate_polygon(std::span<const math::Vec3> corners);

}  // namespace abut::geometry
