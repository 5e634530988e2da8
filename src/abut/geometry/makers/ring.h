// Cuts the ring between two polygons, one inside the other, into triangles without a new vertex. Both may be concave.
//
// Two segments from the inner to the outer polygon that meet nothing else (found by exact signs, nearest first) cut the
// ring into two simple polygons; those are cut as any polygon is (triangulate.h). Cost: n log n, and a pass over all
// edges for each segment tried; then that of the two polygons.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/math/types.h"

namespace abut::geometry {

// Corner numbers: the outer polygon's from 0 on, the inner's after them. Triangles run counter-clockwise.
// Preconditions: both simple, counter-clockwise, the inner one in the interior of the outer.
std::vector<std::array<std::uint32_t, 3>> triangulate_ring(std::span<const math::Vec2> outer,
                                                           std::span<const math::Vec2> inner);

}  // namespace abut::geometry
