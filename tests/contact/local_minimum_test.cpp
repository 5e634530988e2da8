#include "abut/contact/local_minimum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/sphere.h"
#include "abut/math/random.h"
#include "abut/proximity/shape_pairs.h"
#include "full_run.h"

namespace abut::contact {
namespace {

using geometry::Mesh;
using geometry::Shape;
using math::Pose;
using math::Random;
using math::Vec3;

constexpr MinimumTolerance kExact{1e-12, kLeastRise};

bool is_minimum(const Shape& shape, const Vec3& point, const Vec3& outward) {
  return is_local_minimum(shape, point, outward.normalized(), kExact);
}

Mesh make_mesh(std::vector<Vec3> vertices, const std::vector<std::array<int, 3>>& triangles) {
  Mesh mesh;
  mesh.vertices = std::move(vertices);
  for (const auto& t : triangles) mesh.triangles.push_back({VertexId(t[0]), VertexId(t[1]), VertexId(t[2])});
  return mesh;
}

// Two triangles of 1 m that share the edge x = 0, each with its other corner so high.
Shape make_roof(double left, double right) {
  return geometry::make_shape(make_mesh({{0, -1, 0}, {0, 1, 0}, {-1, 0, left}, {1, 0, right}}, {{0, 1, 2}, {0, 3, 1}}));
}

Mesh make_moved_box(const Vec3& low, const Vec3& high) {
  Mesh mesh = geometry::make_box(high - low);
  for (Vec3& p : mesh.vertices) p += 0.5 * (low + high);
  return mesh;
}

//          n         A plane of two triangles, one corner off by 1e-12: the seam is touched along the normal only,
//     _____|_____    from either side.
//          p
TEST(LocalMinimum, ASeamInAPlaneIsTouchedAlongItsNormal) {
  const Shape plane = make_roof(0, 1e-12);
  ASSERT_FALSE(plane.is_convex);
  for (const double side : {1.0, -1.0}) {
    EXPECT_TRUE(is_minimum(plane, Vec3::Zero(), {0, 0, side}));
    EXPECT_TRUE(is_minimum(plane, {0, 1, 0}, {0, 0, side}));
    EXPECT_TRUE(is_minimum(plane, Vec3::Zero(), {0.5 * kLeastRise, 0, side}));
    EXPECT_FALSE(is_minimum(plane, Vec3::Zero(), {2 * kLeastRise, 0, side}));
    EXPECT_FALSE(is_minimum(plane, Vec3::Zero(), {-1, 0, side}));
    EXPECT_FALSE(is_minimum(plane, {0, 1, 0}, {-1, 0, side}));
    EXPECT_FALSE(is_minimum(plane, {-0.5, 0, 0}, {1, 0, side}));
  }
  EXPECT_TRUE(is_minimum(plane, {0, 1, 0}, {0, 1, 0}));  // the border, from outside
}

// A ridge of 45 degrees on both sides is touched from above between its normals, from below not at all.
TEST(LocalMinimum, ARidgeIsTouchedBetweenTheNormalsOfItsFacesAndAValleyNever) {
  const Shape ridge = make_roof(-1, -1);
  EXPECT_TRUE(is_minimum(ridge, Vec3::Zero(), {0, 0, 1}));
  EXPECT_TRUE(is_minimum(ridge, Vec3::Zero(), {1, 0, 1}));
  EXPECT_TRUE(is_minimum(ridge, Vec3::Zero(), {-1, 0, 1}));
  EXPECT_FALSE(is_minimum(ridge, Vec3::Zero(), {1.01, 0, 1}));
  EXPECT_FALSE(is_minimum(ridge, Vec3::Zero(), {0, 0.01, 1}));  // along the ridge it rises
  EXPECT_TRUE(is_minimum(ridge, {0, 1, 0}, {0, 0.01, 1}));      // not at its end
  for (const double x : {-1.0, -0.5, 0.0, 0.5, 1.0}) EXPECT_FALSE(is_minimum(ridge, Vec3::Zero(), {x, 0, -1}));
}

// A corner that lies in: edges that all fall away from it do not make it one that stands out, if a face between two of
// them rises. The face's corner has 270 degrees, its edges run along -x and -y.
TEST(LocalMinimum, AFaceRisesBetweenItsEdgesToo) {
  const Shape sheet = geometry::make_shape(
      make_mesh({{0, 0, 0}, {0, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {-1, 0, 0}, {-0.3, -0.3, -1}},
                {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}, {0, 5, 6}, {0, 6, 1}}));
  const Vec3 inward(1, 1, 1);
  for (const Vec3& edge : {Vec3(-1, 0, 0), Vec3(0, -1, 0), Vec3(-0.3, -0.3, -1)}) EXPECT_LT(edge.dot(inward), 0);
  EXPECT_FALSE(is_minimum(sheet, Vec3::Zero(), inward));
  EXPECT_TRUE(is_minimum(sheet, Vec3::Zero(), {0, 0, 1}));
}

TEST(LocalMinimum, LooseEdgesAndPointsAreTouchedFromEverywhere) {
  Mesh mesh;
  mesh.vertices = {{-1, 0, 0}, {1, 0, 0}, {0, 0, 5}};
  mesh.segments = {{VertexId(0), VertexId(1)}};
  mesh.points = {VertexId(2)};
  const Shape loose = geometry::make_shape(mesh);
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    const Vec3 n = random.next_direction();
    EXPECT_TRUE(is_minimum(loose, {0, 0, 5}, n));
    EXPECT_TRUE(is_minimum(loose, {0.3, 0, 0}, {0, n.y(), n.z()}));
    EXPECT_EQ(is_minimum(loose, {0.3, 0, 0}, n), std::abs(n.x()) <= kLeastRise);
    EXPECT_EQ(is_minimum(loose, {1, 0, 0}, n), n.x() >= -kLeastRise);
  }
  EXPECT_FALSE(is_minimum(loose, {0, 0, 4}, {0, 0, 1}));  // nothing there
}

// Three sheets that meet in the line x = z = 0: below, to the left, to the right.
TEST(LocalMinimum, WhereSheetsMeetAllOfThemCount) {
  const Shape sheets = geometry::make_shape(
      make_mesh({{0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {-1, 0, -0.5}, {1, 0, -0.5}}, {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}}));
  EXPECT_TRUE(is_minimum(sheets, Vec3::Zero(), {0, 0, 1}));
  EXPECT_FALSE(is_minimum(sheets, Vec3::Zero(), {1, 0, 0}));
  EXPECT_FALSE(is_minimum(sheets, Vec3::Zero(), {0, 0, -1}));
}

//      n        A corner in the middle of another triangle's side: no adjacency tells, the pieces do.
//   A  |  B
//  ____p____    seen from above:  one large triangle at x < 0, two small ones at x > 0 that share the corner p.
TEST(LocalMinimum, ACornerWithinASideIsASeamToo) {
  const Shape plane = geometry::make_shape(
      make_mesh({{0, -1, 0}, {0, 1, 0}, {-1, 0, 1e-12}, {0, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}},
                {{0, 1, 2}, {3, 5, 4}, {3, 4, 6}}));
  EXPECT_TRUE(is_minimum(plane, Vec3::Zero(), {0, 0, 1}));
  for (const Vec3& place : {Vec3(0, 0, 0), Vec3(0, 0.5, 0), Vec3(0, -0.3, 0)})
    for (const double x : {1.0, -1.0}) EXPECT_FALSE(is_minimum(plane, place, {x, 0, 1}));
}

//   ____ ____        Two boxes side by side are one plane, whether as parts or as shells of one mesh.
//  |    |    |
//  |____|____|
TEST(LocalMinimum, PartsThatLieFlushAreOnePlane) {
  const std::vector<Mesh> parts{make_moved_box({-1, -1, -1}, {0, 1, 0}), make_moved_box({0, -1, -1}, {1, 1, 0})};
  Mesh both = parts[0];
  for (const auto& t : parts[1].triangles)
    both.triangles.push_back({VertexId(8 + t[0].value()), VertexId(8 + t[1].value()), VertexId(8 + t[2].value())});
  both.vertices.insert(both.vertices.end(), parts[1].vertices.begin(), parts[1].vertices.end());
  for (const Shape& shape : {geometry::make_shape_from_pieces(parts), geometry::make_shape(both)}) {
    for (const Vec3& seam : {Vec3(0, 0.2, 0), Vec3(0, -1, 0)}) {
      EXPECT_TRUE(is_minimum(shape, seam, {0, 0, 1}));
      EXPECT_FALSE(is_minimum(shape, seam, {1, 0, 1}));
      EXPECT_FALSE(is_minimum(shape, seam, {-1, 0, 1}));
    }
    EXPECT_TRUE(is_minimum(shape, {0, -1, 0}, {0, -1, 1}));  // the edge that both have
    EXPECT_TRUE(is_minimum(shape, {1, 0.2, 0}, {1, 0, 1}));
  }
}

// A face has no direction where another part covers it; beside that it has its own.
TEST(LocalMinimum, WhatAnotherPartCoversIsNeverTouched) {
  const std::vector<Mesh> parts{make_moved_box({-2, -2, -1}, {2, 2, 0}), make_moved_box({-1, -1, 0}, {1, 1, 1}),
                                make_moved_box({1.5, -1, -0.5}, {3, 1, 0.5})};
  const Shape shape = geometry::make_shape_from_pieces(parts);
  EXPECT_FALSE(is_minimum(shape, {0.2, 0.1, 0}, {0, 0, 1}));  // below the second, face on face
  EXPECT_TRUE(is_minimum(shape, {-1.5, 0.1, 0}, {0, 0, 1}));  // beside it
  EXPECT_FALSE(is_minimum(shape, {-1, 0.1, 0}, {0, 0, 1}));   // in the corner between both
  EXPECT_FALSE(is_minimum(shape, {-1, 0.1, 0}, {-1, 0, 1}));
  EXPECT_FALSE(is_minimum(shape, {2, 0.1, -0.2}, {1, 0, 0}));     // inside the third, which reaches in
  EXPECT_FALSE(is_minimum(shape, {1.5, 0.1, -0.2}, {-1, 0, 0}));  // and that inside the first
  EXPECT_TRUE(is_minimum(shape, {2, 1.5, -0.2}, {1, 0, 0}));
}

// In a valley only a little deeper than the tolerance the two nearest points of a corner above it are each on its own
// face, and both count, whatever the angle (it is twice the slope).
TEST(LocalMinimum, BothSidesOfAShallowValleyCount) {
  for (const double share : {0.01, 0.1, 0.3, 0.45, 0.55, 0.9, 1.1, 2.0, 10.0, 3000.0}) {
    const double slope = share * kLeastRise;
    const Shape valley = make_roof(slope, slope);
    const double height = 1e-3;
    for (const double side : {1.0, -1.0}) {
      const Vec3 normal = Vec3(-side * slope, 0, 1).normalized(), above(0, 0, height);
      const Vec3 foot = above - normal.dot(above) * normal;
      ASSERT_GT(side * foot.x(), 0);
      EXPECT_TRUE(is_local_minimum(valley, foot, normal, compute_minimum_tolerance(normal.dot(above), 1e-16))) << slope;
    }
  }
}

TEST(LocalMinimum, WhereRoundingLeavesTheDirectionOpenNothingIsExcluded) {
  const Shape plane = make_roof(0, 1e-12);
  const Vec3 aside = Vec3(1, 0, 1).normalized();
  EXPECT_FALSE(is_local_minimum(plane, Vec3::Zero(), aside, compute_minimum_tolerance(1e-3, 1e-15)));
  EXPECT_TRUE(is_local_minimum(plane, Vec3::Zero(), aside, compute_minimum_tolerance(1e-15, 1e-15)));
  EXPECT_TRUE(is_local_minimum(plane, Vec3::Zero(), aside, compute_minimum_tolerance(0, 0)));
}

TEST(LocalMinimum, OfAConvexShapeAllAre) {
  EXPECT_TRUE(is_minimum(geometry::make_shape(geometry::make_box({1, 1, 1})), {9, 9, 9}, {1, 0, 0}));
}

// The nearest point of a triangle, by the regions of its corners, sides and face.
double compute_distance(const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  const auto to_segment = [&](const Vec3& s, const Vec3& e) {
    const double t = std::clamp((q - s).dot(e - s) / (e - s).squaredNorm(), 0.0, 1.0);
    return (q - s - t * (e - s)).norm();
  };
  const Vec3 n = (b - a).cross(c - a);
  const bool is_over =
      n.cross(b - a).dot(q - a) >= 0 && n.cross(c - b).dot(q - b) >= 0 && n.cross(a - c).dot(q - c) >= 0;
  if (is_over) return std::abs(n.normalized().dot(q - a));
  return std::min({to_segment(a, b), to_segment(b, c), to_segment(c, a)});
}

double compute_distance(const Vec3& q, const Mesh& mesh) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& t : mesh.triangles)
    least = std::min(least, compute_distance(q, mesh.vertices[t[0].index()], mesh.vertices[t[1].index()],
                                             mesh.vertices[t[2].index()]));
  return least;
}

