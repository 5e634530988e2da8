// A chain link: round wire bent to a stadium. Frame: centred, the middle line of the wire in the plane z = 0, the long
// side along x. Metres. Exactly symmetric in x, y and z (for even numbers of segments).
//
// Vertices lie on the true surface, so where it is curved inward, on the inner side of the bends, the triangles stand
// up to (bend_radius - wire_radius) (1 - cos(pi / (2 bend_segments))) into the opening.
#pragma once

#include "abut/geometry/makers/requirement.h"
#include "abut/geometry/mesh.h"

namespace abut::geometry {

struct ChainLink {
  double wire_radius = 0.005;
  double bend_radius = 0.0125;  // of the wire's middle line; more than 2 wire_radius, so that another link passes
  double straight = 0.02;       // length of the straight parts
  int bend_segments = 16;       // for half a turn
  int wire_segments = 16;
};

// 4 (bend_segments + 1) wire_segments triangles.
Mesh make_chain_link(const ChainLink& link);

// The distance from link to link along x in a chain pulled taut, each turned by a quarter about x from the one before:
// at less than it they are apart.
double compute_taut_pitch(const ChainLink& link);

}  // namespace abut::geometry
