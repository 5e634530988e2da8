#include "abut/geometry/pieces/node_slabs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/sphere.h"
#include "abut/geometry/makers/warped_plane.h"
#include "abut/geometry/shape.h"
#include "abut/math/random.h"
#include "oracle/rational.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using oracle::Rational;

template <class Visit>
void visit_vertices(const Shape& shape, const PieceNode& node, Visit&& visit) {
  for (std::uint32_t i = node.first_piece; i < node.first_piece + node.num_pieces; ++i) {
    for (const PieceVertex& v : shape.pieces.vertices_of(PieceId(i))) visit(v.p, shape.pieces.pieces[i].radius);
  }
}

TEST(NodeSlabs, ContainEveryVertexExactlyAndTheRadiusAroundIt) {
  for (const double radius : {0.0, 0.01}) {
    const Shape shape = make_shape(make_bumpy_sphere({.level = 3}), {.contact_faces = {}, .radius = radius});
    ASSERT_EQ(shape.slabs.size(), shape.tree.nodes.size());
    for (std::size_t i = 0; i < shape.slabs.size(); ++i) {
      const NodeSlab& slab = shape.slabs[i];
      const oracle::RVec3 normal = oracle::exact(slab.normal);
      if (slab.normal.isZero(0)) continue;
      // A point within the radius is at most so far along a normal whose length is 1 up to rounding.
      const Rational around = Rational(radius) * Rational(1 - 0x1p-50);
      visit_vertices(shape, shape.tree.nodes[i], [&](const Vec3& p, double) {
        const Rational height = oracle::dot(normal, oracle::exact(p));
        ASSERT_LE(height + around, Rational(slab.upper));
        ASSERT_GE(height - around, Rational(slab.lower));
      });
    }
  }
}

TEST(NodeSlabs, OfACurvedSurfaceAreThinAsTheSquareOfTheirSize) {
  // On a sphere of radius 1 a patch of diameter d lies within about d^2 / 8 of a plane: d^2 / 4 for ragged outlines.
  // The inside is left open so that it is a sheet of triangles.
  Mesh mesh = make_icosphere(4, 1.0);
  mesh.triangles.pop_back();
  const Shape shape = make_shape(mesh);
  for (std::size_t i = 0; i < shape.slabs.size(); ++i) {
    const PieceNode& node = shape.tree.nodes[i];
    const double d = math::compute_diagonal(node.box);
    if (d > 0.5) continue;
    ASSERT_FALSE(shape.slabs[i].normal.isZero(0));
    ASSERT_LE(shape.slabs[i].upper - shape.slabs[i].lower, 0.25 * d * d + 1e-12);
  }
}

TEST(NodeSlabs, AreNoneForSolidsPointsAndSurfacesThatFaceAllWays) {
  for (const Shape& shape : {make_shape(make_box({1, 2, 3})), make_ball(0.5), make_capsule(0.1, 1.0)}) {
    ASSERT_EQ(shape.slabs.size(), 1u);
    EXPECT_TRUE(shape.slabs[0].normal.isZero(0));
    EXPECT_EQ(shape.slabs[0].lower, 0.0);
    EXPECT_EQ(shape.slabs[0].upper, 0.0);
  }
  const Shape ring = make_shape(make_torus(1.0, 0.2, 8, 6));
  EXPECT_TRUE(ring.slabs[0].normal.isZero(0));
}

TEST(NodeSlabs, AreNoneForLargeNodes) {
  const Shape plane = make_shape(make_warped_plane({}));  // 2,010 triangles that face up
  EXPECT_GT(plane.tree.nodes[0].num_pieces, kMostSlabPieces);
  EXPECT_TRUE(plane.slabs[0].normal.isZero(0));
  EXPECT_FALSE(plane.slabs.back().normal.isZero(0));
}

TEST(NodeHull, ReachesAsFarAsAllThatLiesInBoxAndLayer) {
  math::Random random(5);
  for (int i = 0; i < 300; ++i) {
    const Vec3 size(random.next_between(0.1, 2), random.next_between(0.1, 2), random.next_between(0.1, 2));
    const Vec3 middle = 3 * random.next_direction(), normal = random.next_direction();
    const double height = normal.dot(middle) + random.next_between(-0.2, 0.2), thickness = random.next_between(0, 0.3);
    const NodeHull hull({middle - size, middle + size}, {normal, height - thickness, height + thickness});
    const Vec3 v = i % 3 == 0 ? normal : random.next_direction();
    const double reach = hull.reach_along(math::make_padded(v));
    double farthest = -10;
    for (int k = 0; k < 300; ++k) {
      Vec3 x = middle;
      for (int axis = 0; axis < 3; ++axis) x[axis] += random.next_between(-1, 1) * size[axis];
      if (std::abs(normal.dot(x) - height) <= thickness) farthest = std::max(farthest, v.dot(x - middle));
    }
    ASSERT_LE(farthest, reach + 1e-14);
    ASSERT_LE(reach, size.dot(v.cwiseAbs()) + 1e-14);  // no farther than the box
    if (i % 3 == 0) {
      ASSERT_LE(reach, height + thickness - normal.dot(middle) + 1e-14);  // nor than the layer
    }
  }
}

TEST(NodeHull, ClampsToTheBoxAroundItsMiddle) {
  const NodeHull hull({{0, 0, 0}, {2, 4, 6}}, {});
  EXPECT_EQ(hull.clamp(math::make_padded({5, -5, 1})), math::make_padded({1, -2, 1}));
}

}  // namespace
}  // namespace abut::geometry