// From the definition: at a distance far below every length of the mesh, p is the nearest point of all, up to what a
// rise of kLeastRise takes off. Points on corners, sides and faces; directions at random, and between or nearly between
// the normals around.
TEST(LocalMinimum, IsThatOfTheDistanceToAllTriangles) {
  geometry::BumpySphere bumpy;
  bumpy.level = 2;
  const std::vector<Mesh> meshes{geometry::make_torus(1, 0.4, 8, 5), geometry::make_bumpy_sphere(bumpy)};
  Random random(23);
  int num_minima = 0, num_others = 0;
  for (const Mesh& mesh : meshes) {
    const Shape shape = geometry::make_shape(mesh);
    ASSERT_FALSE(shape.is_convex);
    for (std::size_t i = 0; i < choose_count(1500, 50000); ++i) {
      const auto& t = mesh.triangles[random.next_index(mesh.triangles.size())];
      const Vec3 &a = mesh.vertices[t[0].index()], &b = mesh.vertices[t[1].index()], &c = mesh.vertices[t[2].index()];
      const std::array<Vec3, 3> places{a, 0.3 * a + 0.7 * b, 0.2 * a + 0.5 * b + 0.3 * c};
      const Vec3 normal = (b - a).cross(c - a).normalized();
      const double spread = std::array{0.0, 0.3, 3.0}[random.next_index(3)];
      const Vec3 n = (normal + spread * random.next_direction()).normalized(), p = places[i % 3];
      const double size = 1e-4, nearest = compute_distance(p + size * n, mesh) / size;
      const double rise = std::sqrt(std::max(1 - nearest * nearest, 0.0));
      if (std::abs(rise - kLeastRise) < 0.5 * kLeastRise) continue;
      EXPECT_EQ(is_local_minimum(shape, p, n, compute_minimum_tolerance(size, 1e-15)), rise < kLeastRise) << i;
      ++(rise < kLeastRise ? num_minima : num_others);
    }
  }
  EXPECT_GT(num_minima, 100);
  EXPECT_GT(num_others, 100);
}

