// Painter's order of convex polygons in space by a binary space partition.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/math/types.h"

namespace abut::app {

// A convex polygon to be drawn; side i runs from corner i to the next.
struct Polygon {
  std::vector<math::Vec3> corners;
  std::vector<bool> is_outline;  // per side: drawn as a line
  math::Vec3 normal;
  std::uint32_t part = 0;
};

// The polygons, split where need be, such that each may be painted over those before it, seen along `towards_eye`.
// `tolerance` is the distance from a plane up to which a corner counts as lying in it.
std::vector<Polygon> sort_back_to_front(std::vector<Polygon> polygons, const math::Vec3& towards_eye, double tolerance);

}  // namespace abut::app
