// The surface of a screw thread: a profile that repeats every pitch along z and climbs by one pitch a turn about z,
// right-handed, cut off by two planes. It is walls only; loops of vertices in the two planes are left to be closed.
//
// Profile (ISO 68-1, without its optional rounding): flanks at 30 degrees to the planes across the axis, crests pitch /
// 8 wide at the major radius, roots pitch / 4 wide at 5/8 of sqrt(3)/2 pitch below. A crest's middle is at z = 0 on +x.
//
// All vertices lie on the true thread: columns of them on half-planes through the axis, `segments` at equal angles and
// up to 8 more where a corner of the profile meets an end plane, so that ends are cut as sharply as the rest. A corner
// nearer to an end plane than 0.01 pitch / segments is left out.
#pragma once

#include "abut/geometry/makers/mesh_builder.h"

namespace abut::geometry {

struct Helix {
  double pitch = 0.0;
  double crest_radius = 0.0;  // at the crests of the solid profile (those of the bolt)
  double root_radius = 0.0;
  double low_z = 0.0, high_z = 0.0;  // the end planes; low_z < high_z
  int segments = 0;                  // for a turn
};

// Depth of the profile: crest_radius - root_radius of a helix of that pitch.
double compute_thread_depth(double pitch);

struct ThreadEnds {
  VertexLoop low, high;  // both counter-clockwise seen from +z; star-shaped about the axis
};

enum class ThreadSide { kBolt, kNut };  // the solid is inside or outside of the surface

ThreadEnds add_thread(MeshBuilder& builder, const Helix& helix, ThreadSide side);

}  // namespace abut::geometry
