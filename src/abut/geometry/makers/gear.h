// An involute spur gear, cut as by a rack. Frame: axis z, from -thickness / 2 to thickness / 2, a tooth's middle on +x;
// metres. Exactly symmetric in y and z, and in x for even numbers of teeth; all ends and sides exactly flat.
//
// With pitch radius r_p = module teeth / 2 the teeth reach from r_p - 1.25 module to r_p + module. Above the start of
// the involute a flank has the half angle
//   psi(r) = s / (2 r_p) + inv a - inv a_r,   inv a = tan a - a,   cos a_r = r_p cos(a) / r,   s = (pi module -
//   backlash) / 2
// with `a` the pressure angle; below, it is the path of the corner of the cutting rack's tooth (a trochoid), which
// undercuts gears of few teeth as a real rack does. The polygon has its corners on those curves, so that chords of the
// involute lose at most their height, and nothing stands out of a flank.
//
// Two gears of one module and pressure angle, at compute_centre_distance apart, turn without overlap for any numbers of
// teeth, at a play of the mean of their backlashes along the pitch circles.
#pragma once

#include "abut/geometry/makers/requirement.h"
#include "abut/geometry/mesh.h"

namespace abut::geometry {

inline constexpr Range kTeethRange{6, 500};
inline constexpr Range kPressureAngleRange{14.5, 25.0};  // deg
inline constexpr Range kFlankPointRange{2, 32};

struct Gear {
  int teeth = 20;
  double module = 0.002;  // pitch diameter / teeth
  double pressure_angle_deg = 20.0;
  double thickness = 0.01;     // along z
  double bore_radius = 0.005;  // 0: no bore; else at most 0.85 of the root radius
  double backlash = 1e-4;      // at most 0.3 module: play along the pitch circle against a gear with the same
  int flank_points = 8;        // corners along each involute, and along each root fillet
  int bore_segments = 32;
};

Mesh make_gear(const Gear& gear);

// Precondition: equal modules.
double compute_centre_distance(const Gear& a, const Gear& b);

// The angle (rad, about z) by which a gear at +x of an unturned one is turned when the two mesh, the tooth of the first
// in the middle of the second's gap. When the first turns by phi, the second turns by -phi teeth_first / teeth_second
// more.
double compute_meshing_angle(const Gear& second);

}  // namespace abut::geometry
