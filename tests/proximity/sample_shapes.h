// Shapes and pairs of them for the tests of this layer.
#pragma once

#include <string>
#include <vector>

#include "abut/geometry/hull.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/sphere.h"
#include "abut/geometry/shape.h"
#include "abut/math/pose.h"
#include "abut/math/random.h"
#include "abut/proximity/piece_pair.h"

namespace abut::proximity {

struct NamedShape {
  std::string name;
  geometry::Shape shape;
};

inline geometry::Shape make_polygon_shape(const std::vector<math::Vec3>& corners) {
  geometry::Mesh mesh;
  mesh.vertices = corners;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    mesh.triangles.push_back({VertexId(0), VertexId(i - 1), VertexId(i)});
  }
  return geometry::make_shape(mesh);
}

inline geometry::Shape make_random_hull(math::Random& random, std::size_t num_points) {
  std::vector<math::Vec3> points;
  for (std::size_t i = 0; i < num_points; ++i) points.push_back(random.next_direction());
  return geometry::make_shape(geometry::make_hull(points).mesh);
}

// Solid and flat, each one convex piece of a size near one.
inline std::vector<NamedShape> make_sample_shapes() {
  math::Random random(17);
  std::vector<NamedShape> shapes;
  shapes.push_back({"box", geometry::make_shape(geometry::make_box({1.0, 0.7, 0.4}))});
  shapes.push_back({"needle", geometry::make_shape(geometry::make_box({1.5, 1e-3, 2e-3}))});
  shapes.push_back({"ellipsoid", geometry::make_shape(geometry::make_icosphere(2, math::Vec3(1.0, 0.8, 0.6)))});
  shapes.push_back({"hull of 6", make_random_hull(random, 6)});
  shapes.push_back({"hull of 30", make_random_hull(random, 30)});
  shapes.push_back({"triangle", make_polygon_shape({{-1, -0.5, 0}, {1, -0.5, 0}, {0.2, 1, 0}})});
  shapes.push_back(
      {"hexagon",
       make_polygon_shape({{1, 0, 0}, {0.5, 0.9, 0}, {-0.5, 0.9, 0}, {-1, 0, 0}, {-0.5, -0.9, 0}, {0.5, -0.9, 0}})});
  shapes.push_back({"capsule", geometry::make_capsule(0.25, 1.0)});
  shapes.push_back({"ball", geometry::make_ball(0.5)});
  return shapes;
}

// The shortest turn that takes u's direction to v's; they are not opposite. (Eigen's own takes ten seconds to compile.)
inline math::Quat make_turn_between(const math::Vec3& u, const math::Vec3& v) {
  const math::Vec3 axis = u.cross(v);
  return math::Quat(u.norm() * v.norm() + u.dot(v), axis.x(), axis.y(), axis.z()).normalized();
}

inline PieceRef only_piece(const geometry::Shape& shape) {
  return {shape.pieces, PieceId(0)};
}

// A within `spread` of B's origin, turned anyhow; every fourth pose of A on B's axes, to meet parallel features.
inline math::Pose draw_pose(math::Random& random, double spread, int i) {
  const math::Vec3 p = spread * random.next_unit() * random.next_direction();
  return {p, i % 4 == 0 ? math::Quat::Identity() : random.next_rotation()};
}

}  // namespace abut::proximity
