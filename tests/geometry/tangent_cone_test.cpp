#include "abut/geometry/tangent_cone.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "abut/geometry/hull.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/sphere.h"
#include "abut/geometry/shape.h"
#include "abut/math/random.h"

namespace abut::geometry {
namespace {

using math::Random;
using math::Vec3;

constexpr double kNear = 1e-12;  // m: what counts as touching, for bodies of 1 m

std::optional<double> find(const Shape& shape, const Vec3& point, const Vec3& direction, double tolerance = kNear) {
  return find_rise(shape.pieces, PieceId(0), point, direction.normalized(), tolerance);
}

// The same from the other side: T is what the vertices, seen from the point, span, since they span the piece. The
// steepest direction of that is the unit vector itself, or it lies between two vertices, or it is one (Caratheodory).
double compute_rise_by_vertices(const Shape& shape, const Vec3& point, const Vec3& direction) {
  std::vector<Vec3> ways;
  for (const PieceVertex& v : shape.pieces.vertices)
    if ((v.p - point).norm() > kNear) ways.push_back((v.p - point).normalized());
  double rise = 0.0;
  for (const Vec3& d : ways) rise = std::max(rise, d.dot(direction));
  for (const Vec3& d : ways) {
    for (const Vec3& e : ways) {
      const double c = d.dot(e), det = 1 - c * c;
      if (det < 1e-9) continue;
      const double x = (d.dot(direction) - c * e.dot(direction)) / det,
                   y = (e.dot(direction) - c * d.dot(direction)) / det;
      if (x >= 0 && y >= 0) rise = std::max(rise, (x * d + y * e).norm());
      for (const Vec3& f : ways) {
        math::Mat3 all;
        all << d, e, f;
        if (std::abs(all.determinant()) < 1e-9) continue;
        if (((all.inverse() * direction).array() >= 0).all()) return 1.0;
      }
    }
  }
  return rise;
}

// Around a corner of a box: on a face the sine of the angle to its normal, on an edge and at a corner the distance from
// what the normals there span.
TEST(TangentCone, OfABox) {
  const Shape box = make_shape(make_box({2, 2, 2}));
  const Vec3 face(0.3, 0.2, 1), edge(0.3, 1, 1), corner(1, 1, 1);
  const double half = std::sqrt(0.5), third = std::sqrt(1.0 / 3);
  EXPECT_NEAR(*find(box, face, {0, 0, 1}), 0.0, 1e-15);
  EXPECT_NEAR(*find(box, face, {0, 1, 1}), half, 1e-15);
  EXPECT_NEAR(*find(box, face, {0, 0, -1}), 1.0, 1e-15);
  EXPECT_NEAR(*find(box, edge, {0, 1, 1}), 0.0, 1e-15);
  EXPECT_NEAR(*find(box, edge, {1, 1, 1}), third, 1e-15);  // (0, y, z) is nearest, what is left is (x, 0, 0)
  EXPECT_NEAR(*find(box, edge, {0, -1, 1}), half, 1e-15);
  EXPECT_NEAR(*find(box, edge, {0, -1, -1}), 1.0, 1e-15);
  EXPECT_NEAR(*find(box, corner, {1, 1, 1}), 0.0, 1e-15);
  EXPECT_NEAR(*find(box, corner, {-1, 1, 1}), third, 1e-15);
  EXPECT_NEAR(*find(box, corner, {-1, -1, -1}), 1.0, 1e-15);
}

TEST(TangentCone, InsideASolidEveryDirectionRisesAndOutsideThereIsNone) {
  const Shape box = make_shape(make_box({2, 2, 2}));
  EXPECT_EQ(*find(box, {0.3, 0.2, 0.1}, {1, 2, 3}), 1.0);
  EXPECT_FALSE(find(box, {0.3, 0.2, 1.1}, {0, 0, 1}));
  EXPECT_FALSE(find(box, {0.3, 0.2, 1 + 2e-3}, {0, 0, 1}, 1e-3));
  EXPECT_NEAR(*find(box, {0.3, 0.2, 1 + 5e-4}, {0, 0, 1}, 1e-3), 0.0, 1e-15);  // near enough is on it,
  EXPECT_NEAR(*find(box, {0.3, 0.2, 1 - 5e-4}, {0, 0, 1}, 1e-3), 0.0, 1e-15);  // from inside too
  EXPECT_NEAR(*find(box, {0.3, 1 - 5e-4, 1}, {0, 1, 1}, 1e-3), 0.0, 1e-15);
}

// A square in the plane z = 0 is touched from both sides; on its border, from a half-circle.
TEST(TangentCone, OfAPolygon) {
  Mesh mesh;
  mesh.vertices = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(0), VertexId(2), VertexId(3)}};
  const Shape square = make_shape(mesh);
  const double half = std::sqrt(0.5);
  for (const double side : {1.0, -1.0}) {
    EXPECT_NEAR(*find(square, {0.2, 0.1, 0}, {0, 0, side}), 0.0, 1e-15);
    EXPECT_NEAR(*find(square, {0.2, 0.1, 0}, {1, 0, side}), half, 1e-15);
    EXPECT_NEAR(*find(square, {1, 0.1, 0}, {1, 0, side}), 0.0, 1e-15);
    EXPECT_NEAR(*find(square, {1, 0.1, 0}, {-1, 0, side}), half, 1e-15);
    EXPECT_NEAR(*find(square, {1, 0.1, 0}, {0, 1, side}), half, 1e-15);
    EXPECT_NEAR(*find(square, {1, 1, 0}, {1, 1, side}), 0.0, 1e-15);
    EXPECT_NEAR(*find(square, {1, 1, 0}, {1, -1, side}), std::sqrt(1.0 / 3), 1e-15);
  }
  EXPECT_NEAR(*find(square, {1, 0.1, 0}, {1, 0, 0}), 0.0, 1e-15);
  EXPECT_FALSE(find(square, {0.2, 0.1, 1e-3}, {0, 0, 1}));
  EXPECT_FALSE(find(square, {1.001, 0.1, 0}, {0, 0, 1}));
}

