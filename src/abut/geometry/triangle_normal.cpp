#include "abut/geometry/triangle_normal.h"

#include <cmath>

#include "abut/geometry/exact_values.h"

namespace abut::geometry {
namespace {

using math::Vec3;

// Differences of doubles err by 2^-53 relatively, so the computed u x v errs by less than 2^-50 |u| |v|, and its
// direction by less than 2^-50 / sin(u, v): with this bound on sin^2, by less than 2^-44.
constexpr double kThinBound = 0x1p-12;

// Squares of areas within these limits have come from products that neither over- nor underflowed where it matters.
constexpr double kLeastSquare = 0x1p-900;
constexpr double kLargestSquare = 0x1p+900;

}  // namespace

Vec3 compute_triangle_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, bc = c - b, ca = a - c;
  const double ab_sq = ab.squaredNorm(), bc_sq = bc.squaredNorm(), ca_sq = ca.squaredNorm();
  // The two shorter sides: at the largest angle, the one that is best conditioned.
  const bool ab_is_longest = ab_sq >= bc_sq && ab_sq >= ca_sq;
  const bool bc_is_longest = !ab_is_longest && bc_sq >= ca_sq;
  const Vec3 cross = ab_is_longest ? bc.cross(ca) : bc_is_longest ? ca.cross(ab) : ab.cross(bc);
  const double sides_sq = ab_is_longest ? bc_sq * ca_sq : bc_is_longest ? ca_sq * ab_sq : ab_sq * bc_sq;
  const double cross_sq = cross.squaredNorm();
  if (cross_sq > kThinBound * sides_sq && cross_sq > kLeastSquare && cross_sq < kLargestSquare) {
    return cross / std::sqrt(cross_sq);
  }
  const Vec3 exact = compute_exact_cross(a, b, c);
  return exact.isZero(0.0) ? exact : Vec3(exact / exact.norm());
}

}  // namespace abut::geometry
