// A hexagon bolt and its nut with a real thread (helix.h), right-handed. Metres. By default M10 x 1.5.
//
// Bolt: axis z; the head, corners on the x axis, from -head_height to 0; the thread from there to `length`.
// Nut: axis z, from -nut_height / 2 to nut_height / 2, corners on the x axis. Put on the bolt with its origin at z and
// turned by 2 pi z / pitch, it sits in the middle of its play; screwing it on by any angle a moves it by pitch a / (2
// pi).
//
// Surfaces are polyhedra. The nut's radii are those of the bolt plus the clearance, over cos(pi / segments), so that
// chords of the nut keep the clearance too; the bolt's chords lie inside it. So the radial clearance is at least
// `clearance` minus what cutting twisted quads into triangles takes, below 0.01 pitch in all (bolt_and_nut_test);
// flanks are half of it apart.
#pragma once

#include "abut/geometry/makers/requirement.h"
#include "abut/geometry/mesh.h"

namespace abut::geometry {

inline constexpr Range kThreadSegmentRange{24, 512};

struct BoltAndNut {
  double diameter = 0.01;  // over the crests of the bolt's thread
  double pitch = 0.0015;   // 0.02 to 0.25 of the diameter
  double length = 0.03;    // of the thread: 1 to 200 pitches
  double head_height = 0.0064;
  double across_flats = 0.016;  // of head and nut: 1.2 to 10 diameters
  double nut_height = 0.0084;   // 1 to 200 pitches
  double clearance = 1e-4;      // radially: 0.02 to 0.3 of the pitch
  int segments = 48;            // for a turn
};

Mesh make_bolt(const BoltAndNut& pair);
Mesh make_nut(const BoltAndNut& pair);

}  // namespace abut::geometry
