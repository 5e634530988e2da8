// How far one of two convex bodies must be moved until their interiors no longer meet (the minimum translational
// distance; paper 002, section II C), exactly and from the definition: the least overlap of their shadows on the
// normals of all faces and the cross products of all edges.
//
// Complete: where A - B = {x - y} has an inside, its faces have these normals, and the depth is the distance of the
// origin from its boundary. Where it has none (two segments, two coplanar polygons), the depth is 0. For two solids the
// depth is positive exactly if their interiors meet. Cost: some microseconds for each axis.
#pragma once

#include "abut/math/pose.h"
#include "oracle/polyhedron.h"
#include "oracle/rational.h"

namespace abut::oracle {

Rational compute_depth_sq(const Polyhedron& a, const math::Pose& X_WA, const Polyhedron& b, const math::Pose& X_WB);

}  // namespace abut::oracle