// Where a corner of 180 degrees is, the steepest direction is along neither of its edges.
TEST(TangentCone, AStraightCornerRisesBetweenItsEdges) {
  ConvexPieces pieces;
  const std::array<PieceCorner, 4> corners{
      {{{-1, 0, 0}, {}, {}}, {{0, 0, 0}, {}, {}}, {{1, 0, 0}, {}, {}}, {{0, 1, 0}, {}, {}}}};
  const PieceId id = append_polygon(pieces, corners, Feature::cut());
  EXPECT_NEAR(*find_rise(pieces, id, Vec3::Zero(), Vec3(0, 0.6, 0.8), kNear), 0.6, 1e-15);
  EXPECT_NEAR(*find_rise(pieces, id, Vec3::Zero(), Vec3(0, -0.6, 0.8), kNear), 0.0, 1e-15);
}

TEST(TangentCone, OfSegmentAndPoint) {
  const Shape segment = make_capsule(0.1, Vec3(0, 0, -1), Vec3(0, 0, 1)), point = make_ball(0.1);
  EXPECT_EQ(*find(segment, {0, 0, 0}, {1, 0, 0}), 0.0);
  EXPECT_NEAR(*find(segment, {0, 0, 0}, {3, 0, 4}), 0.8, 1e-15);
  EXPECT_NEAR(*find(segment, {0, 0, 0}, {3, 0, -4}), 0.8, 1e-15);
  EXPECT_EQ(*find(segment, {0, 0, 1}, {3, 0, 4}), 0.0);
  EXPECT_NEAR(*find(segment, {0, 0, 1}, {3, 0, -4}), 0.8, 1e-15);
  EXPECT_EQ(*find(segment, {0, 0, -1}, {3, 0, -4}), 0.0);
  EXPECT_FALSE(find(segment, {0, 0, 1.1}, {0, 0, 1}));
  EXPECT_FALSE(find(segment, {0.1, 0, 0}, {1, 0, 0}));
  EXPECT_EQ(*find(point, Vec3::Zero(), {1, 2, 3}), 0.0);
  EXPECT_FALSE(find(point, {0, 0, 0.1}, {0, 0, 1}));
}

// Seen from far away, a piece is like a point.
TEST(TangentCone, WhatIsSmallerThanTheToleranceHasNoDirection) {
  const Shape box = make_shape(make_box(Vec3::Constant(1e-4)));
  EXPECT_NEAR(*find(box, {2e-5, 0, 0}, {1, 2, 3}, 1e-3), 0.0, 1e-12);
}

// On faces, edges and corners of hulls and of spheres with many faces around a corner, along random directions and
// along those in which the rise just begins.
TEST(TangentCone, AgreesWithWhatTheVerticesSpan) {
  Random random(11);
  for (int k = 0; k < 8; ++k) {
    std::vector<Vec3> points;
    for (int i = 0; i < 4 + k; ++i) points.push_back(random.next_direction());
    const Shape hull = make_shape(k == 0 ? make_cone(1, 0, 0.3, 12) : make_hull(points).mesh);
    const ConvexPieces& pieces = hull.pieces;
    for (int i = 0; i < 20; ++i) {
      const PieceEdge& edge = pieces.edges[random.next_index(pieces.edges.size())];
      const Vec3 &tail = pieces.vertices[edge.tail].p, &head = pieces.vertices[edge.head].p;
      const PieceFace& face = pieces.faces[pieces.half_edges[edge.left].face];
      const Vec3& third = pieces.vertices[pieces.origin_of(face.first_half_edge + (i % face.num_half_edges))].p;
      const double t = random.next_unit();
      const std::array<Vec3, 3> places{tail, tail + t * (head - tail), (tail + head + third) / 3};
      for (const Vec3& place : places) {
        const Vec3 n =
            i % 3 == 0 ? random.next_direction() : (face.normal + 0.3 * random.next_direction()).normalized();
        EXPECT_NEAR(*find(hull, place, n), compute_rise_by_vertices(hull, place, n), 1e-6) << k << " " << i;
      }
    }
  }
}

}  // namespace
}  // namespace abut::geometry
