// The distance of two convex bodies, exactly and from the definition: the least over all pairs of a vertex, edge or
// face of one with a vertex, edge or face of the other; 0 if an edge of one passes through a face of the other, or a
// vertex lies inside.
//
// Complete: two convex bodies that are apart are nearest at vertex and face, edge and edge, vertex and edge or vertex
// and vertex. If they meet, one contains the other, or their boundaries meet, and then some edge of one meets a face of
// the other. Flat bodies are their own boundary. Cost: about a microsecond for each pair of features.
#pragma once

#include "abut/math/pose.h"
#include "oracle/polyhedron.h"
#include "oracle/rational.h"

namespace abut::oracle {

Rational compute_distance_sq(const Polyhedron& a, const math::Pose& X_WA, const Polyhedron& b, const math::Pose& X_WB);

}  // namespace abut::oracle
