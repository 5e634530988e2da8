#include "abut/proximity/depth/facet_plane.h"

#include <cmath>

#include "abut/geometry/exact_values.h"

namespace abut::proximity {
namespace {

using math::Vec3;

// A number as the sum of a double and the rounding error it made.
struct TwoDoubles {
  double high, low;
};

TwoDoubles subtract_exactly(double x, double y) {
  const double difference = x - y;
  const double y_seen = x - difference, x_seen = difference + y_seen;
  return {difference, (x - x_seen) + (y_seen - y)};
}

// a b - c d, to 8 u^2 (|a b| + |c d|), then rounded.
double subtract_products(const TwoDoubles& a, const TwoDoubles& b, const TwoDoubles& c, const TwoDoubles& d) {
  const double ab = a.high * b.high, cd = c.high * d.high;
  const double ab_low = std::fma(a.high, b.high, -ab) + (a.high * b.low + a.low * b.high);
  const double cd_low = std::fma(c.high, d.high, -cd) + (c.high * d.low + c.low * d.high);
  const TwoDoubles difference = subtract_exactly(ab, cd);
  return difference.high + (difference.low + (ab_low - cd_low));
}

// (q - p) x (r - p)
Vec3 compute_careful_cross(const Vec3& p, const Vec3& q, const Vec3& r) {
  TwoDoubles e[3], f[3];
  for (int i = 0; i < 3; ++i) e[i] = subtract_exactly(q[i], p[i]), f[i] = subtract_exactly(r[i], p[i]);
  return {subtract_products(e[1], f[2], e[2], f[1]), subtract_products(e[2], f[0], e[0], f[2]),
          subtract_products(e[0], f[1], e[1], f[0])};
}

// Squares of sin(theta): below the first, sides must carry their errors; below the second that is not enough.
constexpr double kLeastSineSq = 1.0 / 60;
constexpr double kLeastCarefulSineSq = 0x1p-92;

// A multiple of the normal. Precondition: the longest side is that from q to r.
Vec3 compute_facet_cross(const Vec3& p, const Vec3& q, const Vec3& r) {
  const Vec3 e = q - p, f = r - p;
  const Vec3 cross = e.cross(f);
  const double size_sq = e.squaredNorm() * f.squaredNorm();
  if (cross.squaredNorm() > kLeastSineSq * size_sq) return cross;
  const Vec3 careful = compute_careful_cross(p, q, r);
  if (careful.squaredNorm() > kLeastCarefulSineSq * size_sq) return careful;
  return geometry::compute_exact_cross(p, q, r);
}

}  // namespace

FacetPlane compute_facet_plane(const Vec3& p, const Vec3& q, const Vec3& r) {
  const double pq = (q - p).squaredNorm(), qr = (r - q).squaredNorm(), rp = (p - r).squaredNorm();
  const Vec3 normal = (qr >= pq && qr >= rp ? compute_facet_cross(p, q, r)
                       : rp >= pq           ? compute_facet_cross(q, r, p)
                                            : compute_facet_cross(r, p, q))
                          .normalized();
  return {normal, normal.dot(p)};
}

}  // namespace abut::proximity
