// The plane of each face: unit normal and offset, rounded.
//
// All triangles of a face lie in one plane exactly, so the normal of one is that of all: the largest one's, which is
// good to a few units in the last place whatever the number of triangles. The offset is the middle between the least
// and the greatest normal . x at the face's corners, so no corner is favoured. A face without area has normal and
// offset zero. Cost: linear.
#pragma once

#include <span>
#include <vector>

#include "abut/geometry/brep.h"
#include "abut/math/types.h"

namespace abut::geometry {

// Sets normal and offset of every face of `brep`, of which everything else about faces and half-edges is given.
void update_face_planes(Brep& brep);

}  // namespace abut::geometry
