// A load shared evenly by points of one plane.
//
// Of many points that press on a plane only the resultant and its place matter to the bodies: three numbers. How points
// share them is open, and decides what friction they hold. Of all shares that do, the one of least norm is taken: it is
// unique, follows the load without jumps, and does not depend on where a search began. With a_i = (1, x_i, y_i) the
// place of point i, and the resultant R = sum p_i a_i,
//
//   minimise sum p_i^2   over   p >= 0, sum p_i a_i = R      has the answer      p_i = max(a_i . load, 0),
//
// where the load, three numbers, is where sum max(a_i . load, 0)^2 / 2 - R . load is least: Newton's method over the
// points that press ends once these stay the same. Places are in units in which sum a_i a_i^T is the number of points
// times the identity, so that its first guess, R over that number, is the answer where all press.
//
// No answer where the resultant lies outside of the points, or on their rim. Cost: a few operations a point.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "abut/math/types.h"

namespace abut::response {

// Coordinates of a plane in which the mean of its points is zero, and the mean of their products the identity.
struct PlaneSpread {
  math::Vec3 middle = math::Vec3::Zero();
  std::array<math::Vec3, 2> gradients;        // 1/m: of the two coordinates
  std::array<math::Vec3, 2> units;            // m: what one of each is. A point is the middle and so many of these
  std::array<bool, 2> has_width{true, true};  // not of points on a line, or of one; then its unit is the reach

  math::Vec3 find_place(const math::Vec3& point) const {
    return {1.0, gradients[0].dot(point - middle), gradients[1].dot(point - middle)};
  }
};

// t1, t2: unit, across the plane. reach: m, how far places may be asked for; not zero.
PlaneSpread find_spread(std::span<const math::Vec3> points, const math::Vec3& t1, const math::Vec3& t2, double reach);

// A place of zeros is no point.
std::optional<math::Vec3> find_even_load(std::span<const math::Vec3> places, const math::Vec3& resultant);

}  // namespace abut::response
