#include "abut/math/motion_bounds.h"

namespace abut::math {

double compute_speed_bound(const MotionBounds& bounds, double radius) {
  const RoundUpward scope;
  return (Interval(bounds.origin_speed) + bounds.rate * Interval(radius)).upper();
}

double compute_acceleration_bound(const MotionBounds& bounds, double radius) {
  const RoundUpward scope;
  const Interval turning = sqr(Interval(bounds.rate)) + Interval(bounds.angular_acceleration);
  return (Interval(bounds.origin_acceleration) + radius * turning).upper();
}

IVec3 make_path_box(const IVec3& start, const IVec3& end, const Interval& length, const IVec3& acceleration) {
  const Interval eighth = 0.125 * sqr(length);
  const auto sagging = [&](const Interval& a) {
    const double sag = (eighth * a).upper();
    return Interval(-sag, sag);
  };
  return hull(start, end) + IVec3(sagging(acceleration.x), sagging(acceleration.y), sagging(acceleration.z));
}

IVec3 compute_lever(const IVec3& axis) {
  const Interval xx = sqr(axis.x), yy = sqr(axis.y), zz = sqr(axis.z);
  return {sqrt(yy + zz), sqrt(zz + xx), sqrt(xx + yy)};
}

}  // namespace abut::math
