#include "abut/response/cone_meeting.h"

#include <algorithm>
#include <utility>

#include "abut/response/delassus.h"
#include "abut/response/point_cone.h"
#include "abut/response/small_normals.h"

namespace abut::response {
namespace {

using math::Vec3;

// Of the contact's inverse mass, along a direction in which locks let nothing move. An impulse along it is only there
// to oppose sliding, and then it is on the rim.
constexpr double kLockedBound = 1e-12;

}  // namespace

void ConeMeeting::load_axes(ConePoint& point) const {
  const auto [x, y] = make_tangents(point.n);
  point.t1 = x, point.t2 = y;
  if (point.mu <= 0) return;
  const double xx = couple(point.arm_a, point.arm_b, x, x), xy = couple(point.arm_a, point.arm_b, x, y),
               yy = couple(point.arm_a, point.arm_b, y, y);
  // The half angle of the axes without trigonometry: (c, s) halves (d, xy) / r.
  const double d = 0.5 * (xx - yy), r = std::sqrt(d * d + xy * xy), mean = 0.5 * (xx + yy);
  double c = 1.0, s = 0.0;
  if (r > 1e-12 * mean) {
    c = std::sqrt(0.5 * (1 + std::abs(d) / r));
    s = 0.5 * xy / (r * c);
    if (d < 0) std::swap(c, s);
  }
  point.t1 = c * x + s * y, point.t2 = c * y - s * x;
  const double least = kLockedBound * std::max(point.inv_n, mean);
  point.inv_1 = std::max(mean + r, least), point.inv_2 = std::max(mean - r, least);
}

void ConeMeeting::solve_common_friction(std::span<ConePoint> points) {
  FewNumbers slacks;
  double sum = 0.0;
  Vec3 arm_a = Vec3::Zero(), arm_b = Vec3::Zero();
  for (std::size_t i = 0; i < points.size(); ++i) {
    ConePoint& point = points[i];
    const double length = point.friction(), rim = point.mu * point.p_n, share = length > rim ? rim / length : 1.0;
    if (share < 1) change_impulse(point, point.p_n, share * point.p_1, share * point.p_2);
    slacks[i] = std::max(rim - length, 0.0);
    sum += slacks[i], arm_a += slacks[i] * point.arm_a, arm_b += slacks[i] * point.arm_b;
  }
  if (sum <= 0) return;
  arm_a /= sum, arm_b /= sum;
  const Vec3 &x = points[0].t1, &y = points[0].t2, u = compute_velocity(arm_a, arm_b);
  const double u_x = x.dot(u), u_y = y.dot(u);
  if (u_x == 0.0 && u_y == 0.0) return;
  const double xx = couple(arm_a, arm_b, x, x), xy = couple(arm_a, arm_b, x, y), yy = couple(arm_a, arm_b, y, y);
  const double determinant = xx * yy - xy * xy;
  if (!(determinant > kLockedBound * xx * yy)) return;  // locked along one of them
  Vec3 p = (xy * u_y - yy * u_x) / determinant * x + (xy * u_x - xx * u_y) / determinant * y;
  if (const double length = p.norm(); length > sum) p *= sum / length;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double share = slacks[i] / sum;
    points[i].p_1 += share * points[i].t1.dot(p), points[i].p_2 += share * points[i].t2.dot(p);
  }
  apply(p, arm_a.cross(p), arm_b.cross(p));
}

double ConeMeeting::solve_friction(ConePoint& point) {
  const Vec3 u = compute_velocity(point);
  const double rim = point.mu * point.p_n, u_1 = point.t1.dot(u), u_2 = point.t2.dot(u);
  double p_1 = point.p_1 - u_1 / point.inv_1, p_2 = point.p_2 - u_2 / point.inv_2;
  if (p_1 * p_1 + p_2 * p_2 > rim * rim) {
    const double inverse = 1 / std::max(point.inv_1, point.inv_2);
    p_1 = point.p_1 - u_1 * inverse, p_2 = point.p_2 - u_2 * inverse;
    if (const double sq = p_1 * p_1 + p_2 * p_2; sq > rim * rim) p_1 *= rim / std::sqrt(sq), p_2 *= rim / std::sqrt(sq);
  }
  return change_impulse(point, point.p_n, p_1, p_2);
}

double ConeMeeting::solve_point(ConePoint& point) {
  const Vec3 u = compute_velocity(point);
  const PointMass mass{point.inv_n,
                       point.inv_1,
                       point.inv_2,
                       couple(point.arm_a, point.arm_b, point.n, point.t1),
                       couple(point.arm_a, point.arm_b, point.n, point.t2),
                       point.mu};
  const Vec3 without(
      point.n.dot(u) - point.least_speed - mass.inv_n * point.p_n - mass.inv_n1 * point.p_1 - mass.inv_n2 * point.p_2,
      point.t1.dot(u) - mass.inv_n1 * point.p_n - mass.inv_1 * point.p_1,
      point.t2.dot(u) - mass.inv_n2 * point.p_n - mass.inv_2 * point.p_2);
  const Vec3 p = compute_cone_impulse(mass, without);
  return change_impulse(point, p.x(), p.y(), p.z());
}

}  // namespace abut::response
