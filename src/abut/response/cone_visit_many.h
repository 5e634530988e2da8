// A sweep of the cone law over many points of one normal at once (cone_many.h): what cone_system.h says, but for the
// normals. Those that carry share the load evenly (even_normals.h), if they can carry it and nothing else comes too
// near then; so normals do not depend on those before. Where they cannot, as where a body tips, projected Gauss-Seidel
// over all points goes on from those before.
#pragma once

#include "abut/response/cone_group.h"

namespace abut::response {

// As sweep_group.
double sweep_many(const ConeGroup& group, ConeBody& a, ConeBody& b, ConeTables& tables);

// As push_bodies.
void push_many(const ConeGroup& group, const ConeTables& tables, ConeBody& a, ConeBody& b);

}  // namespace abut::response
