// Convex hull of points, exactly: convex, closed and containing every point as real numbers, not within a tolerance.
//
// Qhull proposes (qhull.h), exact signs accept (hull_proof.h); where Qhull's tolerances have merged or dropped what is
// not exactly flat, an exact quickhull takes over (exact_hull.h). Vertices are the extreme points and only those,
// copies of the points given, so triangles of one face are exactly coplanar and make_brep merges them. Points in one
// place, in one line or in one plane are outcomes of their own.
//
// The same points in the same order give the same bits; in another order the same vertices and faces, though faces with
// more than three corners may be cut into triangles differently. Cost: n log n, n^2 in the worst case of the fallback.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::geometry {

enum class HullOutcome : std::uint8_t {
  kEmpty,    // no points
  kPoint,    // all points in one place: mesh.points has it
  kSegment,  // on one line: mesh.segments has the one between the extreme points
  kFlat,     // in one plane: mesh.vertices are the corners of a convex polygon in order, mesh.triangles a fan of it,
             // counter-clockwise seen from positive z (if its plane is vertical: from positive y, else x)
  kSolid,    // mesh.triangles is a closed surface, outward
};

struct Hull {
  HullOutcome outcome = HullOutcome::kEmpty;
  Mesh mesh;
  std::vector<std::uint32_t> source;  // for each vertex, which of the points it is: the first of equal ones
};

// Throws InputError if a coordinate is not finite.
Hull make_hull(std::span<const math::Vec3> points);

}  // namespace abut::geometry
