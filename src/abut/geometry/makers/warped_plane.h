// A square sheet with a round hole in its middle, warped to z = amplitude sin(2 pi waves x / side) cos(2 pi waves y /
// side): the target of the bullets in paper 001, figure 3. Frame: centred at the origin, the square's sides along x and
// y, metres. By default the 2,010 triangles of the paper, an open sheet that faces up; with a thickness it is closed,
// half of it above and half below that surface, measured along z.
//
// Rings of `segments` points each, from the hole to the square's outline; every ring has a point on the rays from the
// centre through the points of the outline. The outline's corners are among them, its sides have equal numbers of
// segments where 4 divides `segments`.
#pragma once

#include "abut/geometry/makers/requirement.h"
#include "abut/geometry/mesh.h"

namespace abut::geometry {

inline constexpr Range kSheetSegmentRange{8, 4096};
inline constexpr Range kRingRange{1, 1000};
inline constexpr Range kWaveRange{0.0, 100.0};

struct WarpedPlane {
  double side = 1.0;
  double hole_radius = 0.15;  // at most 0.45 side
  double amplitude = 0.05;    // may be 0: flat
  double waves = 1.0;         // along the side
  int rings = 15;             // of quads, from the hole to the outline
  int segments = 67;          // of the outline, and of the hole
  double thickness = 0.0;     // 0: an open sheet
};

// 2 rings segments triangles if open; twice that and 4 segments if closed.
Mesh make_warped_plane(const WarpedPlane& plane);

}  // namespace abut::geometry
