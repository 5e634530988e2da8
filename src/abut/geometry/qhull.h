// Qhull's convex hull, by its reentrant C interface. Fast, but with tolerances: nearly coplanar facets are merged, and
// points within the tolerance of a facet are left out. So it is a proposal, which is_proven_hull (hull_proof.h) accepts
// or not.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::geometry {

// Triangles over `points`, outward; none where Qhull gives up (flat or nearly flat input above all). Qhull sees the
// points moved to the middle and scaled by a power of two, so its answer does not depend on either. Writes nothing
// anywhere. Precondition: finite.
std::optional<std::vector<Triangle>> find_qhull_hull(std::span<const math::Vec3> points);

}  // namespace abut::geometry
