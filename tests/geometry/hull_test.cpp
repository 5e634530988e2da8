#include "abut/geometry/hull.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "abut/base/input_error.h"
#include "abut/geometry/brep.h"
#include "geometry/sample_points.h"
#include "oracle/hull_oracle.h"

namespace abut::geometry {
namespace {

using math::Vec3;

std::set<std::uint32_t> set_of(const std::vector<std::uint32_t>& v) {
  return {v.begin(), v.end()};
}

// The triangles over the given points instead of over the hull's vertices.
std::vector<Triangle> over_given(const Hull& hull) {
  std::vector<Triangle> triangles = hull.mesh.triangles;
  for (Triangle& t : triangles) {
    for (VertexId& v : t) v = VertexId(hull.source[v.index()]);
  }
  return triangles;
}

TEST(Hull, OfNothingIsEmpty) {
  const Hull hull = make_hull({});
  EXPECT_EQ(hull.outcome, HullOutcome::kEmpty);
  EXPECT_TRUE(hull.mesh.vertices.empty());
}

TEST(Hull, OfPointsInOnePlaceIsAPoint) {
  const Hull hull = make_hull(std::vector<Vec3>(3, Vec3(1, -0.0, 2)));
  EXPECT_EQ(hull.outcome, HullOutcome::kPoint);
  ASSERT_EQ(hull.mesh.points.size(), 1u);
  EXPECT_EQ(hull.mesh.vertices[0], Vec3(1, 0, 2));
  EXPECT_EQ(hull.source, std::vector<std::uint32_t>{0});
}

TEST(Hull, OfPointsOnALineIsASegment) {
  // Exactly collinear: integer multiples.
  const std::vector<Vec3> points = {{3, 6, -3}, {1, 2, -1}, {-2, -4, 2}, {0, 0, 0}, {3, 6, -3}};
  const Hull hull = make_hull(points);
  EXPECT_EQ(hull.outcome, HullOutcome::kSegment);
  EXPECT_EQ(hull.source, (std::vector<std::uint32_t>{2, 0}));
  ASSERT_EQ(hull.mesh.segments.size(), 1u);
}

TEST(Hull, OfAPointAnUlpOffTheLineIsFlat) {
  std::vector<Vec3> points = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}};
  points[1].z() = std::nextafter(1.0, 2.0);
  const Hull hull = make_hull(points);
  EXPECT_EQ(hull.outcome, HullOutcome::kFlat);
  EXPECT_EQ(hull.mesh.triangles.size(), 1u);
}

TEST(Hull, OfPointsInAPlaneIsAPolygonWithoutPointsInLine) {
  // A 4 by 4 grid in the planes that stand on each axis, and in a slanted one.
  for (const auto& [u, v] : {std::pair{Vec3(1, 0, 0), Vec3(0, 1, 0)},
                             {Vec3(0, 1, 0), Vec3(0, 0, 1)},
                             {Vec3(0, 0, 1), Vec3(1, 0, 0)},
                             {Vec3(1, 2, 3), Vec3(-1, 1, 5)},
                             {Vec3(0, -1, 0), Vec3(1, 0, 1)}}) {
    std::vector<Vec3> points;
    for (int i = 0; i < 16; ++i) points.push_back(Vec3(7, 8, 9) + (i * 5 % 16 % 4) * u + (i * 5 % 16 / 4) * v);
    const Hull hull = make_hull(points);
    EXPECT_EQ(hull.outcome, HullOutcome::kFlat);
    ASSERT_EQ(hull.mesh.vertices.size(), 4u);
    ASSERT_EQ(hull.mesh.triangles.size(), 2u);
    EXPECT_TRUE(std::ranges::any_of(hull.mesh.vertices,
                                    [&](const Vec3& p) { return p == Vec3(Vec3(7, 8, 9) + 3 * u + 3 * v); }));
    // In order, counter-clockwise seen from +z, or +y, or +x.
    for (std::size_t i = 0; i < 4; ++i) {
      const auto& p = hull.mesh.vertices;
      const Vec3 n = (p[(i + 1) % 4] - p[i]).cross(p[(i + 2) % 4] - p[(i + 1) % 4]);
      EXPECT_GT(n.z() != 0 ? n.z() : n.y() != 0 ? n.y() : n.x(), 0);
    }
  }
}

TEST(Hull, OfThreePointsIsATriangle) {
  const Hull hull = make_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 5}, {0, 1, 0}});
  EXPECT_EQ(hull.outcome, HullOutcome::kFlat);
  EXPECT_EQ(hull.mesh.triangles.size(), 1u);
  EXPECT_EQ(hull.source.size(), 3u);
}

