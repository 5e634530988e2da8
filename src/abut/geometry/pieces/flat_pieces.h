// The flat pieces of any boundary representation, and their tree: convex polygons for every face (convex_partition.h),
// a segment for every edge that no polygon has (a loose one, or one of faces without area only; a point if it has no
// length), a point for every loose point. Together they cover the boundary exactly. Cost: linear but for faces that are
// not convex.
#pragma once

#include "abut/geometry/brep.h"
#include "abut/geometry/convex_pieces.h"
#include "abut/geometry/piece_tree.h"

namespace abut::geometry {

struct PiecesWithTree {
  ConvexPieces pieces;  // in the order of the tree
  PieceTree tree;
};

// Throws InputError if the radius is negative or not finite.
PiecesWithTree make_flat_pieces(const Brep& brep, double radius = 0.0);

}  // namespace abut::geometry
