#include "abut/response/even_normals.h"

#include <cmath>

namespace abut::response {
namespace {

using math::Mat3;
using math::Vec3;

constexpr int kMostNewtonSteps = 20, kMostHalvings = 10;
constexpr double kEvenBound = 1e-13;      // of the resultant: what rounding leaves of it
constexpr double kNoWidth = 1e-10;        // of the reach: nearer to a line, points are on it
constexpr double kSingularShift = 1e-14;  // of the trace: what keeps points on a line from having no inverse

// Of coordinate g: the root of its mean square.
double compute_width(std::span<const Vec3> points, const Vec3& middle, const Vec3& g) {
  double sum = 0.0;
  for (const Vec3& point : points) sum += std::pow(g.dot(point - middle), 2);
  return std::sqrt(sum / static_cast<double>(points.size()));
}

// Of the function that is least at the load, its value, derivative, and second derivative.
struct EvenDerivatives {
  double value = 0.0;
  Vec3 slope = Vec3::Zero();
  Mat3 curvature = Mat3::Zero();

  EvenDerivatives(std::span<const Vec3> places, const Vec3& resultant, const Vec3& load) {
    for (const Vec3& a : places) {
      const double p = a.dot(load);
      if (!(p > 0)) continue;
      value += 0.5 * p * p, slope += p * a, curvature += a * a.transpose();
    }
    value -= resultant.dot(load), slope -= resultant;
    curvature += kSingularShift * curvature.trace() * Mat3::Identity();
  }
  // Near the end values differ by rounding alone.
  bool is_better(const EvenDerivatives& than) const {
    return value < than.value || slope.squaredNorm() < than.slope.squaredNorm();
  }
};

}  // namespace

// One direction after the other, the wider first; the second less what of it goes along with the first. Its width is
// measured, not the difference of two squares, so that points on a line have none.
PlaneSpread find_spread(std::span<const Vec3> points, const Vec3& t1, const Vec3& t2, double reach) {
  PlaneSpread spread;
  for (const Vec3& point : points) spread.middle += point;
  spread.middle /= static_cast<double>(points.size());
  const bool is_swapped = compute_width(points, spread.middle, t2) > compute_width(points, spread.middle, t1);
  const Vec3 &x = is_swapped ? t2 : t1, &y = is_swapped ? t1 : t2;
  double xx = 0.0, xy = 0.0;
  for (const Vec3& point : points) {
    const double along = x.dot(point - spread.middle);
    xx += along * along, xy += along * y.dot(point - spread.middle);
  }
  const double shear = xx > 0 ? xy / xx : 0.0;
  const std::array<Vec3, 2> directions{x, y - shear * x}, duals{x + shear * y, y};
  for (std::size_t i = 0; i < 2; ++i) {
    const double width = compute_width(points, spread.middle, directions[i]);
    spread.has_width[i] = width > kNoWidth * reach;
    const double unit = spread.has_width[i] ? width : reach;
    spread.gradients[i] = directions[i] / unit, spread.units[i] = duals[i] * unit;
  }
  return spread;
}

std::optional<Vec3> find_even_load(std::span<const Vec3> places, const Vec3& resultant) {
  std::size_t count = 0;
  for (const Vec3& a : places) count += a.x() != 0.0;
  if (count == 0 || !(resultant.x() >= 0)) return std::nullopt;
  Vec3 load = resultant / static_cast<double>(count);
  const double enough = kEvenBound * resultant.norm();
  EvenDerivatives now(places, resultant, load);
  for (int i = 0; i < kMostNewtonSteps; ++i) {
    if (now.slope.norm() <= enough) return load;
    Vec3 step = -now.curvature.ldlt().solve(now.slope);
    EvenDerivatives next(places, resultant, load + step);
    for (int k = 0; k < kMostHalvings && !next.is_better(now); ++k)
      step *= 0.5, next = EvenDerivatives(places, resultant, load + step);
    load += step, now = next;
  }
  return std::nullopt;
}

}  // namespace abut::response
