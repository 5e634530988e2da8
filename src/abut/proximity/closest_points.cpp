#include "abut/proximity/closest_points.h"

#include <algorithm>
#include <limits>

namespace abut::proximity {
namespace {

using math::Vec3;

// The point of q + t e nearest to x.
double project(const Vec3& x, const Vec3& q, const Vec3& e, double e_sq) {
  return e_sq > 0 ? std::clamp((x - q).dot(e) / e_sq, 0.0, 1.0) : 0.0;
}

SegmentPoints make_points(const Vec3& p, const Vec3& d, const Vec3& q, const Vec3& e, double s, double t) {
  return {s, t, (p + s * d - q - t * e).squaredNorm()};
}

}  // namespace

// The distance is a convex function of (s, t), so its minimum is where the lines are nearest if that is inside, and
// otherwise on one of the four sides: an end of one against the other segment. The inner point is moved to the foot of
// the other's, so that what rounding did to s costs only its square.
SegmentPoints compute_closest_points(const Vec3& p, const Vec3& d, const Vec3& q, const Vec3& e) {
  constexpr double kLeastSineSq =
      1e-12;  // below it the sides, which are then within rounding of the inner point, decide too
  const double d_sq = d.squaredNorm(), e_sq = e.squaredNorm();
  const Vec3 r = p - q, n = d.cross(e);
  const double n_sq = n.squaredNorm();
  SegmentPoints best;
  best.distance_sq = std::numeric_limits<double>::infinity();
  const auto take = [&](double s, double t) {
    const SegmentPoints points = make_points(p, d, q, e, s, t);
    if (points.distance_sq < best.distance_sq) best = points;
  };
  if (n_sq > 0) {
    const double s = n.dot(e.cross(r)) / n_sq, t = n.dot(d.cross(r)) / n_sq;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) take(s, project(p + s * d, q, e, e_sq));
    if (best.distance_sq < std::numeric_limits<double>::infinity() && n_sq > kLeastSineSq * d_sq * e_sq) return best;
  }
  take(0.0, project(p, q, e, e_sq));
  take(1.0, project(p + d, q, e, e_sq));
  take(project(q, p, d, d_sq), 0.0);
  take(project(q + e, p, d, d_sq), 1.0);
  return best;
}

}  // namespace abut::proximity
