// What cone_visit.h does at a group, at four of them at once (cone_four.h).
//
// Steps that a group may need or not are taken where any of the four needs them, and leave the others as they are.
#pragma once

#include <span>

#include "abut/response/cone_four.h"

namespace abut::response {

// As sweep_group, and push_bodies. `p` are the impulses of the four, in lanes. Bodies that do not move are not written
// to: others may be reading them.
double sweep_four(const ConeFour& four, const FourTables& tables, double* p, std::span<ConeBody> bodies);
void push_four(const ConeFour& four, const FourTables& tables, const double* p, std::span<ConeBody> bodies);

}  // namespace abut::response
