#include "abut/scene/verify/crossing_proof.h"

#include <algorithm>
#include <vector>

#include "abut/math/interval_vector.h"

namespace abut::scene {
namespace {

using math::certainly_negative;
using math::certainly_positive;
using math::Interval;
using math::IVec3;
using math::Vec3;

// Where a vertex is over the part, and at its ends, in B's frame.
struct VertexPath {
  IVec3 throughout, at_start, at_end;
};

VertexPath make_moving(const RelativeSweep& sweep, const Vec3& v) {
  const auto image = [&](std::size_t k) {
    const Vec3 y = (sweep.T[k] + sweep.M[k] * v) / sweep.w[k];
    // Twice the bound: once for the quotient's own rounding.
    const Interval error = Interval(-2 * sweep.error, 2 * sweep.error) / Interval(sweep.w[k]);
    return IVec3(y) + IVec3(error, error, error);
  };
  VertexPath path{image(0), image(0), image(RelativeSweep::kNumMaps - 1)};
  for (std::size_t k = 1; k < RelativeSweep::kNumMaps; ++k) path.throughout = hull(path.throughout, image(k));
  return path;
}

int sign_of(const Interval& x) {
  return certainly_positive(x) ? 1 : certainly_negative(x) ? -1 : 0;
}

Vec3 middle_of(const IVec3& box) {
  return {compute_midpoint(box.x), compute_midpoint(box.y), compute_midpoint(box.z)};
}

using VertexPaths = std::vector<VertexPath>;

// det(q - p, r - p, m) of the paths, the sign it keeps throughout.
int side_along(const VertexPath& p, const VertexPath& q, const VertexPath& r, const Vec3& m) {
  return sign_of(determinant(q.throughout - p.throughout, r.throughout - p.throughout, IVec3(m)));
}

template <IVec3 VertexPath::*kWhen>
int orientation(const VertexPaths& p) {
  const IVec3& o = p[0].*kWhen;
  return sign_of(determinant(p[1].*kWhen - o, p[2].*kWhen - o, p[3].*kWhen - o));
}

// p[0] is the point.
bool stays_over(const VertexPaths& p) {
  const Vec3 a = middle_of(p[1].throughout), b = middle_of(p[2].throughout), c = middle_of(p[3].throughout);
  const Vec3 m = (b - a).cross(c - a);
  const int side = side_along(p[1], p[2], p[3], m);
  return side != 0 && side_along(p[1], p[2], p[0], m) == side && side_along(p[2], p[3], p[0], m) == side &&
         side_along(p[3], p[1], p[0], m) == side;
}

// p[0] p[1] is one segment, p[2] p[3] the other.
bool keep_crossing(const VertexPaths& p) {
  const Vec3 d = middle_of(p[1].throughout) - middle_of(p[0].throughout);
  const Vec3 m = d.cross(middle_of(p[3].throughout) - middle_of(p[2].throughout));
  return side_along(p[0], p[1], p[2], m) * side_along(p[0], p[1], p[3], m) < 0 &&
         side_along(p[2], p[3], p[0], m) * side_along(p[2], p[3], p[1], m) < 0;
}

}  // namespace

bool is_crossing_proven(const RelativeSweep& sweep, const FeatureTree& a, const VerifiedFeature& feature_a,
                        const FeatureTree& b, const VerifiedFeature& feature_b) {
  if (!sweep.is_valid || feature_a.num_vertices + feature_b.num_vertices != 4) return false;
  const math::RoundUpward scope;
  VertexPaths paths;
  for (std::uint32_t k = 0; k < feature_a.num_vertices; ++k) {
    paths.push_back(make_moving(sweep, a.vertices[feature_a.vertices[k]]));
  }
  for (std::uint32_t k = 0; k < feature_b.num_vertices; ++k) {
    const IVec3 q(b.vertices[feature_b.vertices[k]]);
    paths.push_back({q, q, q});
  }
  const int before = orientation<&VertexPath::at_start>(paths), after = orientation<&VertexPath::at_end>(paths);
  if (before * after >= 0) return false;
  if (feature_a.num_vertices == 2) return keep_crossing(paths);
  if (feature_a.num_vertices == 3) std::rotate(paths.begin(), paths.begin() + 3, paths.end());  // the point first
  return stays_over(paths);
}

}  // namespace abut::scene
