#include "abut/scene/verify/enclosure.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "abut/geometry/brep/ray_crossing.h"
#include "abut/math/aabb.h"

namespace abut::scene {
namespace {

using math::Vec3;

class Groups {
 public:
  explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }

  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t i, std::size_t j) { parent_[std::max(find(i), find(j))] = std::min(find(i), find(j)); }

 private:
  std::vector<std::size_t> parent_;
};

bool is_wound_about(const geometry::Mesh& mesh, const Vec3& p) {
  int winding = 0;
  for (const geometry::Triangle& t : mesh.triangles) {
    winding += geometry::compute_crossing(p, mesh.vertices[t[0].index()], mesh.vertices[t[1].index()],
                                          mesh.vertices[t[2].index()]);
  }
  return winding != 0;
}

}  // namespace

std::vector<Vec3> find_part_vertices(const geometry::Mesh& mesh) {
  Groups groups(mesh.vertices.size());
  std::map<std::array<double, 3>, std::size_t> first_at;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const Vec3& p = mesh.vertices[v];
    groups.join(v, first_at.try_emplace({p[0] + 0.0, p[1] + 0.0, p[2] + 0.0}, v).first->second);
  }
  std::vector<std::size_t> used;
  for (const geometry::Triangle& t : mesh.triangles) {
    groups.join(t[0].index(), t[1].index());
    groups.join(t[0].index(), t[2].index());
    used.push_back(t[0].index());
  }
  for (const geometry::Segment& e : mesh.segments) {
    groups.join(e[0].index(), e[1].index());
    used.push_back(e[0].index());
  }
  for (const VertexId p : mesh.points) used.push_back(p.index());
  for (std::size_t& v : used) v = groups.find(v);
  std::ranges::sort(used);
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::vector<Vec3> vertices;
  for (const std::size_t v : used) vertices.push_back(mesh.vertices[v]);
  return vertices;
}

// R_B' (p_A - p_B + R_A v): two rotations with entries good to kRotationBound, a difference, and sums of three.
Enclosure find_enclosure(const std::vector<Vec3>& part_vertices, const math::Pose& X_WA, const geometry::Mesh& b,
                         const math::Pose& X_WB, double separation) {
  constexpr double kPlacedBound = 4 * (math::kRotationBound + 4 * 0x1p-53);
  const math::Aabb box = geometry::compute_bounds(b);
  const math::Mat3 R_WA = math::compute_rotation(X_WA.q), R_WB = math::compute_rotation(X_WB.q);
  const Vec3 d = X_WA.p - X_WB.p;
  for (const Vec3& v : part_vertices) {
    const Vec3 p_BQ = R_WB.transpose() * (d + R_WA * v);
    if (!box.contains(p_BQ)) continue;
    if (!(separation > 2 * kPlacedBound * (d.norm() + v.norm()))) return Enclosure::kUndecided;
    if (is_wound_about(b, p_BQ)) return Enclosure::kInside;
  }
  return Enclosure::kOutside;
}

}  // namespace abut::scene
