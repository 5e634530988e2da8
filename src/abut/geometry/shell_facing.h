// Which way closed shells face, and which way they should: outward if an even number of other closed shells lie around
// them (none: the outside of a body; two: a body in the cavity of another), inward if odd (a cavity). The number around
// does not depend on how the shells are wound. Exact (brep/shell_winding.h); shells are taken as not crossing each
// other.
//
// Cost: linear for one shell, that of shell_winding.h for several.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/geometry/mesh.h"
#include "abut/geometry/triangle_adjacency.h"
#include "abut/math/types.h"

namespace abut::geometry {

enum class ShellFacing : std::uint8_t {
  kRight,
  kInsideOut,
  kZeroVolume,  // closed, and the volume is exactly zero
  kUnknown,     // open, not consistently wound, or touching other shells at all its probes
};

// For each shell of `of`, the shells across any edge. Precondition: finite vertices of triangles that are not
// collapsed.
std::vector<ShellFacing> compute_shell_facings(std::span<const math::Vec3> vertices,
                                               std::span<const Triangle> triangles, const TriangleAdjacency& adjacency,
                                               const TriangleShells& of);

}  // namespace abut::geometry
