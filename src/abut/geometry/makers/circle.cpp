#include "abut/geometry/makers/circle.h"

#include <cmath>
#include <numbers>

namespace abut::geometry {
namespace {

using math::Vec2;

// The point at `octant` eighths of a turn plus the fraction `part` in [0, 1) of an eighth; `rest` is 1 - part. Computed
// in the first eighth and carried by reflections: those are exact.
Vec2 make_point_in_octant(int octant, double part, double rest) {
  const bool is_mirrored = octant % 2 != 0;
  const double share = is_mirrored ? rest : part;
  const double angle = share * (std::numbers::pi / 4.0);
  Vec2 p(std::cos(angle), std::sin(angle));
  if (share == 1.0) p = Vec2::Constant(std::sqrt(0.5));
  if (is_mirrored) p = Vec2(p.y(), p.x());
  const int quarter = octant / 2;
  if (quarter % 2 != 0) p = Vec2(-p.y(), p.x());
  if (quarter >= 2) p = -p;
  return p + Vec2::Zero();  // -0 becomes 0
}

}  // namespace

Vec2 make_circle_point(int k, int n) {
  const int eighths = 8 * (((k % n) + n) % n);
  const int octant = eighths / n;
  const int part = eighths % n;
  return make_point_in_octant(octant, static_cast<double>(part) / n, static_cast<double>(n - part) / n);
}

Vec2 make_circle_point(double turn) {
  const double eighths = 8.0 * (turn - std::floor(turn));
  const double octant = std::fmin(std::floor(eighths), 7.0);
  const double part = eighths - octant;
  return make_point_in_octant(static_cast<int>(octant), part, 1.0 - part);
}

std::vector<Vec2> make_circle(int n) {
  std::vector<Vec2> points;
  points.reserve(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) points.push_back(make_circle_point(k, n));
  return points;
}

std::vector<Vec2> make_half_turned_circle(int n) {
  std::vector<Vec2> points;
  points.reserve(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) points.push_back(make_circle_point(2 * k + 1, 2 * n));
  return points;
}

}  // namespace abut::geometry