std::vector<Shape> make_samples(Random& random) {
  geometry::BumpySphere bumpy;
  bumpy.level = 2;
  std::vector<Shape> shapes;
  shapes.push_back(geometry::make_shape(geometry::make_bumpy_sphere(bumpy)));
  shapes.push_back(geometry::make_shape(geometry::make_torus(1.0, 0.3, 12, 8)));
  shapes.push_back(geometry::make_shape(geometry::make_torus(1.0, 0.3, 12, 8), {.contact_faces = {}, .radius = 0.05}));
  shapes.push_back(geometry::make_shape_from_pieces(
      std::vector<Mesh>{make_moved_box({-1, -1, -1}, {0, 1, 0}), make_moved_box({0, -1, -1}, {1, 1, 0}),
                        make_moved_box({-0.5, -0.5, -0.3}, {0.4, 0.4, 1})}));
  Mesh soup;  // triangles that cross as they like
  for (int i = 0; i < 60; ++i) {
    soup.vertices.push_back(random.next_direction());
    if (i % 3 == 2) soup.triangles.push_back({VertexId(i - 2), VertexId(i - 1), VertexId(i)});
  }
  shapes.push_back(geometry::make_shape(soup));
  shapes.push_back(geometry::make_shape(geometry::make_box({1, 0.7, 0.4})));
  return shapes;
}

