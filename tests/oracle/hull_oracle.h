// The faces and extreme points of a convex hull in rational arithmetic, from the definition: a face's plane is one
// through three of the points with no point beyond it; an extreme point is on three such planes with independent
// normals. Of order n^4: for a few dozen points.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "abut/math/types.h"
#include "oracle/rational.h"

namespace abut::oracle {

struct HullFace {
  RVec3 normal;                      // outward
  Rational offset;                   // normal . x on the face
  std::vector<std::size_t> corners;  // the extreme points on it, ascending
};

struct Hull {
  std::vector<std::size_t> extreme;  // ascending; of equal points the first
  std::vector<HullFace> faces;       // none if all points are coplanar
};

Hull find_hull(std::span<const math::Vec3> points);

}  // namespace abut::oracle
