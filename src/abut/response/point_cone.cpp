#include "abut/response/point_cone.h"

#include <algorithm>
#include <cmath>

namespace abut::response {
namespace {

using math::Vec2;
using math::Vec3;

constexpr int kMostRimSteps = 30;
constexpr int kMostDoublings = 200, kMostHalvings = 200;

// Of b_k / (w_k + alpha), the point on the circle of the given radius. Newton's method on 1 / length, which is nearly
// linear in alpha and concave: it comes from one side and does not overshoot.
Vec2 find_rim_point(const Vec2& b, double w_1, double w_2, double radius) {
  double alpha = 0.0;
  for (int i = 0; i < kMostRimSteps; ++i) {
    const double q_1 = b.x() / (w_1 + alpha), q_2 = b.y() / (w_2 + alpha);
    const double length = std::sqrt(q_1 * q_1 + q_2 * q_2);
    if (length <= radius * (1 + 1e-14)) break;
    const double slope = (q_1 * q_1 / (w_1 + alpha) + q_2 * q_2 / (w_2 + alpha)) / length;  // of -length
    alpha += (length - radius) / radius * length / slope;
  }
  const double q_1 = b.x() / (w_1 + alpha), q_2 = b.y() / (w_2 + alpha);
  const double scale = radius / std::sqrt(q_1 * q_1 + q_2 * q_2);
  return {q_1 * scale, q_2 * scale};
}

// u_n as it follows from p_n, friction following too.
struct NormalSpeed {
  const PointMass& mass;
  const Vec3& b;

  Vec3 compute_impulse(double p_n) const {
    const Vec2 p_t = compute_disk_friction(mass, {b.y() + mass.inv_n1 * p_n, b.z() + mass.inv_n2 * p_n}, mass.mu * p_n);
    return {p_n, p_t.x(), p_t.y()};
  }
  double operator()(double p_n) const {
    const Vec3 p = compute_impulse(p_n);
    return b.x() + mass.inv_n * p_n + mass.inv_n1 * p.y() + mass.inv_n2 * p.z();
  }
};

}  // namespace

Vec2 compute_disk_friction(const PointMass& mass, const Vec2& b, double radius) {
  const Vec2 stick(-b.x() / mass.inv_1, -b.y() / mass.inv_2);
  if (stick.squaredNorm() <= radius * radius) return stick;
  return radius > 0 ? find_rim_point(-b, mass.inv_1, mass.inv_2, radius) : Vec2(0, 0);
}

Vec3 compute_cone_impulse(const PointMass& mass, const Vec3& b) {
  if (b.x() >= 0 || mass.inv_n <= 0) return Vec3::Zero();
  const NormalSpeed speed{mass, b};
  double low = 0.0, at_low = b.x(), high = -b.x() / mass.inv_n, at_high = speed(high);
  for (int i = 0; at_high < 0 && i < kMostDoublings; ++i)
    low = high, at_low = at_high, high *= 2, at_high = speed(high);
  if (at_high < 0) return speed.compute_impulse(high);
  // Secants, and the middle whenever one leaves more than half of the bracket.
  bool takes_middle = false;
  for (int i = 0; i < kMostHalvings && at_high > 0 && high - low > 1e-16 * high; ++i) {
    const double width = high - low;
    const double next = takes_middle ? low + 0.5 * width : low - at_low / (at_high - at_low) * width;
    if (!(next > low && next < high)) break;
    const double at_next = speed(next);
    (at_next < 0 ? low : high) = next;
    (at_next < 0 ? at_low : at_high) = at_next;
    takes_middle = high - low > 0.5 * width;
  }
  return speed.compute_impulse(-at_low < at_high ? low : high);
}

}  // namespace abut::response
