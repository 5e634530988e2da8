#include "abut/geometry/makers/warped_plane.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "abut/geometry/makers/mesh_builder.h"

namespace abut::geometry {
namespace {

using math::Vec2;
using math::Vec3;

constexpr const char* kWarpedPlaneName = "warped_plane";

void require_sheet(const WarpedPlane& plane) {
  require_length(kWarpedPlaneName, "side", plane.side);
  require_in_range(kWarpedPlaneName, "waves", plane.waves, kWaveRange);
  require_in_range(kWarpedPlaneName, "rings", plane.rings, kRingRange);
  require_in_range(kWarpedPlaneName, "segments", plane.segments, kSheetSegmentRange);
  require_in_range(kWarpedPlaneName, "amplitude", plane.amplitude, {0.0, kLengthRange.max});
  if (!(plane.hole_radius >= 1e-3 * plane.side && plane.hole_radius <= 0.45 * plane.side)) {
    refuse(kWarpedPlaneName, "hole_radius", plane.hole_radius,
           fmt::format("{} to {} m (0.001 to 0.45 of the side)", 1e-3 * plane.side, 0.45 * plane.side),
           "give a hole in that range, or another side");
  }
  if (plane.thickness == 0.0) return;
  require_length(kWarpedPlaneName, "thickness", plane.thickness);
  if (plane.thickness < kLeastRatio * (plane.side + plane.amplitude)) {
    refuse(kWarpedPlaneName, "thickness", plane.thickness, "0, or at least a millionth of the sheet's size",
           "make it thicker, or 0 for an open sheet");
  }
}

// The outline of the square of half side 1, counter-clockwise from its corner (1, -1).
std::vector<Vec2> make_outline(int segments) {
  std::vector<Vec2> outline;
  for (int side = 0; side < 4; ++side) {
    const int n = (segments + side) / 4;
    for (int i = 0; i < n; ++i) {
      Vec2 p(1.0, static_cast<double>(2 * i - n) / n);
      for (int turn = 0; turn < side; ++turn) p = Vec2(-p.y(), p.x());
      outline.push_back(p);
    }
  }
  return outline;
}

// The rings of one side of the sheet, from the hole outwards, lifted by z.
std::vector<VertexLoop> add_rings(MeshBuilder& builder, const WarpedPlane& plane, double lift) {
  const std::vector<Vec2> outline = make_outline(plane.segments);
  const double wave_number = 2.0 * std::numbers::pi * plane.waves / plane.side;
  std::vector<VertexLoop> rings;
  for (int ring = 0; ring <= plane.rings; ++ring) {
    const double t = static_cast<double>(ring) / plane.rings;
    VertexLoop& loop = rings.emplace_back();
    for (const Vec2& direction : outline) {
      const double hole = plane.hole_radius / direction.norm();
      const Vec2 p = ((1.0 - t) * hole + t * 0.5 * plane.side) * direction;
      const double warp = plane.amplitude * std::sin(wave_number * p.x()) * std::cos(wave_number * p.y());
      loop.push_back(builder.add_vertex(p.x(), p.y(), warp + lift));
    }
  }
  return rings;
}

// Between each ring and the next. Both sides cut their quads along the same diagonals, so they are one height above the
// other everywhere, however thin the sheet.
void add_side(MeshBuilder& builder, const std::vector<VertexLoop>& rings, bool faces_up) {
  for (std::size_t r = 0; r + 1 < rings.size(); ++r) {
    const VertexLoop &inner = rings[r], &outer = rings[r + 1];
    for (std::size_t i = 0; i < inner.size(); ++i) {
      const std::size_t j = (i + 1) % inner.size();
      if (faces_up) {
        builder.add_quad(outer[i], outer[j], inner[j], inner[i]);
      } else {
        builder.add_quad(outer[i], inner[i], inner[j], outer[j]);
      }
    }
  }
}

}  // namespace

Mesh make_warped_plane(const WarpedPlane& plane) {
  require_sheet(plane);
  MeshBuilder builder;
  const std::vector<VertexLoop> top = add_rings(builder, plane, 0.5 * plane.thickness);
  add_side(builder, top, true);
  if (plane.thickness == 0.0) return builder.take();

  const std::vector<VertexLoop> bottom = add_rings(builder, plane, -0.5 * plane.thickness);
  add_side(builder, bottom, false);
  builder.add_wall(bottom.back(), top.back());
  builder.add_wall(top.front(), bottom.front());
  return builder.take();
}

}  // namespace abut::geometry
