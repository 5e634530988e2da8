#include "oracle/moving_pair.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace abut::oracle {
namespace {

std::vector<math::Vec3> place_at(const Polyhedron& body, const math::Pose& X) {
  std::vector<math::Vec3> points;
  for (const math::Vec3& v : body.vertices) points.push_back(X.p + X.q * v);
  return points;
}

double clamp_to_unit(double t) {
  return std::clamp<double>(t, 0, 1);
}

double distance_to_segment(const math::Vec3& p, const math::Vec3& a, const math::Vec3& b) {
  const math::Vec3 e = b - a;
  return (p - a - clamp_to_unit((p - a).dot(e) / e.squaredNorm()) * e).norm();
}

// The least is at an end of one of them, or inside both.
double distance_of_segments(const math::Vec3& a, const math::Vec3& b, const math::Vec3& c, const math::Vec3& d) {
  double least = std::min({distance_to_segment(a, c, d), distance_to_segment(b, c, d), distance_to_segment(c, a, b),
                           distance_to_segment(d, a, b)});
  const math::Vec3 e = b - a, f = d - c, n = e.cross(f), r = c - a;
  const double nn = n.squaredNorm();
  if (nn == 0) return least;
  const double s = r.cross(f).dot(n) / nn, t = r.cross(e).dot(n) / nn;
  if (s >= 0 && s <= 1 && t >= 0 && t <= 1) least = std::min(least, std::abs(r.dot(n)) / std::sqrt(nn));
  return least;
}

struct Loop {
  math::Vec3 normal;
  std::vector<math::Vec3> corners;
  bool is_above(const math::Vec3& p) const {  // its projection is inside
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const math::Vec3 &a = corners[i], &b = corners[(i + 1) % corners.size()];
      if ((b - a).cross(p - a).dot(normal) < 0) return false;
    }
    return true;
  }
  double height(const math::Vec3& p) const { return (p - corners[0]).dot(normal); }
};

std::vector<Loop> make_loops(const Polyhedron& body, const std::vector<math::Vec3>& points) {
  std::vector<Loop> loops;
  for (const auto& face : body.faces) {
    Loop loop{math::Vec3::Zero(), {}};
    for (const auto i : face) loop.corners.push_back(points[i]);
    for (std::size_t i = 2; i < face.size(); ++i) {
      loop.normal += (loop.corners[i - 1] - loop.corners[0]).cross(loop.corners[i] - loop.corners[0]);
    }
    loop.normal.normalize();
    loops.push_back(loop);
  }
  return loops;
}

// Vertices and edges of one body against the faces of another: 0 if one is inside or an edge passes through.
double distance_to_faces(const Polyhedron& a, const std::vector<math::Vec3>& points, const Polyhedron& b,
                         const std::vector<Loop>& loops) {
  double least = INFINITY;
  for (const math::Vec3& p : points) {
    bool is_inside = b.is_solid;
    for (const Loop& loop : loops) {
      is_inside = is_inside && loop.height(p) <= 0;
      if (loop.is_above(p)) least = std::min(least, std::abs(loop.height(p)));
    }
    if (is_inside) return 0;
  }
  for (const auto& [i, j] : a.edges) {
    for (const Loop& loop : loops) {
      const double h = loop.height(points[i]), k = loop.height(points[j]);
      if (h * k >= 0) continue;
      if (loop.is_above(points[i] + h / (h - k) * (points[j] - points[i]))) return 0;
    }
  }
  return least;
}

std::optional<double> find_first_after(const MovingPair& pair, double level, double s0, double d0, double s1, double d1,
                                       double resolution) {
  if ((d0 + d1 - pair.speed * (s1 - s0)) / 2 > level) return std::nullopt;
  if (s1 - s0 <= resolution) return d1 <= level ? std::optional(s1) : std::nullopt;
  const double middle = (s0 + s1) / 2, d = pair.distance(middle);
  if (const auto first = find_first_after(pair, level, s0, d0, middle, d, resolution)) return first;
  return d <= level ? middle : find_first_after(pair, level, middle, d, s1, d1, resolution);
}

}  // namespace

Path make_step_path(const math::Pose& X0, const math::Pose& X1, const math::Vec3& bend) {
  return [=](double s) {
    const double sign = X0.q.coeffs().dot(X1.q.coeffs()) < 0 ? -1 : 1;
    math::Quat q;
    q.coeffs() = (1 - s) * X0.q.coeffs() + s * sign * X1.q.coeffs();
    q.normalize();
    return math::Pose{(1 - s) * X0.p + s * X1.p + s * (1 - s) * bend, q};
  };
}

Path make_screw_path(const math::Pose& X, const math::Vec3& point, const math::Vec3& axis, double angle,
                     double translation) {
  return [=](double s) {
    const math::Vec3 a = axis.normalized(), c = point;
    const math::Quat turn(Eigen::AngleAxisd(s * angle, a));
    return math::Pose{c + turn * (X.p - c) + s * translation * a, turn * X.q.normalized()};
  };
}

double compute_plain_distance(const Polyhedron& a, const math::Pose& X_WA, const Polyhedron& b,
                              const math::Pose& X_WB) {
  const std::vector<math::Vec3> pa = place_at(a, X_WA), pb = place_at(b, X_WB);
  double least =
      std::min(distance_to_faces(a, pa, b, make_loops(b, pb)), distance_to_faces(b, pb, a, make_loops(a, pa)));
  for (const math::Vec3& p : pa) {
    for (const math::Vec3& q : pb) least = std::min(least, (p - q).norm());
  }
  for (const auto& [i, j] : a.edges) {
    for (const auto& q : pb) least = std::min(least, distance_to_segment(q, pa[i], pa[j]));
    for (const auto& [k, l] : b.edges) least = std::min(least, distance_of_segments(pa[i], pa[j], pb[k], pb[l]));
  }
  for (const auto& [k, l] : b.edges) {
    for (const auto& p : pa) least = std::min(least, distance_to_segment(p, pb[k], pb[l]));
  }
  return least;
}

std::optional<double> MovingPair::find_first(double level, double s0, double s1, double resolution) const {
  const double d0 = distance(s0);
  if (d0 <= level) return s0;
  return find_first_after(*this, level, s0, d0, s1, distance(s1), resolution);
}

}  // namespace abut::oracle
