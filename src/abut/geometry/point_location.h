// Is a point inside a solid shape? Exact.
//
// Of convex pieces (one, or parts): inside if it is inside one of them. Of a boundary in flat pieces: if the surface
// winds about it, counted by a ray along +x (brep/ray_crossing.h) through the tree of pieces. Radii play no part.
//
// Cost: that of the pieces whose boxes the ray meets.
#pragma once

#include <cstdint>

#include "abut/geometry/shape.h"
#include "abut/math/types.h"

namespace abut::geometry {

enum class PointLocation : std::uint8_t {
  kInside,
  kOutside,  // always of a shape that is not solid
  kOn,       // exactly on the boundary of the shape, or of one of its parts
};

// `p_BQ` in the shape's frame. Precondition: finite.
PointLocation locate_point(const Shape& shape, const math::Vec3& p_BQ);

}  // namespace abut::geometry
