#include "oracle/crossing.h"

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <vector>

namespace abut::oracle {
namespace {

using Eigen::Vector3d;
using Corners = std::array<Vector3d, 3>;

struct Placed {
  Corners corners;
  Vector3d low, high;
};

std::vector<Placed> place(const geometry::Mesh& mesh) {
  std::vector<Placed> result;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Corners corners = {mesh.vertices[a.index()], mesh.vertices[b.index()], mesh.vertices[c.index()]};
    result.push_back({corners, corners[0].cwiseMin(corners[1]).cwiseMin(corners[2]),
                      corners[0].cwiseMax(corners[1]).cwiseMax(corners[2])});
  }
  return result;
}

// Sign of det(b - a, c - a, d - a), 0 where rounding may decide it.
int safe_sign(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d) {
  const Vector3d u = b - a, v = c - a, w = d - a;
  const double value = u.cross(v).dot(w);
  const double bound = 1e-13 * u.norm() * v.norm() * w.norm();
  return value > bound ? 1 : value < -bound ? -1 : 0;
}

bool may_pierce(const Vector3d& p, const Vector3d& q, const Corners& t) {
  const int side_p = safe_sign(t[0], t[1], t[2], p), side_q = safe_sign(t[0], t[1], t[2], q);
  if (side_p * side_q > 0) return false;
  if (side_p == 0 && side_q == 0) return true;  // nearly coplanar with overlapping boxes
  int low = 1, high = -1;
  for (std::size_t k = 0; k < 3; ++k) {
    const int turn = safe_sign(p, q, t[k], t[(k + 1) % 3]);
    low = std::min(low, turn);
    high = std::max(high, turn);
  }
  return !(low < 0 && high > 0);  // the line passes all three edges on one side
}

bool may_meet(const Corners& s, const Corners& t) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (may_pierce(s[k], s[(k + 1) % 3], t) || may_pierce(t[k], t[(k + 1) % 3], s)) return true;
  }
  return false;
}

}  // namespace

std::size_t count_crossings(const geometry::Mesh& a, const geometry::Mesh& b) {
  const std::vector<Placed> placed_a = place(a), placed_b = place(b);
  std::size_t count = 0;
  for (const Placed& s : placed_a) {
    for (const Placed& t : placed_b) {
      if ((s.low.array() > t.high.array()).any() || (t.low.array() > s.high.array()).any()) continue;
      if (may_meet(s.corners, t.corners)) ++count;
    }
  }
  return count;
}

}  // namespace abut::oracle