TEST(Hull, OfAPlaneWithOnePointAnUlpOffIsSolid) {
  std::vector<Vec3> points;
  for (int i = 0; i < 16; ++i) points.emplace_back(1 + i % 4, 1 + i / 4, 1);
  points[5].z() = std::nextafter(1.0, 2.0);
  const Hull hull = make_hull(points);
  EXPECT_EQ(hull.outcome, HullOutcome::kSolid);
  EXPECT_EQ(set_of(hull.source), (std::set<std::uint32_t>{0, 3, 5, 12, 15}));
}

TEST(Hull, OfABoxOfAThousandPointsHasEightVerticesInTheirOrder) {
  std::vector<Vec3> points;
  for (int i = 0; i < 1000; ++i) points.emplace_back(i % 10, i / 10 % 10, i / 100);
  const Hull hull = make_hull(points);
  EXPECT_EQ(hull.outcome, HullOutcome::kSolid);
  EXPECT_EQ(hull.source, (std::vector<std::uint32_t>{0, 9, 90, 99, 900, 909, 990, 999}));
  EXPECT_EQ(hull.mesh.triangles.size(), 12u);
}

TEST(Hull, AgreesWithTheDefinition) {
  int num_solid = 0;
  for (const test::PointSet& set : test::make_point_sets()) {
    const oracle::Hull expected = oracle::find_hull(set.points);
    const Hull hull = make_hull(set.points);
    ASSERT_EQ(hull.outcome == HullOutcome::kSolid, !expected.faces.empty()) << set.name;
    if (hull.outcome != HullOutcome::kSolid) continue;
    ++num_solid;
    EXPECT_EQ(set_of(hull.source), std::set<std::uint32_t>(expected.extreme.begin(), expected.extreme.end()))
        << set.name;
    EXPECT_TRUE(test::is_boundary_of(expected, set.points, over_given(hull))) << set.name;
    // Triangles of one face are exactly coplanar, so the boundary representation merges them.
    EXPECT_EQ(make_brep(hull.mesh).faces.size(), expected.faces.size()) << set.name;
    for (std::size_t v = 0; v < hull.source.size(); ++v) EXPECT_EQ(hull.mesh.vertices[v], set.points[hull.source[v]]);
  }
  EXPECT_GT(num_solid, 30);
}

TEST(Hull, IsTheSameToTheBitEachTimeAndUnderScalingByPowersOfTwo) {
  for (const test::PointSet& set : test::make_point_sets()) {
    if (set.points[0].cwiseAbs().maxCoeff() < 1e-100 || set.points[0].cwiseAbs().maxCoeff() > 1e100) continue;
    const Hull hull = make_hull(set.points);
    std::vector<Vec3> scaled;
    for (const Vec3& p : set.points) scaled.push_back(0x1p-30 * p);
    EXPECT_EQ(make_hull(set.points).mesh.triangles, hull.mesh.triangles) << set.name;
    EXPECT_EQ(make_hull(scaled).mesh.triangles, hull.mesh.triangles) << set.name;
    EXPECT_EQ(make_hull(scaled).source, hull.source) << set.name;
  }
}

TEST(Hull, HasTheSameVerticesInWhateverOrderThePointsCome) {
  for (const test::PointSet& set : test::make_point_sets()) {
    std::vector<Vec3> reversed(set.points.rbegin(), set.points.rend());
    const Hull forward = make_hull(set.points);
    const Hull backward = make_hull(reversed);
    const auto sorted = [](const Hull& hull) {
      std::vector<std::array<double, 3>> vertices;
      for (const Vec3& v : hull.mesh.vertices) vertices.push_back({v.x(), v.y(), v.z()});
      std::ranges::sort(vertices);
      return vertices;
    };
    EXPECT_EQ(sorted(forward), sorted(backward)) << set.name;
  }
}

TEST(Hull, RefusesPointsThatAreNotFinite) {
  const auto message_of = [](double bad) -> std::string {
    try {
      make_hull(std::vector<Vec3>{{0, 0, 0}, {1, bad, 2.5}});
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message_of(std::numeric_limits<double>::quiet_NaN()),
            "point 1: (1, nan, 2.5) is not finite, so there is no hull; correct or remove it");
  EXPECT_EQ(message_of(-std::numeric_limits<double>::infinity()),
            "point 1: (1, -inf, 2.5) is not finite, so there is no hull; correct or remove it");
}

}  // namespace
}  // namespace abut::geometry
