#include "abut/geometry/brep/shell_winding.h"

#include <algorithm>
#include <cstdint>

#include "abut/geometry/brep/ray_crossing.h"
#include "abut/math/aabb.h"

namespace abut::geometry {
namespace {

using math::Vec3;

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
