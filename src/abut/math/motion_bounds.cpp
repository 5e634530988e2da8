#include "abut/math/motion_bounds.h"

#include <limits>

namespace abut::math {
namespace {

// Above what at most four sums and products of numbers that are not negative were rounded to. The second is for
// products too small for a double; what is nothing times something unbounded is unbounded.
double round_above(double computed) {
  constexpr double kAbove = 1 + 0x1p-50, kTiny = 0x1p-1000;
  return computed >= 0 ? computed * kAbove + kTiny : std::numeric_limits<double>::infinity();
}

}  // namespace

double compute_speed_bound(const MotionBounds& bounds, double radius) {
  return round_above(bounds.origin_speed + bounds.rate * radius);
}

double compute_acceleration_bound(const MotionBounds& bounds, double radius) {
  const double turning = bounds.rate * bounds.rate + bounds.angular_acceleration;
  return round_above(bounds.origin_acceleration + radius * turning);
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
