#include "oracle/quick_certificate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut::oracle {
namespace {

constexpr long double kRoundoff = std::numeric_limits<long double>::epsilon() / 2;

Eigen::Matrix<long double, 3, 3> make_rotation(const math::Quat& q) {
  const long double w = q.w(), x = q.x(), y = q.y(), z = q.z(), k = 2 / (w * w + x * x + y * y + z * z);
  Eigen::Matrix<long double, 3, 3> R;
  R << 1 - k * (y * y + z * z), k * (x * y - w * z), k * (x * z + w * y),  //
      k * (x * y + w * z), 1 - k * (x * x + z * z), k * (y * z - w * x),   //
      k * (x * z - w * y), k * (y * z + w * x), 1 - k * (x * x + y * y);
  return R;
}

// Places the vertices; the largest of their distances from the body's origin.
long double place_vertices(const Polyhedron& body, const math::Pose& X, const LVec3& p, std::vector<LVec3>& placed) {
  const Eigen::Matrix<long double, 3, 3> R = make_rotation(X.q);
  long double reach_sq = 0;
  placed.reserve(body.vertices.size());
  for (const math::Vec3& vertex : body.vertices) {
    const LVec3 v = vertex.cast<long double>();
    reach_sq = std::max(reach_sq, v.squaredNorm());
    placed.push_back(R * v + p);
  }
  return std::sqrt(reach_sq);
}

LVec3 find_foot_on_segment(const LVec3& p, const LVec3& tail, const LVec3& head) {
  const LVec3 along = head - tail;
  const long double length_sq = along.squaredNorm();
  const long double t = length_sq > 0 ? std::clamp(along.dot(p - tail) / length_sq, 0.0L, 1.0L) : 0.0L;
  return tail + t * along;
}

// Over the triangle the foot in its plane, by its shares of the corners; else on one of the sides.
LVec3 find_foot_on_triangle(const LVec3& p, const LVec3& q, const LVec3& r, const LVec3& s) {
  const LVec3 u = r - q, v = s - q, w = p - q, n = u.cross(v);
  const long double nn = n.squaredNorm(), t_r = n.dot(w.cross(v)), t_s = n.dot(u.cross(w));
  if (nn > 0 && t_r >= 0 && t_s >= 0 && t_r + t_s <= nn) return q + (t_r / nn) * u + (t_s / nn) * v;
  LVec3 best = find_foot_on_segment(p, q, r);
  for (const auto& [tail, head] : {std::pair(r, s), std::pair(s, q)}) {
    const LVec3 foot = find_foot_on_segment(p, tail, head);
    if ((foot - p).squaredNorm() < (best - p).squaredNorm()) best = foot;
  }
  return best;
}

LVec3 find_foot(const LVec3& p, const std::vector<LVec3>& x, std::span<const std::uint32_t> feature) {
  if (feature.size() == 1) return x[feature[0]];
  if (feature.size() == 2) return find_foot_on_segment(p, x[feature[0]], x[feature[1]]);
  LVec3 best = x[feature[0]];
  for (std::size_t k = 2; k < feature.size(); ++k) {
    const LVec3 foot = find_foot_on_triangle(p, x[feature[0]], x[feature[k - 1]], x[feature[k]]);
    if ((foot - p).squaredNorm() < (best - p).squaredNorm()) best = foot;
  }
  return best;
}

}  // namespace

QuickPair::QuickPair(const Polyhedron& a, const math::Pose& X_WA, const Polyhedron& b, const math::Pose& X_WB)
    : p_WB_(X_WB.p.cast<long double>()) {
  const LVec3 p_BA = from_b(X_WA.p);
  length_ = place_vertices(a, X_WA, p_BA, a_) + place_vertices(b, X_WB, LVec3::Zero(), b_) + p_BA.norm();
  // A foot is a mean of corners, which adds 8 v L; a dot product adds 4 v L; L itself errs by less than its 8 v.
  error_ = (kPlacedBound + 16) * kRoundoff * length_;
}

bool QuickPair::is_apart_along(const math::Vec3& n_W, long double s) const {
  const LVec3 n = n_W.cast<long double>();
  const long double size = n.norm();
  long double least = n.dot(a_[0]), most = n.dot(b_[0]);
  for (const LVec3& x : a_) least = std::min(least, n.dot(x));
  for (const LVec3& x : b_) most = std::max(most, n.dot(x));
  // Twice, for the rounding of size and of this comparison.
  return least - most >= (s + 2 * (2 * error_ + 8 * kRoundoff * std::abs(s))) * size;
}

LVec3 QuickPair::find_foot_on_a(const math::Vec3& p_W, std::span<const std::uint32_t> feature) const {
  return find_foot(from_b(p_W), a_, feature);
}
LVec3 QuickPair::find_foot_on_b(const math::Vec3& p_W, std::span<const std::uint32_t> feature) const {
  return find_foot(from_b(p_W), b_, feature);
}

bool QuickPair::is_near(const LVec3& foot_a, const LVec3& foot_b, long double d) const {
  return (foot_a - foot_b).norm() + 4 * error_ <= d;
}

bool QuickPair::is_at(const math::Vec3& p_W, const LVec3& foot, long double r, long double slack) const {
  const LVec3 p = from_b(p_W);
  return std::abs((p - foot).norm() - r) + 4 * error_ + 8 * kRoundoff * p.norm() <= slack;
}

std::vector<std::array<std::uint32_t, 3>> QuickPair::find_doubtful_facets(
    std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs,
    std::span<const std::array<std::uint32_t, 3>> facets, long double r) const {
  std::vector<LVec3> x;
  for (const auto& [i, j] : pairs) x.push_back(a_[i] - b_[j]);
  std::vector<std::array<std::uint32_t, 3>> doubtful;
  for (const auto& [i, j, k] : facets) {
    // A side errs by e = 6 errors of a vertex, so their cross product n by e (|u| + |w|) + e^2 and its own rounding,
    // and n . x by that times |x|, and by |n| e.
    const LVec3 u = x[j] - x[i], w = x[k] - x[i], n = u.cross(w);
    const long double e = 6 * error_, sides = u.norm() + w.norm() + e, size = n.norm();
    const long double n_error = 2 * e * sides, height_error = n_error * (x[i].norm() + e) + size * e;
    if (!(n.dot(x[i]) - height_error > std::max(0.0L, r) * (size + n_error))) doubtful.push_back({i, j, k});
  }
  return doubtful;
}

}  // namespace abut::oracle