// What makes it safe to leave out all others.
TEST(LocalMinimum, TheNearestPointsOfTwoBodiesAre) {
  Random random(41);
  const std::vector<Shape> shapes = make_samples(random);
  std::size_t num_apart = 0;
  for (std::size_t i = 0; i < choose_count(3000, 100000); ++i) {
    const Shape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    const Pose X_WA{random.next_between(0.5, 3) * random.next_direction(),
                    i % 4 == 0 ? math::Quat::Identity() : random.next_rotation()};
    proximity::ShapePairCache cache;
    const proximity::ShapePair near = update_nearest_pair(a, b, X_WA, Pose(), cache).nearest;
    if (near.pair.outcome != proximity::PairOutcome::kApart) continue;
    ++num_apart;
    const double radius_a = a.pieces.pieces[0].radius, radius_b = b.pieces.pieces[0].radius;
    const Vec3& n = near.pair.nhat_BA_W;
    const MinimumTolerance tolerance =
        compute_minimum_tolerance(near.pair.phi + radius_a + radius_b, near.pair.phi_bound);
    EXPECT_TRUE(is_local_minimum(a, compute_inverse(X_WA) * Vec3(near.pair.p_WCa + radius_a * n),
                                 X_WA.q.conjugate() * Vec3(-n), tolerance));
    EXPECT_TRUE(is_local_minimum(b, near.pair.p_WCb - radius_b * n, n, tolerance));
  }
  EXPECT_GT(num_apart, 500u);
}

}  // namespace
}  // namespace abut::contact
