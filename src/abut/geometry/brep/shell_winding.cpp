#include "abut/geometry/brep/shell_winding.h"

#include <algorithm>
#include <cstdint>

#include "abut/math/aabb.h"
#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

using math::Vec2;
using math::Vec3;

Vec2 project(const Vec3& p, int axis) {
  return {p[(axis + 1) % 3], p[(axis + 2) % 3]};
}

int sign(double x) {
  return (x > 0.0) - (x < 0.0);
}

// orient2d(a, b, p) with p moved by infinitely little along its first coordinate and less along its second.
int moved_orient2d(const Vec2& a, const Vec2& b, const Vec2& p) {
  const int side = math::orient2d(a, b, p);
  if (side != 0) return side;
  return a[1] != b[1] ? sign(a[1] - b[1]) : sign(b[0] - a[0]);
}

// A triangle without area contains nothing here: it is in the border of others.
bool is_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  if (math::orient3d(a, b, c, p) != 0) return false;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec2 a2 = project(a, axis), b2 = project(b, axis), c2 = project(c, axis), p2 = project(p, axis);
    const int turn = math::orient2d(a2, b2, c2);
    if (turn == 0) continue;
    return turn * math::orient2d(a2, b2, p2) >= 0 && turn * math::orient2d(b2, c2, p2) >= 0 &&
           turn * math::orient2d(c2, a2, p2) >= 0;
  }
  return false;
}

// +1 or -1 if the moved ray from p along +x passes abc, seen from behind or from the front; 0 if not.
// Precondition: p is not on abc.
int compute_crossing(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec2 a2 = project(a, 0), b2 = project(b, 0), c2 = project(c, 0), p2 = project(p, 0);
  const int turn = moved_orient2d(a2, b2, p2);
  if (turn == 0 || moved_orient2d(b2, c2, p2) != turn || moved_orient2d(c2, a2, p2) != turn) return 0;
  return math::orient3d(a, b, c, p) == -turn ? turn : 0;
}

struct Probe {
  Vec3 p;
  ShellId shell;
  int winding = 0;
  bool is_on_other = false;
};

// For each shell that has no winding yet, its probe number `round`, by ascending y.
std::vector<Probe> make_probes(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                               const TriangleShells& of, const std::vector<std::optional<int>>& windings, int round) {
  std::vector<std::uint64_t> num_triangles(of.num_shells, 0), num_seen(of.num_shells, 0);
  for (const ShellId s : of.triangle_shell) {
    if (!s.is_none()) ++num_triangles[s.index()];
  }
  std::vector<Probe> probes;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const ShellId s = of.triangle_shell[t];
    if (s.is_none() || windings[s.index()]) continue;
    const std::uint64_t wanted = num_triangles[s.index()] * static_cast<std::uint64_t>(round) / kMaxProbes;
    if (num_seen[s.index()]++ == wanted) probes.push_back({vertices[triangles[t][0].index()], s});
  }
  std::sort(probes.begin(), probes.end(),
            [](const Probe& a, const Probe& b) { return a.p[1] != b.p[1] ? a.p[1] < b.p[1] : a.shell < b.shell; });
  return probes;
}

void count_crossing(const Vec3& a, const Vec3& b, const Vec3& c, const math::Aabb& box, Probe& probe) {
  const Vec3& p = probe.p;
  if (p[0] > box.upper[0] || p[2] < box.lower[2] || p[2] > box.upper[2]) return;
  if (p[0] >= box.lower[0] && is_on_triangle(p, a, b, c)) {
    probe.is_on_other = true;
  } else {
    probe.winding += compute_crossing(p, a, b, c);
  }
}

void count_crossings(std::span<const Vec3> vertices, std::span<const Triangle> triangles, const TriangleShells& of,
                     std::vector<Probe>& probes) {
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const ShellId shell = of.triangle_shell[t];
    if (shell.is_none()) continue;
    const Vec3& a = vertices[triangles[t][0].index()];
    const Vec3& b = vertices[triangles[t][1].index()];
    const Vec3& c = vertices[triangles[t][2].index()];
    math::Aabb box;
    box.grow(a);
    box.grow(b);
    box.grow(c);
    auto probe = std::lower_bound(probes.begin(), probes.end(), box.lower[1],
                                  [](const Probe& other, double y) { return other.p[1] < y; });
    for (; probe != probes.end() && probe->p[1] <= box.upper[1]; ++probe) {
      if (probe->shell != shell) count_crossing(a, b, c, box, *probe);
    }
  }
}

}  // namespace

std::vector<std::optional<int>> find_shell_windings(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                                                    const TriangleShells& of) {
  std::vector<std::optional<int>> windings(of.num_shells);
  for (int round = 0; round < kMaxProbes; ++round) {
    std::vector<Probe> probes = make_probes(vertices, triangles, of, windings, round);
    if (probes.empty()) break;
    count_crossings(vertices, triangles, of, probes);
    for (const Probe& probe : probes) {
      if (!probe.is_on_other) windings[probe.shell.index()] = probe.winding;
    }
  }
  return windings;
}

}  // namespace abut::geometry
