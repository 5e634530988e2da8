// Spheres of nearly equal triangles: an icosahedron, each triangle cut into four `level` times, all vertices pushed out
// to the sphere. 20 * 4^level triangles, 10 * 4^level + 2 vertices. Centred at the origin; the icosahedron's edges of
// smallest x, y and z are parallel to the axes.
//
// Unit vectors are exactly symmetric in the coordinate planes and under cyclic exchange of the axes.
#pragma once

#include "abut/geometry/makers/requirement.h"
#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::geometry {

inline constexpr Range kSubdivisionRange{0, 8};     // level 8: 1,310,720 triangles
inline constexpr Range kBumpHeightRange{0.0, 0.5};  // as a share of the radius
inline constexpr Range kBumpFrequencyRange{0.0, 100.0};

// An ellipsoid of the given half-axes; all vertices lie on it. Convex.
Mesh make_icosphere(int level, const math::Vec3& radii);
Mesh make_icosphere(int level, double radius);

struct BumpySphere {
  int level = 4;             // 5,120 triangles; level 6: 81,920
  double radius = 1.0;       // m: mean radius
  double bump_height = 0.1;  // largest departure from the radius, as a share of it
  double frequency = 6.0;    // rad: of the waves along each axis, over the unit sphere's radius
};

// The vertex in direction u has the distance radius (1 + bump_height cos(f u_x) cos(f u_y) cos(f u_z)). Star-shaped, so
// it never meets itself; not convex unless the bumps are very low.
Mesh make_bumpy_sphere(const BumpySphere& spec);

}  // namespace abut::geometry
