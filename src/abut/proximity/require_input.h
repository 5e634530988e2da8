// What queries ask of poses, shapes and pieces. Each throws InputError, with `whose` ("A", "the pose of A") as the
// place, before any work is done. Cheap enough for every query of two shapes; a query of two pieces that is made a
// million times (distance.h) leaves it to its caller.
#pragma once

#include "abut/geometry/shape.h"
#include "abut/math/pose.h"
#include "abut/proximity/piece_pair.h"

namespace abut::proximity {

// All seven numbers finite, the quaternion within 1e-6 of unit length, no coordinate beyond
// geometry::kLargestCoordinate.
void require_pose(const char* whose, const math::Pose& X);

// Not empty: made by geometry::make_shape and the like. They refuse what is wrong with a shape in itself.
void require_shape(const char* whose, const geometry::Shape& shape);

// There is such a piece, it has vertices, and a radius that is finite and not negative.
void require_piece(const char* whose, const PieceRef& piece);

// The same, and what append_solid and the like have as preconditions, for pieces that were not made by make_shape:
// vertices that are finite and not beyond geometry::kLargestCoordinate, and a solid piece exactly convex at every edge,
// so that it is not flat either. Linear in its size.
void require_sound_piece(const char* whose, const PieceRef& piece);

}  // namespace abut::proximity
