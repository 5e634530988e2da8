// What a sweep of the cone law does at a group of points (cone_system.h says what, cone_group.h in which numbers).
#pragma once

#include "abut/response/cone_group.h"

namespace abut::response {

// Changes the group's impulses and the bodies' velocities. Returns the largest residual met, m/s.
double sweep_group(const ConeGroup& group, ConeBody& a, ConeBody& b, ConeTables& tables);

}  // namespace abut::response
