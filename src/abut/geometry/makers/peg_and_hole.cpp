#include "abut/geometry/makers/peg_and_hole.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "abut/geometry/makers/circle.h"
#include "abut/geometry/makers/prism.h"

namespace abut::geometry {
namespace {

using math::Vec2;

std::vector<Vec2> make_polygon(int sides, double radius) {
  std::vector<Vec2> corners = make_half_turned_circle(sides);
  for (Vec2& p : corners) p *= radius;
  return corners;
}

}  // namespace

Mesh make_peg(const PegAndHole& pair) {
  require_in_range("peg", "sides", pair.sides, kSegmentRange);
  require_length("peg", "peg_radius", pair.peg_radius);
  require_length("peg", "peg_length", pair.peg_length);
  return make_prism(make_polygon(pair.sides, pair.peg_radius), pair.peg_length);
}

Mesh make_block_with_hole(const PegAndHole& pair) {
  constexpr const char* kName = "block_with_hole";
  require_in_range(kName, "sides", pair.sides, kSegmentRange);
  require_length(kName, "peg_radius", pair.peg_radius);
  require_in_range(kName, "clearance", pair.clearance, {0.0, kLengthRange.max});
  require_length(kName, "block_width", pair.block_width);
  require_length(kName, "block_height", pair.block_height);

  // Flats at radius cos(pi / sides) + clearance.
  const double flat_share = make_circle_point(1, 2 * pair.sides).x();
  const std::vector<Vec2> hole = make_polygon(pair.sides, pair.peg_radius + pair.clearance / flat_share);
  double reach = 0.0;
  for (const Vec2& p : hole) reach = std::max(reach, p.cwiseAbs().maxCoeff());
  const double half = 0.5 * pair.block_width;
  if (reach > 0.99 * half) {
    refuse(kName, "block_width", pair.block_width, fmt::format("at least {} m around this hole", reach / 0.495),
           "make the block wider or the hole smaller");
  }
  if (reach < 1e-3 * half) {
    refuse(kName, "peg_radius", pair.peg_radius, "at least a thousandth of block_width", "make the hole larger");
  }
  const std::array<Vec2, 4> square = {Vec2(half, half), Vec2(-half, half), Vec2(-half, -half), Vec2(half, -half)};
  return make_hollow_prism(square, hole, pair.block_height);
}

}  // namespace abut::geometry
