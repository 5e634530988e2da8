// Convex hull in three dimensions, exact: a quickhull in which every decision is an exact sign.
//
// Points are added one by one. A point strictly outside some facet replaces all facets it is outside of *or coplanar
// with* by the cone over their rim. Because coplanar facets go too:
//   - a rim edge has a facet that the point is strictly inside of, so it is never in line with the point: no triangle
//     has zero area;
//   - a vertex that stops being extreme has only such facets around it, so it goes with them: the vertices are the
//     extreme points, nothing inside a face or an edge;
//   - the facets to go are connected and their rim is one simple cycle, whatever is coplanar.
// Each point that is still outside waits at one facet it is outside of; when that goes, it is outside of a new facet or
// inside the hull for good. The farthest point of a facet is added first (in rounded arithmetic: the order is free).
//
// Cost: about n log n for points in general, n^2 at worst; each point is added at most once, so it ends.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "abut/base/ids.h"
#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::geometry {

// Triangles over `points`, outward, closed. Preconditions: finite; `start` names four points that are not coplanar.
std::vector<Triangle> make_exact_hull(std::span<const math::Vec3> points, const std::array<VertexId, 4>& start);

}  // namespace abut::geometry
