#include "abut/geometry/makers/bolt_and_nut.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "abut/geometry/makers/circle.h"
#include "abut/geometry/makers/helix.h"
#include "abut/geometry/makers/mesh_builder.h"
#include "abut/geometry/makers/ring.h"

namespace abut::geometry {
namespace {

using math::Vec2;

constexpr Range kPitchShare{0.02, 0.25};
constexpr Range kTurns{1.0, 200.0};
constexpr Range kFlatsShare{1.2, 10.0};
constexpr Range kClearanceShare{0.02, 0.3};

// `value` is given as a multiple of `unit`, another parameter.
void require_share(std::string_view maker, std::string_view parameter, double value, Range share, double unit,
                   std::string_view unit_name) {
  if (value >= share.min * unit && value <= share.max * unit) return;
  refuse(maker, parameter, value,
         fmt::format("{} to {} m ({} to {} {})", share.min * unit, share.max * unit, share.min, share.max, unit_name),
         "give a length in that range");
}

void require_thread(std::string_view maker, const BoltAndNut& pair) {
  require_length(maker, "diameter", pair.diameter);
  require_share(maker, "pitch", pair.pitch, kPitchShare, pair.diameter, "of diameter");
  require_share(maker, "across_flats", pair.across_flats, kFlatsShare, pair.diameter, "diameters");
  require_in_range(maker, "segments", pair.segments, kThreadSegmentRange);
}

std::vector<Vec2> make_hexagon(double across_flats) {
  std::vector<Vec2> corners = make_circle(6);
  for (Vec2& p : corners) p *= across_flats / std::sqrt(3.0);
  return corners;
}

// The flat face between a hexagon and the end of a thread, facing up or down.
void add_face(MeshBuilder& builder, const VertexLoop& hexagon, const VertexLoop& end, bool faces_up) {
  VertexLoop loop = hexagon;
  loop.insert(loop.end(), end.begin(), end.end());
  std::vector<Vec2> points;
  for (const VertexId v : loop) points.emplace_back(builder.position(v).head<2>());
  const std::span<const Vec2> all(points);
  for (const auto& [a, b, c] : triangulate_ring(all.first(hexagon.size()), all.subspan(hexagon.size()))) {
    builder.add_triangle(loop[a], faces_up ? loop[b] : loop[c], faces_up ? loop[c] : loop[b]);
  }
}

}  // namespace

Mesh make_bolt(const BoltAndNut& pair) {
  require_thread("bolt", pair);
  require_share("bolt", "length", pair.length, kTurns, pair.pitch, "pitches");
  require_length("bolt", "head_height", pair.head_height);

  const double crest = 0.5 * pair.diameter;
  MeshBuilder builder;
  const std::vector<Vec2> hexagon = make_hexagon(pair.across_flats);
  const VertexLoop below = builder.add_loop(hexagon, -pair.head_height);
  const VertexLoop above = builder.add_loop(hexagon, 0.0);
  builder.add_convex_polygon(make_reversed(below));
  builder.add_wall(below, above);
  const ThreadEnds ends = add_thread(
      builder, {pair.pitch, crest, crest - compute_thread_depth(pair.pitch), 0.0, pair.length, pair.segments},
      ThreadSide::kBolt);
  add_face(builder, above, ends.low, true);
  builder.add_fan(builder.add_vertex(0.0, 0.0, pair.length), ends.high);
  return builder.take();
}

Mesh make_nut(const BoltAndNut& pair) {
  require_thread("nut", pair);
  require_share("nut", "nut_height", pair.nut_height, kTurns, pair.pitch, "pitches");
  require_share("nut", "clearance", pair.clearance, kClearanceShare, pair.pitch, "of pitch");

  const double crest = 0.5 * pair.diameter + pair.clearance;
  const double widened = 1.0 / make_circle_point(1, 2 * pair.segments).x();
  const double half = 0.5 * pair.nut_height;
  MeshBuilder builder;
  const std::vector<Vec2> hexagon = make_hexagon(pair.across_flats);
  const VertexLoop below = builder.add_loop(hexagon, -half);
  const VertexLoop above = builder.add_loop(hexagon, half);
  builder.add_wall(below, above);
  const ThreadEnds ends = add_thread(
      builder,
      {pair.pitch, widened * crest, widened * (crest - compute_thread_depth(pair.pitch)), -half, half, pair.segments},
      ThreadSide::kNut);
  add_face(builder, below, ends.low, false);
  add_face(builder, above, ends.high, true);
  return builder.take();
}

}  // namespace abut::geometry
