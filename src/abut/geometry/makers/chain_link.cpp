#include "abut/geometry/makers/chain_link.h"

#include <vector>

#include "abut/geometry/makers/circle.h"
#include "abut/geometry/makers/mesh_builder.h"

namespace abut::geometry {
namespace {

using math::Vec2;

void require_bendable(const ChainLink& link) {
  require_length("chain_link", "wire_radius", link.wire_radius);
  require_length("chain_link", "bend_radius", link.bend_radius);
  require_length("chain_link", "straight", link.straight);
  require_in_range("chain_link", "bend_segments", link.bend_segments, kSegmentRange);
  require_in_range("chain_link", "wire_segments", link.wire_segments, kSegmentRange);
  if (link.bend_radius <= 2.0 * link.wire_radius) {
    refuse("chain_link", "bend_radius", link.bend_radius,
           "more than twice wire_radius, so that another link can pass through", "bend it wider or take thinner wire");
  }
  if (link.wire_radius < kLeastRatio * (link.bend_radius + link.straight)) {
    refuse("chain_link", "wire_radius", link.wire_radius, "at least a millionth of the link's size",
           "take thicker wire or a smaller link");
  }
}

}  // namespace

Mesh make_chain_link(const ChainLink& link) {
  require_bendable(link);
  MeshBuilder builder;
  const std::vector<Vec2> section = make_circle(link.wire_segments);
  std::vector<VertexLoop> loops;
  // Counter-clockwise seen from +z: the bend at +x, then the one at -x, each with its first and last section.
  for (const double side : {1.0, -1.0}) {
    for (int k = 0; k <= link.bend_segments; ++k) {
      const Vec2 radial = side * make_circle_point(2 * k - link.bend_segments, 4 * link.bend_segments);
      VertexLoop& loop = loops.emplace_back();
      for (const Vec2& p : section) {
        const double distance = link.bend_radius + link.wire_radius * p.x();
        loop.push_back(builder.add_vertex(side * 0.5 * link.straight + distance * radial.x(), distance * radial.y(),
                                          -link.wire_radius * p.y()));
      }
    }
  }
  builder.add_closed_tube(loops);
  return builder.take();
}

double compute_taut_pitch(const ChainLink& link) {
  return link.straight + 2.0 * (link.bend_radius - link.wire_radius);
}

}  // namespace abut::geometry
