#include "abut/geometry/shell_facing.h"

#include <optional>

#include "abut/geometry/brep/shell_winding.h"
#include "abut/geometry/brep/shells.h"
#include "abut/geometry/winding.h"

namespace abut::geometry {
namespace {

bool is_judged(const Shell& shell) {
  return shell.is_closed && shell.signed_volume != 0.0;
}

// How many of the shells that are judged lie around each: their winding number about it, all of them turned outward.
std::vector<std::optional<int>> find_depths(std::span<const math::Vec3> vertices, std::span<const Triangle> triangles,
                                            TriangleShells of, const std::vector<Shell>& shells) {
  std::vector<Triangle> outward(triangles.begin(), triangles.end());
  for (std::size_t t = 0; t < outward.size(); ++t) {
    ShellId& s = of.triangle_shell[t];
    if (s.is_none()) continue;
    if (shells[s.index()].signed_volume < 0.0) outward[t] = make_turned(outward[t]);
    if (!is_judged(shells[s.index()])) s = ShellId::none();
  }
  return find_shell_windings(vertices, outward, of);
}

}  // namespace

std::vector<ShellFacing> compute_shell_facings(std::span<const math::Vec3> vertices,
                                               std::span<const Triangle> triangles, const TriangleAdjacency& adjacency,
                                               const TriangleShells& of) {
  const std::vector<Shell> shells = make_shells(vertices, triangles, adjacency, of);
  std::vector<std::optional<int>> depths(shells.size(), 0);
  if (shells.size() > 1) depths = find_depths(vertices, triangles, of, shells);

  std::vector<ShellFacing> facings(shells.size(), ShellFacing::kUnknown);
  for (std::size_t s = 0; s < shells.size(); ++s) {
    const double volume = shells[s].signed_volume;
    if (is_judged(shells[s]) && depths[s]) {
      const bool is_cavity = *depths[s] % 2 != 0;
      facings[s] = (volume < 0.0) == is_cavity ? ShellFacing::kRight : ShellFacing::kInsideOut;
    } else if (shells[s].is_closed && volume == 0.0) {
      facings[s] = ShellFacing::kZeroVolume;
    }
  }
  return facings;
}

}  // namespace abut::geometry
