// The checks of certificate.h in long doubles, for runs of a million: each says "proven" only where the claim holds
// with more room than rounding can take, and nothing otherwise. Then the exact check decides.
//
// With v the unit roundoff of long double (2^-64 where it has 64 bits) and L the sum of both bodies' reaches and the
// distance of their origins, a placed vertex is within kPlacedBound v L of the real one: an entry of R(q/|q|) errs by
// 20 v (5 v for |q|^2, one for its inverse, 9 v for the products twice, one for the sum), so a coordinate of R x by 24
// sqrt(3) v |x| and the vector by 72 v |x|; adding the origins' difference makes it at most 96 v L.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/math/pose.h"
#include "oracle/polyhedron.h"

namespace abut::oracle {

using LVec3 = Eigen::Matrix<long double, 3, 1>;

class QuickPair {
 public:
  // The vertices of both, measured from B's origin in the world's directions.
  QuickPair(const Polyhedron& a, const math::Pose& X_WA, const Polyhedron& b, const math::Pose& X_WB);

  // Whether A and B are apart along n by s at least: min n . x over A - max n . x over B >= s |n|. A negative s bounds
  // an overlap.
  bool is_apart_along(const math::Vec3& n_W, long double s) const;

  // A point of the hull of some vertices, a feature of A or B in its order around, that is nearest to a point of the
  // world to rounding.
  LVec3 find_foot_on_a(const math::Vec3& p_W, std::span<const std::uint32_t> feature) const;
  LVec3 find_foot_on_b(const math::Vec3& p_W, std::span<const std::uint32_t> feature) const;
  // Whether feet are no farther from each other than d, and a point of the world from a foot by r up to the slack.
  bool is_near(const LVec3& foot_a, const LVec3& foot_b, long double d) const;
  bool is_at(const math::Vec3& p_W, const LVec3& foot, long double r, long double slack) const;

  // Facets over differences x - y (vertex pairs of A and B), counter-clockwise seen from outside, whose plane is not
  // proven to have the origin behind it by r at least.
  std::vector<std::array<std::uint32_t, 3>> find_doubtful_facets(
      std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs,
      std::span<const std::array<std::uint32_t, 3>> facets, long double r) const;

 private:
  static constexpr int kPlacedBound = 96;

  LVec3 from_b(const math::Vec3& p_W) const { return p_W.cast<long double>() - p_WB_; }

  LVec3 p_WB_;
  std::vector<LVec3> a_, b_;
  long double length_ = 0;  // L
  long double error_ = 0;   // of a vertex, of a foot, and of the dot product of one with a unit vector
};

}  // namespace abut::oracle
