// Whether a solid is convex, exactly.
//
// A closed connected surface that is locally convex everywhere, and nowhere folded or branched, is the boundary of a
// convex body (van Heijenoort 1952). Convex edges alone do not make it so: the double pyramid over a pentagram has only
// convex edges and Euler characteristic 2, but winds twice around its two tips. So three things are examined, each
// linear and by exact signs:
//   edges  all convex;
//   faces  one loop, a strictly convex polygon that turns once. Then the face is its inside, once, whatever its
//          triangles: a surface over the plane covers each point as often as its rim winds around it;
//   corners  the edges that meet there span a convex cone once: seen from the first edge, the others follow one another
//          through less than half a turn.
#pragma once

#include "abut/geometry/brep.h"

namespace abut::geometry {

// True if the solid is convex: one shell, its faces those of a convex polyhedron. False for sheets and soups, for
// several shells, and where a face has no area (which is a defect): no such face can be walked.
bool is_convex(const Brep& brep);

}  // namespace abut::geometry
