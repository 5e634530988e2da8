#include "abut/contact/local_minimum.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "abut/geometry/tangent_cone.h"

namespace abut::contact {

using geometry::Shape;
using math::Vec3;

MinimumTolerance compute_minimum_tolerance(double distance, double bound) {
  const double size = std::abs(distance);
  const double unknown = size > bound ? bound / size : 1.0;  // of the direction
  return {kTouchShare * size + 4 * bound, kLeastRise + unknown};
}

bool is_local_minimum(const Shape& shape, const Vec3& point, const Vec3& outward, const MinimumTolerance& tolerance) {
  if (shape.is_convex) return true;
  bool is_touched = false;
  double rise = 0.0;
  const math::Aabb around = math::make_grown({point, point}, tolerance.length);
  visit_overlapping_leaves(shape.tree, around, [&](const geometry::PieceNode& leaf) {
    for (std::uint32_t i = 0; i < leaf.num_pieces && rise <= tolerance.sine; ++i) {
      const std::optional<double> found =
          find_rise(shape.pieces, PieceId(leaf.first_piece + i), point, outward, tolerance.length);
      if (!found) continue;
      is_touched = true, rise = std::max(rise, *found);
    }
  });
  return is_touched && rise <= tolerance.sine;
}

}  // namespace abut::contact
