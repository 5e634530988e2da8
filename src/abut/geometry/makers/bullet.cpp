#include "abut/geometry/makers/bullet.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "abut/geometry/makers/circle.h"
#include "abut/geometry/makers/mesh_builder.h"

namespace abut::geometry {
namespace {

using math::Vec2;

constexpr const char* kBulletName = "bullet";

void require_slender(const Bullet& bullet) {
  require_length(kBulletName, "radius", bullet.radius);
  require_length(kBulletName, "length", bullet.length);
  require_in_range(kBulletName, "segments", bullet.segments, kSegmentRange);
  require_in_range(kBulletName, "nose_bands", bullet.nose_bands, kBandRange);
  const double longest = (1.0 - 1e-3) * bullet.length;
  if (!(bullet.nose_length >= bullet.radius && bullet.nose_length <= longest)) {
    refuse(kBulletName, "nose_length", bullet.nose_length,
           fmt::format("{} to {} m (radius to 0.999 of length)", bullet.radius, longest),
           "give a nose in that range, or a longer bullet");
  }
  if (bullet.radius < 1e-3 * bullet.length) {
    refuse(kBulletName, "radius", bullet.radius, "at least a thousandth of length", "make it thicker or shorter");
  }
}

}  // namespace

Mesh make_bullet(const Bullet& bullet) {
  require_slender(bullet);
  const std::vector<Vec2> circle = make_circle(bullet.segments);
  MeshBuilder builder;
  const auto add_ring = [&](double radius, double z) {
    std::vector<Vec2> points = circle;
    for (Vec2& p : points) p *= radius;
    return builder.add_loop(points, z);
  };
  const double shoulder_z = 0.5 * bullet.length - bullet.nose_length;
  const VertexLoop base = add_ring(bullet.radius, -0.5 * bullet.length);
  builder.add_fan(builder.add_vertex(0.0, 0.0, -0.5 * bullet.length), make_reversed(base));
  VertexLoop below = add_ring(bullet.radius, shoulder_z);
  builder.add_convex_wall(base, below);

  // The ogive is an arc of radius rho from the shoulder to the tip, cut at equal angles.
  const double rho = (bullet.radius * bullet.radius + bullet.nose_length * bullet.nose_length) / (2.0 * bullet.radius);
  const double arc = 2.0 * std::atan2(bullet.radius, bullet.nose_length);
  for (int band = 1; band < bullet.nose_bands; ++band) {
    const double angle = arc * band / bullet.nose_bands;
    const VertexLoop above =
        add_ring(rho * std::cos(angle) + (bullet.radius - rho), shoulder_z + rho * std::sin(angle));
    builder.add_convex_wall(below, above);
    below = above;
  }
  builder.add_fan(builder.add_vertex(0.0, 0.0, 0.5 * bullet.length), below);
  return builder.take();
}

}  // namespace abut::geometry
