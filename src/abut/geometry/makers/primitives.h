// Simple solids, each centred at the origin of its own frame. Lengths in metres. Coordinates are exactly symmetric in
// the coordinate planes wherever the shape is. A parameter out of range is refused with an InputError.
//
// Faces that are flat are exactly coplanar: all of a box, the ends of cylinders and cones, the sides of cylinders.
// Box, tetrahedron, cylinder and cone are exactly convex.
#pragma once

#include "abut/geometry/makers/requirement.h"
#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::geometry {

// Edges along the axes. 8 vertices, 12 triangles.
Mesh make_box(const math::Vec3& size);

// A playing card: a box, width along x, height along y, thickness along z.
Mesh make_card(double width, double height, double thickness);

// Regular; every other corner of a cube whose edges run along the axes.
Mesh make_tetrahedron(double edge);

// Axis along z, from -height / 2 to height / 2; a polygon of `segments` corners inscribed in the circle, one of them on
// the x axis. 2 segments vertices, 4 segments - 4 triangles.
Mesh make_cylinder(double radius, double height, int segments);

// As the cylinder, with base_radius below and top_radius above. One of them may be 0: an apex.
Mesh make_cone(double base_radius, double top_radius, double height, int segments);

// Axis along z; the tube of radius minor_radius runs around at major_radius > minor_radius. Vertices lie on the true
// torus. 2 major_segments minor_segments triangles.
Mesh make_torus(double major_radius, double minor_radius, int major_segments, int minor_segments);

}  // namespace abut::geometry
