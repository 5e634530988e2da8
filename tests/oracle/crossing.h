// Whether the surfaces of two meshes meet: every edge of one against every triangle of the other, in plain doubles, on
// the safe side: what is nearer than rounding counts as meeting.
#pragma once

#include <cstddef>

#include "abut/geometry/mesh.h"

namespace abut::oracle {

// Pairs of triangles, one of each mesh, that meet or nearly do; 0 proves the surfaces apart.
// Cost: product of the numbers of triangles, a comparison of boxes each.
std::size_t count_crossings(const geometry::Mesh& a, const geometry::Mesh& b);

}  // namespace abut::oracle
