// Mass properties of balls and capsules, in closed form.
#pragma once

#include "abut/geometry/mass_properties.h"

namespace abut::geometry {

// Around the origin. Preconditions: positive and finite.
MassProperties compute_ball_mass(double radius, double density);

// All points within `radius` of a segment of that length along z, around the origin. Preconditions: positive, finite.
MassProperties compute_capsule_mass(double radius, double length, double density);

}  // namespace abut::geometry
