#include "abut/geometry/point_location.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/sphere.h"
#include "abut/math/random.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using enum PointLocation;

Mesh moved(Mesh mesh, const Vec3& by) {
  for (Vec3& v : mesh.vertices) v += by;
  return mesh;
}

TEST(PointLocation, OfAConvexSolidIsByItsFaces) {
  const Shape box = make_shape(make_box({2, 2, 2}));
  EXPECT_EQ(locate_point(box, {0.5, 0.5, 0.5}), kInside);
  EXPECT_EQ(locate_point(box, {1, 0.5, 0.5}), kOn);
  EXPECT_EQ(locate_point(box, {1, 1, 1}), kOn);
  EXPECT_EQ(locate_point(box, {std::nextafter(1.0, 2.0), 0.5, 0.5}), kOutside);
  EXPECT_EQ(locate_point(box, {1, 1.5, 0}), kOutside);
}

TEST(PointLocation, OfPartsIsInsideAnyOfThem) {
  const std::vector<Mesh> parts{make_box({2, 2, 2}), moved(make_box({2, 2, 2}), {2, 0, 0})};
  const Shape shape = make_shape_from_pieces(parts);
  EXPECT_EQ(locate_point(shape, {0, 0, 0}), kInside);
  EXPECT_EQ(locate_point(shape, {2, 0, 0}), kInside);
  EXPECT_EQ(locate_point(shape, {5, 0, 0}), kOutside);
}

// A torus has an exact answer but for its facets, so points within their height of the surface are left out.
TEST(PointLocation, OfATorusIsByTheDistanceFromItsCircle) {
  const Shape torus = make_shape(make_torus(2.0, 0.5, 64, 32));
  ASSERT_FALSE(torus.is_convex);
  math::Random random(9);
  int num_inside = 0;
  for (int i = 0; i < 5000; ++i) {
    const Vec3 p(random.next_between(-3, 3), random.next_between(-3, 3), random.next_between(-1, 1));
    const double from_circle = std::hypot(std::hypot(p.x(), p.y()) - 2.0, p.z());
    if (std::abs(from_circle - 0.5) < 0.02) continue;
    num_inside += from_circle < 0.5;
    ASSERT_EQ(locate_point(torus, p), from_circle < 0.5 ? kInside : kOutside) << p.transpose();
  }
  EXPECT_GT(num_inside, 200);
}

TEST(PointLocation, ACavityIsOutside) {
  Mesh mesh = make_box({4, 4, 4});
  const Mesh hole = make_box({2, 2, 2});
  const std::size_t offset = mesh.vertices.size();
  mesh.vertices.insert(mesh.vertices.end(), hole.vertices.begin(), hole.vertices.end());
  for (const Triangle& t : hole.triangles) {
    mesh.triangles.push_back(
        {VertexId(t[0].index() + offset), VertexId(t[2].index() + offset), VertexId(t[1].index() + offset)});
  }
  const Shape shape = make_shape(mesh);
  ASSERT_TRUE(shape.is_solid);
  EXPECT_EQ(locate_point(shape, {0, 0, 0}), kOutside);
  EXPECT_EQ(locate_point(shape, {1.5, 0.25, 0.5}), kInside);
  EXPECT_EQ(locate_point(shape, {1, 0, 0}), kOn);
  EXPECT_EQ(locate_point(shape, {2, 0, 0}), kOn);
}

TEST(PointLocation, NothingIsInsideASheet) {
  Mesh sheet;
  sheet.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  sheet.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  EXPECT_EQ(locate_point(make_shape(sheet), {0.2, 0.2, 0.0}), kOutside);
}

}  // namespace
}  // namespace abut::geometry
