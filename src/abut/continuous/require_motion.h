// What a query over an interval asks of a motion: poses that are rotations, finite numbers, a time that is longer than
// none, a screw's axis that has a direction, and speeds within bounds: no body turns by more than math::kLargestAngle,
// beyond which sine and cosine are not bounded, nor moves by more than geometry::kLargestCoordinate, so that no product
// of three lengths overflows.
#pragma once

#include "abut/math/motion.h"

namespace abut::continuous {

// Throws InputError, with `whose` ("the motion of A") as the place.
void require_motion(const char* whose, const math::Motion& motion);

}  // namespace abut::continuous
