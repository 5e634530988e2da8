#include "abut/scene/verify/enclosure.h"

#include <gtest/gtest.h>

#include "scene/verify/verify_samples.h"

namespace abut::scene {
namespace {

using math::Pose;
using math::Vec3;

geometry::Mesh join(const geometry::Mesh& a, const geometry::Mesh& b, const Vec3& shift) {
  geometry::Mesh both = a;
  for (const Vec3& v : b.vertices) both.vertices.push_back(v + shift);
  for (const geometry::Triangle& t : b.triangles) {
    geometry::Triangle moved = t;
    for (VertexId& v : moved) v = VertexId(v.index() + a.vertices.size());
    both.triangles.push_back(moved);
  }
  return both;
}

TEST(Enclosure, EveryConnectedPartHasOneVertex) {
  const geometry::Mesh box = geometry::make_box(Vec3::Ones());
  EXPECT_EQ(find_part_vertices(box).size(), 1u);
  EXPECT_EQ(find_part_vertices(join(box, box, {3, 0, 0})).size(), 2u);
  EXPECT_EQ(find_part_vertices(join(box, box, {1, 0, 0})).size(), 1u);  // corners at the same places
  geometry::Mesh loose = make_verified_segment(1.0).mesh;
  loose.vertices.push_back({5, 5, 5});
  loose.points = {VertexId(2)};
  EXPECT_EQ(find_part_vertices(loose).size(), 2u);
}

TEST(Enclosure, TheSecondPartIsFoundToo) {
  const geometry::Mesh box = geometry::make_box(Vec3::Constant(0.1)), solid = geometry::make_box(Vec3::Ones());
  const Pose X = turned(at(0.1, 0.2, 0.3), {1, 2, 3}, 0.7), X_WB = Pose::identity();
  EXPECT_EQ(find_enclosure(find_part_vertices(box), X, solid, X_WB, 0.01), Enclosure::kInside);
  EXPECT_EQ(find_enclosure(find_part_vertices(join(box, box, {9, 0, 0})), X, solid, X_WB, 0.01), Enclosure::kInside);
  EXPECT_EQ(find_enclosure(find_part_vertices(join(box, box, {-9, 0, 0})), X * at(9, 0, 0), solid, X_WB, 0.01),
            Enclosure::kInside);
  EXPECT_EQ(find_enclosure(find_part_vertices(box), at(2, 0, 0), solid, X_WB, 0.01), Enclosure::kOutside);
}

TEST(Enclosure, WhereRoundingCouldCrossTheBoundaryNothingIsSaid) {
  const geometry::Mesh box = geometry::make_box(Vec3::Constant(0.1)), solid = geometry::make_box(Vec3::Ones());
  EXPECT_EQ(find_enclosure(find_part_vertices(box), at(0.1, 0, 0), solid, Pose::identity(), 1e-17),
            Enclosure::kUndecided);
}

}  // namespace
}  // namespace abut::scene
