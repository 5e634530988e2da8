// The stones of a semicircular arch. Frame: the circle's centre at the origin, x along the span, z up, y across; the
// arch stands on the plane z = 0 and reaches from -depth / 2 to depth / 2 in y. Metres.
//
// Stone k of n lies between the joints at k / n and (k + 1) / n of half a turn from +x. Its corners are on the circles
// of radius mean_radius -+ thickness / 2, its inner and outer faces are flat. Neighbours share the corners of their
// joint bit for bit when there is no gap, and the arch is exactly symmetric in x and y. With a gap every joint face is
// moved back by half of it, those on the ground included, so that faces stay parallel at that distance (up to
// rounding). A stone has six exactly flat faces and is convex.
#pragma once

#include <vector>

#include "abut/geometry/makers/requirement.h"
#include "abut/geometry/mesh.h"

namespace abut::geometry {

inline constexpr Range kStoneRange{3, 1001};

struct Arch {
  int stones = 15;
  double mean_radius = 1.0;
  double thickness = 0.12;  // radially; 15 stones stand from 0.10607 mean_radius on
  double depth = 0.3;
  double joint_gap = 0.0;
};

// Precondition checked: 0 <= index < stones.
Mesh make_voussoir(const Arch& arch, int index);

// All of them, from the one that stands on the ground at +x.
std::vector<Mesh> make_arch(const Arch& arch);

}  // namespace abut::geometry
