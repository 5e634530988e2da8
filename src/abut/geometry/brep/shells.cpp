#include "abut/geometry/brep/shells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "abut/geometry/brep/shell_winding.h"
#include "abut/geometry/exact_values.h"

namespace abut::geometry {
namespace {

using math::Vec3;

// Six times a volume, summed in doubles.
struct VolumeSum {
  Vec3 origin = Vec3::Zero();  // a vertex of the shell, so that terms are not larger than they need be
  double six_volumes = 0.0;
  double size = 0.0;  // the same sum of absolute values
  double num_terms = 0.0;

  void add(const Vec3& a, const Vec3& b, const Vec3& c) {
    if (num_terms == 0.0) origin = a;
    const Vec3 u = a - origin, v = b - origin, w = c - origin;
    six_volumes += u.dot(v.cross(w));
    const Vec3 av = v.cwiseAbs(), aw = w.cwiseAbs();
    size += u.cwiseAbs().dot(
        Vec3(av[1] * aw[2] + av[2] * aw[1], av[2] * aw[0] + av[0] * aw[2], av[0] * aw[1] + av[1] * aw[0]));
    num_terms += 1.0;
  }

  // A product passes at most 8 operations and then num_terms additions; each errs by eps / 2 relatively, so the sum
  // errs by less than (num_terms + 8) eps / 2 times the exact sum of absolute values, which `size` misses by as little.
  // Underflow adds less than 2^-900 for each term while coordinates are below 2^100. Not true of overflow or NaN.
  bool has_sure_sign() const {
    constexpr double kEps = std::numeric_limits<double>::epsilon();
    constexpr double kLargestSize = 0x1p300;
    const double bound = (num_terms + 10.0) * (kEps * size + 0x1p-900);
    return std::abs(six_volumes) > bound && size < kLargestSize;
  }
};

// In the order of `shells`, the triangles of those that are marked.
std::vector<std::vector<Triangle>> collect_triangles(std::span<const Triangle> triangles, const TriangleShells& of,
                                                     const std::vector<char>& is_wanted) {
  std::vector<std::vector<Triangle>> result(of.num_shells);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const ShellId s = of.triangle_shell[t];
    if (!s.is_none() && is_wanted[s.index()]) result[s.index()].push_back(triangles[t]);
  }
  return result;
}

std::vector<Shell> find_closed_shells(std::span<const Triangle> triangles, const TriangleAdjacency& adjacency,
                                      const TriangleShells& of) {
  std::vector<Shell> shells(of.num_shells);
  for (Shell& shell : shells) shell.is_closed = true;
  for (std::size_t i = 0; i < adjacency.mate.size(); ++i) {
    const HalfEdgeId h(i);
    const ShellId shell = of.triangle_shell[triangle_of(h).index()];
    const bool is_last_of_edge = adjacency.mate[i] <= h;
    if (!is_last_of_edge || shell.is_none() || is_consistent(triangles, adjacency, h)) continue;
    shells[shell.index()].is_closed = false;
  }
  return shells;
}

void update_volumes(std::span<const Vec3> vertices, std::span<const Triangle> triangles, const TriangleShells& of,
                    std::vector<Shell>& shells) {
  std::vector<VolumeSum> sums(of.num_shells);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const ShellId s = of.triangle_shell[t];
    if (s.is_none() || !shells[s.index()].is_closed) continue;
    const auto& [a, b, c] = triangles[t];
    sums[s.index()].add(vertices[a.index()], vertices[b.index()], vertices[c.index()]);
  }
  std::vector<char> is_unsure(of.num_shells, 0);
  for (std::size_t s = 0; s < shells.size(); ++s) {
    if (!shells[s].is_closed) continue;
    shells[s].signed_volume = sums[s].six_volumes / 6.0;
    is_unsure[s] = !sums[s].has_sure_sign();
  }
  if (std::find(is_unsure.begin(), is_unsure.end(), 1) == is_unsure.end()) return;
  const std::vector<std::vector<Triangle>> unsure = collect_triangles(triangles, of, is_unsure);
  for (std::size_t s = 0; s < shells.size(); ++s) {
    if (is_unsure[s]) shells[s].signed_volume = compute_exact_volume(vertices, unsure[s]);
  }
}

}  // namespace

std::vector<Shell> make_shells(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                               const TriangleAdjacency& adjacency, const TriangleShells& of) {
  std::vector<Shell> shells = find_closed_shells(triangles, adjacency, of);
  update_volumes(vertices, triangles, of, shells);
  return shells;
}

bool is_solid(std::span<const Vec3> vertices, std::span<const Triangle> triangles, const TriangleShells& of,
              const std::vector<Shell>& shells) {
  if (shells.empty()) return false;
  for (const Shell& shell : shells) {
    if (!shell.is_closed || shell.signed_volume == 0.0) return false;
  }
  if (shells.size() == 1) return shells[0].signed_volume > 0.0;
  const std::vector<std::optional<int>> windings = find_shell_windings(vertices, triangles, of);
  for (std::size_t s = 0; s < shells.size(); ++s) {
    if (windings[s] != (shells[s].signed_volume > 0.0 ? 0 : 1)) return false;
  }
  return true;
}

}  // namespace abut::geometry
