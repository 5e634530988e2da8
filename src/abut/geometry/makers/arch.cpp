#include "abut/geometry/makers/arch.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <numbers>

#include "abut/geometry/makers/circle.h"
#include "abut/geometry/makers/mesh_builder.h"

namespace abut::geometry {
namespace {

using math::Vec2;

void require_buildable(const Arch& arch) {
  require_in_range("voussoir", "stones", arch.stones, kStoneRange);
  require_length("voussoir", "mean_radius", arch.mean_radius);
  require_length("voussoir", "depth", arch.depth);
  const double thinnest = 1e-4 * arch.mean_radius, thickest = 1.9 * arch.mean_radius;
  if (!(arch.thickness >= thinnest && arch.thickness <= thickest)) {
    refuse("voussoir", "thickness", arch.thickness,
           fmt::format("{} to {} m (1e-4 to 1.9 of mean_radius)", thinnest, thickest),
           "give a thickness in that range, or another mean_radius");
  }
  const double inner_arc =
      (arch.mean_radius - 0.5 * arch.thickness) * std::numbers::pi / static_cast<double>(arch.stones);
  if (!(arch.joint_gap >= 0.0 && arch.joint_gap <= 0.5 * inner_arc)) {
    refuse("voussoir", "joint_gap", arch.joint_gap,
           fmt::format("0 to {} m (half a stone's inner face)", 0.5 * inner_arc),
           "make the gap smaller, or take fewer stones");
  }
}

}  // namespace

Mesh make_voussoir(const Arch& arch, int index) {
  require_buildable(arch);
  require_in_range("voussoir", "index", index, {0.0, arch.stones - 1.0});

  const double inner = arch.mean_radius - 0.5 * arch.thickness;
  const double outer = arch.mean_radius + 0.5 * arch.thickness;
  const Vec2 first = make_circle_point(index, 2 * arch.stones);
  const Vec2 second = make_circle_point(index + 1, 2 * arch.stones);
  const Vec2 first_shift = 0.5 * arch.joint_gap * Vec2(-first.y(), first.x());
  const Vec2 second_shift = 0.5 * arch.joint_gap * Vec2(second.y(), -second.x());
  // Counter-clockwise in x, z: seen from -y.
  const std::array<Vec2, 4> corners = {inner * first + first_shift, outer * first + first_shift,
                                       outer * second + second_shift, inner * second + second_shift};
  MeshBuilder builder;
  VertexLoop back, front;
  for (const Vec2& p : corners) back.push_back(builder.add_vertex(p.x(), 0.5 * arch.depth, p.y()));
  for (const Vec2& p : corners) front.push_back(builder.add_vertex(p.x(), -0.5 * arch.depth, p.y()));
  builder.add_wall(back, front);
  builder.add_convex_polygon(make_reversed(back));
  builder.add_convex_polygon(front);
  return builder.take();
}

std::vector<Mesh> make_arch(const Arch& arch) {
  require_buildable(arch);
  std::vector<Mesh> stones;
  stones.reserve(static_cast<std::size_t>(arch.stones));
  for (int k = 0; k < arch.stones; ++k) stones.push_back(make_voussoir(arch, k));
  return stones;
}

}  // namespace abut::geometry
