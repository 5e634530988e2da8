// A bullet: a cylinder with a tangent ogive for a nose, by default the convex polyhedron of 640 triangles that paper
// 001 (section on fast and thin objects, figure 3) fires at a warped plane. Frame: axis along z, nose towards +z, the
// base at -length / 2 and the tip at length / 2. Metres. Exactly convex; base exactly flat; exactly symmetric in y.
#pragma once

#include "abut/geometry/makers/requirement.h"
#include "abut/geometry/mesh.h"

namespace abut::geometry {

inline constexpr Range kBandRange{2, 1000};

struct Bullet {
  double radius = 0.0045;
  double length = 0.018;
  double nose_length = 0.0105;  // from radius to length; less than length
  int segments = 32;            // around the axis
  int nose_bands = 9;           // along the nose, the cone at its tip included
};

// 2 segments (nose_bands + 1) triangles. At height z above the shoulder the ogive has the radius
// sqrt(rho^2 - z^2) + radius - rho, with rho = (radius^2 + nose_length^2) / (2 radius).
Mesh make_bullet(const Bullet& bullet);

}  // namespace abut::geometry
