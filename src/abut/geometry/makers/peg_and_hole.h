// A peg and a block with a through-hole that it fits. Both about z, centred at the origin; metres. Peg and hole are
// regular polygons of `sides` corners (4: a square with its sides along the axes; many: round). When both are centred
// the flats of the hole are `clearance` away from those of the peg all around. Exactly symmetric in y, and in x for
// even `sides`; every face exactly flat.
#pragma once

#include "abut/geometry/makers/requirement.h"
#include "abut/geometry/mesh.h"

namespace abut::geometry {

struct PegAndHole {
  int sides = 32;
  double peg_radius = 0.02;    // of the circle through the peg's corners
  double peg_length = 0.08;    // along z
  double clearance = 5e-4;     // may be 0: faces that coincide up to rounding
  double block_width = 0.08;   // along x and y
  double block_height = 0.04;  // along z
};

Mesh make_peg(const PegAndHole& pair);
Mesh make_block_with_hole(const PegAndHole& pair);

}  // namespace abut::geometry
