// The connected parts of a surface: which are closed, what volume each encloses, and whether together they bound a
// solid.
//
// A shell is closed if each of its edges has exactly two triangles, wound consistently. The sign of its volume is
// exact: where the sum in doubles is not clearly of one sign, it is computed again exactly. Cost: linear, plus that of
// shell_winding.h where there are several shells.
#pragma once

#include <span>
#include <vector>

#include "abut/geometry/brep.h"
#include "abut/geometry/triangle_adjacency.h"
#include "abut/math/types.h"

namespace abut::geometry {

// is_closed and, of closed ones, signed_volume. `of` are the shells across any edge.
std::vector<Shell> make_shells(std::span<const math::Vec3> vertices, std::span<const Triangle> triangles,
                               const TriangleAdjacency& adjacency, const TriangleShells& of);

// Whether the shells bound a solid: all are closed and enclose volume, those that point outward have void outside
// them and those that point inward (cavities) have material outside. False also where this could not be decided because
// a shell touches others at all its probes (shell_winding.h). Whether surfaces intersect is not examined.
bool is_solid(std::span<const math::Vec3> vertices, std::span<const Triangle> triangles, const TriangleShells& of,
              const std::vector<Shell>& shells);

}  // namespace abut::geometry
