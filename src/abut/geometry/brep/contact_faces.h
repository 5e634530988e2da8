// Contact faces: nearly coplanar neighbours grouped so that contacts give them one normal.
//
// Greedily from the largest face that has no group yet (of equal ones the lowest): all faces that can be reached from
// it across edges of two consistent faces, whose normals are within `angle` of the seed's and whose corners are within
// `height` of its plane. The group's plane has the area-weighted mean normal and lies midway between its extreme
// corners, where that keeps every face within both tolerances; otherwise it is the seed's. So the tolerances hold, up
// to rounding, for the plane that is given. Which faces a seed takes does not depend on any order.
//
// If `angle` or `height` is not positive every face is its own contact face, and so is a face without area.
// Angles above one radian count as one. Cost: a sort of the faces, otherwise linear.
#pragma once

#include "abut/geometry/brep.h"

namespace abut::geometry {

// Sets contact_faces, contact_face_faces and Face::contact_face of `brep`, of which everything else is given.
void update_contact_faces(Brep& brep, const ContactFaceTolerance& tolerance);

}  // namespace abut::geometry
