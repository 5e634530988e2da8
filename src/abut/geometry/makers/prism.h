// Prisms: a polygon in the plane of x and y, drawn out along z from -height / 2 to height / 2. Metres. Both ends and
// every side are exactly flat.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::geometry {

inline constexpr std::size_t kMaxPrismCorners = 4096;

// Over any simple polygon, concave or convex, wound either way. Corners in the middle of a straight side are kept.
// Refused with an InputError: fewer than 3 corners, an outline that touches or crosses itself.
Mesh make_prism(std::span<const math::Vec2> polygon, double height);

// The same unchecked. Preconditions: simple, counter-clockwise.
Mesh make_simple_prism(std::span<const math::Vec2> polygon, double height);

// Over a polygon with a hole. Preconditions: both simple and counter-clockwise, the hole in the outline's interior.
Mesh make_hollow_prism(std::span<const math::Vec2> outline, std::span<const math::Vec2> hole, double height);

// The same with the ends already cut into triangles: counter-clockwise, of corner numbers, the hole's after the
// outline's. The hole may be empty.
Mesh make_prism_over(std::span<const math::Vec2> outline, std::span<const math::Vec2> hole,
                     std::span<const std::array<std::uint32_t, 3>> triangles, double height);

// An L: legs along +x and +y that meet at the origin's outer corner, `width` and `height` long, `thickness` across.
Mesh make_l_shape(double width, double height, double thickness, double depth);

// A U that opens towards +y: its floor's underside on y = 0, symmetric in x; `width` across, `height` up, walls and
// floor `thickness` thick.
Mesh make_u_shape(double width, double height, double thickness, double depth);

}  // namespace abut::geometry
